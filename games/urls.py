"""URLs of matches."""

from django.urls import path

from games.views import commands, match, replay

app_name = "games"

urlpatterns = [
    # First, since Django tries the patterns in order and most requests are for this one.
    path("m/<slug:public_id>/act/", commands.act, name="act"),
    path("m/<slug:public_id>/", match.match, name="match"),
    path("m/<slug:public_id>/record.json", match.record, name="record"),
    path("m/<slug:public_id>/replay/", replay.replay, name="replay"),
    path("m/<slug:public_id>/numbers/", replay.numbers, name="numbers"),
    path("m/<slug:public_id>/receipt.json", match.receipt, name="receipt"),
    path("m/<slug:public_id>/news/", match.news, name="news"),
    path("m/<slug:public_id>/join/", commands.join, name="join"),
    path("m/<slug:public_id>/watch/", commands.watch, name="watch"),
    path("m/<slug:public_id>/leave/", commands.leave, name="leave"),
    path("m/<slug:public_id>/kick/<int:index>/", commands.kick, name="kick"),
    path("m/<slug:public_id>/bot/", commands.add_bot, name="add_bot"),
    path("m/<slug:public_id>/invite/", commands.invite, name="invite"),
    path("m/<slug:public_id>/invite-last/", commands.invite_last, name="invite_last"),
    path("m/<slug:public_id>/link/", commands.make_link, name="make_link"),
    path("m/<slug:public_id>/unlink/", commands.revoke_links, name="revoke_links"),
    path("m/<slug:public_id>/start/", commands.start, name="start"),
    path("m/<slug:public_id>/open/", commands.open_contribution, name="open"),
    path("m/<slug:public_id>/cancel/", commands.cancel, name="cancel"),
    path("m/<slug:public_id>/seen/", commands.seen, name="seen"),
    path("m/<slug:public_id>/back/", commands.back, name="back"),
    path("m/<slug:public_id>/auto/", commands.auto, name="auto"),
    path("m/<slug:public_id>/guide/", commands.guide, name="guide"),
    path("m/<slug:public_id>/stop/", commands.stop, name="stop"),
    path("m/<slug:public_id>/pause/", commands.pause, name="pause"),
    path("m/<slug:public_id>/rematch/", commands.rematch, name="rematch"),
    path("chance/", match.chance, name="chance"),
    path("rules/<slug:slug>/", match.rules, name="rules"),
    path("verify/<slug:slug>.py", match.verifier, name="verifier"),
]

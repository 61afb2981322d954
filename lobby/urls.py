"""URLs of people, of the lobby and of table settings."""

from __future__ import annotations

from django.urls import path

from lobby.accounts import guest_moves, guest_views as guests_pages, house_pages, suspension, themes
from lobby.api import token_views
from lobby.profiles import (
    leaderboards,
    notice_views,
    privacy,
    settings_pages,
    views as people_pages,
)
from lobby.tables import create, friend_views, invitations, views as table_views

app_name = "lobby"
urlpatterns = [
    path("play-now/", guests_pages.play_now, name="play_now"),
    path("keep/", guests_pages.keep, name="keep"),
    path("move/", guest_moves.accept, name="move_here"),
    path("settings/", people_pages.profile, name="profile"),
    path("settings/search/", settings_pages.find_settings, name="find_settings"),
    path("settings/move/", guest_moves.offer, name="move"),
    path("settings/blocked/", people_pages.blocked, name="blocked"),
    path("settings/delete/", people_pages.delete, name="delete_account"),
    path("settings/sessions/<int:pk>/end/", people_pages.end_session, name="end_session"),
    path("settings/notices/", notice_views.notices, name="notices"),
    path("settings/notices/test/", notice_views.test, name="test_notices"),
    path("settings/notices/tables/", notice_views.look_for_tables, name="look_for_tables"),
    path("settings/notices/devices/", notice_views.add_device, name="add_device"),
    path("settings/notices/devices/renew/", notice_views.renew_device, name="renew_device"),
    path(
        "settings/notices/devices/<int:pk>/remove/",
        notice_views.remove_device,
        name="remove_device",
    ),
    path("settings/tokens/", token_views.tokens, name="tokens"),
    path("settings/tokens/bot/", token_views.be_bot, name="be_bot"),
    path("settings/tokens/revoke/", token_views.revoke_all, name="revoke_tokens"),
    path("settings/tokens/<int:pk>/revoke/", token_views.revoke, name="revoke_token"),
    path("settings/tokens/<int:pk>/webhook/", token_views.set_webhook, name="set_webhook"),
    path("settings/tokens/<int:pk>/webhook/test/", token_views.test_webhook, name="test_webhook"),
    path("suspended/", suspension.answer, name="answer_suspension"),
    path("best/", leaderboards.best, name="best"),
    path("best/<slug:slug>/", leaderboards.best, name="best_at"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("terms/", house_pages.house_text, {"name": "terms"}, name="terms"),
    path("house-rules/", house_pages.house_text, {"name": "rules"}, name="rules"),
    path("contact/", house_pages.house_text, {"name": "contact"}, name="contact"),
    path("settings/data/", privacy.own_data, name="own_data"),
    path("theme/", themes.choose, name="theme"),
    path("history/", people_pages.own_history, name="history"),
    path("people/<str:username>/", people_pages.person, name="person"),
    path("friends/", friend_views.friends, name="friends"),
    path("people/<str:username>/befriend/", friend_views.befriend, name="befriend"),
    path("people/<str:username>/unfriend/", friend_views.unfriend, name="unfriend"),
    path("people/<str:username>/block/", people_pages.block, name="block"),
    path("people/<str:username>/unblock/", people_pages.unblock, name="unblock"),
    path("lobby/", table_views.lobby, name="lobby"),
    path("matches/", table_views.mine, name="mine"),
    path("m/<slug:public_id>/come/<slug:token>/", invitations.come, name="come"),
    path("m/<slug:public_id>/come/<slug:token>/qr.svg", invitations.qr, name="qr"),
    path("lobby/sit/<slug:public_id>/", table_views.sit, name="sit"),
    path("play/<slug:game>/", create.play_bots, name="play_bots"),
    path("set/<slug:game>/", create.create, name="create"),
    path("set/<slug:game>/friends/", create.set_for_friends, name="friends_table"),
    path("change/<slug:public_id>/", create.change_table, name="change_table"),
]

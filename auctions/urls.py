"""URLs of auctions, in addition to those that every match has."""

from django.urls import path

from auctions import views
from auctions.page import calendar
from games.views import match

app_name = "auctions"

urlpatterns = [
    path("m/<slug:public_id>/week/", views.act, name="act"),
    path("m/<slug:public_id>/week/news/", match.news, name="news"),
    path("deadlines/", calendar.deadlines, name="deadlines"),
    path("deadlines/link/", calendar.make_link, name="make_link"),
    path("deadlines/revoke/", calendar.revoke_link, name="revoke_link"),
    path("deadlines/<str:token>.ics", calendar.feed, name="feed"),
]

"""Addresses of auctions, beside those every match has."""

from django.urls import path

from auctions import deadlines
from auctions.page import views
from games.views import match

app_name = "auctions"

urlpatterns = [
    path("m/<slug:public_id>/week/", views.act, name="act"),
    path("m/<slug:public_id>/week/news/", match.news, name="news"),
    path("deadlines/", deadlines.deadlines, name="deadlines"),
    path("deadlines/link/", deadlines.make_link, name="make_link"),
    path("deadlines/revoke/", deadlines.revoke_link, name="revoke_link"),
    path("deadlines/<str:token>.ics", deadlines.feed, name="feed"),
]

"""Addresses of the lobby and of setting tables; part of the lobby's own."""

from __future__ import annotations

from django.urls import path

from lobby.tables import create as tables_create, invitations, views as tables_views

urlpatterns = [
    path("lobby/", tables_views.lobby, name="lobby"),
    path("matches/", tables_views.mine, name="mine"),
    path("m/<slug:public_id>/come/<slug:token>/", invitations.come, name="come"),
    path("m/<slug:public_id>/come/<slug:token>/qr.svg", invitations.qr, name="qr"),
    path("lobby/sit/<slug:public_id>/", tables_views.sit, name="sit"),
    path("play/<slug:game>/", tables_create.play_bots, name="play_bots"),
    path("set/<slug:game>/", tables_create.create, name="create"),
    path("change/<slug:public_id>/", tables_create.change_table, name="change_table"),
]

"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("allauth.urls")),
    path("chat/", include("chat.urls")),
    path("packs/", include("games.packs.urls")),
    path("health/alive", health.alive, name="alive"),
    path("health/ready", health.ready, name="ready"),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]

"""Addresses of packs of cards."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "packs"

urlpatterns: list[URLPattern] = []

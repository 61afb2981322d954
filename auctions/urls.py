"""Addresses of auctions, beside those every match has."""

from django.urls import path

from auctions.pages import views

app_name = "auctions"

urlpatterns = [
    path("m/<slug:public_id>/week/", views.act, name="act"),
    path("m/<slug:public_id>/week/news/", views.news, name="news"),
]

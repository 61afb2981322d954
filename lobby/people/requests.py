"""Requests of people who are known to be logged in."""

from __future__ import annotations

from django.http import HttpRequest

from lobby.models import User


class PersonRequest(HttpRequest):
    """A request behind `login_required`."""

    user: User

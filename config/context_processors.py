"""Context processors: variables for every template."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.registry import games
from lobby.accounts import house_pages
from lobby.accounts.themes import theme_of
from lobby.tables.fragments import header_context


def house(request: HttpRequest) -> dict[str, Any]:
    return {
        "guests_allowed": settings.GUESTS,
        "theme": theme_of(request),
        "mail_configured": settings.MAIL_CONFIGURED,
        "games_in_house": len(games()),
        "house_texts": house_pages.links(),
        **header_context(request),
    }

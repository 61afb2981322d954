"""Pieces of Interop's page that look the same from one moment to the next: each is drawn once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.engines.interop.box import RESEARCH
from games.engines.interop.cards import DECKS
from games.live.drawing import drawn_once
from games.pages.interop import words
from games.pages.interop.deployment import Site
from games.pages.interop.faces import Face, face
from games.pages.interop.market import Offer

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, offer: Offer) -> SafeString:
    """A card of the market that opens, as its viewer may use it."""
    shared = {name: context.get(name) for name in ("act", "csrf", "asks_twice")}
    key = ("interop-slot", offer, shared["act"], shared["asks_twice"])
    return _once(key, "games/interop/slot.html", {**shared, "o": offer, "fees": context["fees"]})


@register.simple_tag
def network(site: Site) -> SafeString:
    """Somebody's deployment, small, that opens."""
    return _once(("interop-site", site), "games/interop/site.html", {"site": site})


@register.simple_tag
def card_face(shown: Face) -> SafeString:
    return _once(("interop-face", shown), "games/interop/face.html", {"f": shown})


@register.simple_tag
def all_cards() -> list[dict[str, Any]]:
    """Every title by deck, from the bottom layer to the top one, for the rules."""
    return [
        {
            "deck": deck,
            "label": words.DECKS[deck],
            "cards": [(card, face(card.id)) for card in RESEARCH if card.deck == deck],
        }
        for deck in DECKS
    ]


def _once(key: Hashable, name: str, context: dict[str, Any]) -> SafeString:
    html = drawn_once(key, lambda: render_to_string(name, context).strip())
    return mark_safe(html)  # drawn by a template

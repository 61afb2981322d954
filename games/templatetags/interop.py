"""Pieces of Interop's page that look the same from one moment to the next: each is drawn once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.live.drawing import drawn_once
from games.pages.interop.deployment import Site
from games.pages.interop.faces import Face, Trait
from games.pages.interop.founding import KitFace
from games.pages.interop.market import Offer
from games.pages.interop.primer import (
    Deck,
    Era,
    decks,
    eras,
    example_card,
    example_tree,
    features,
    kits,
)

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
def all_cards() -> list[Deck]:
    """Every title by deck, from the bottom layer to the top one."""
    return decks()


@register.simple_tag
def all_users() -> list[Era]:
    """Every user card, by era."""
    return eras()


@register.simple_tag
def all_features() -> list[Trait]:
    """Every feature with its picture."""
    return features()


@register.simple_tag
def all_kits() -> list[KitFace]:
    """Every founder kit."""
    return kits()


@register.simple_tag
def sample_tree() -> SafeString:
    """A network to look at."""
    return example_tree()


@register.simple_tag
def sample_card() -> SafeString:
    """A card to look at, of whose needs one is there and one is lacking."""
    return _once(("interop-sample",), "rules/interop/card.html", {"f": example_card()})


def _once(key: Hashable, name: str, context: dict[str, Any]) -> SafeString:
    html = drawn_once(key, lambda: render_to_string(name, context).strip())
    return mark_safe(html)  # drawn by a template

"""Pieces of Interop's page that look the same from one moment to the next: each is drawn once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.engines.interop.box import FEE_LEAST, FEE_MOST
from games.live.html_cache import cached_html
from games.pages.interop.faces import Trait
from games.pages.interop.founding import KitFace
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

_SHARED = ("act", "csrf", "asks_twice")  # where forms post to, and how
_FEES = range(FEE_LEAST, FEE_MOST + 1)


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **values: Hashable) -> SafeString:
    """`games/interop/<name>.html` with these values and what all forms need, drawn once."""
    shared = {one: context.get(one) for one in _SHARED}
    key = ("interop", name, *values.items(), *shared.values())
    return _once(key, f"games/interop/{name}.html", {**shared, "fees": _FEES, **values})


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
    html = cached_html(key, lambda: render_to_string(name, context).strip())
    return mark_safe(html)  # drawn by a template

"""What sentences of the log are put together from: cards, lists, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.live.log import NameTag
from games.live.naming import joined
from games.pages.merchants import naming

Facts = Mapping[str, Any]


def card(one: str) -> SafeString:
    """A card's name in the colour of its suit."""
    name, suit = naming.card_name(one), naming.suit_of(one)
    return format_html('<span class="mk-word" data-suit="{}">{}</span>', suit, name)


def cards(many: Iterable[str]) -> SafeString:
    """Names of cards joined as in a sentence."""
    return joined([card(one) for one in many])


def listed(parts: Iterable[SafeString]) -> SafeString:
    """Side by side, each with commas of its own."""
    return format_html_join("; ", "{}", ((part,) for part in parts))


def plainly(names: NameTag, seat: int) -> SafeString:
    """Somebody's name also for that player: for seats a sentence is not about."""
    return NameTag(names.snapshot, None)(seat)


def one_or_own(names: NameTag, seat: int, other: str, own: str, **parts: Any) -> SafeString:
    """One text about somebody else, another for the player himself; {name} is the name."""
    text = own if seat == names.viewer else other
    return format_html(text, name=names(seat), **parts)

"""What sentences of the log are put together from: cards, lists, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from chat.core.escaping import filled
from chat.core.templates import render
from games.merchants.page import naming
from games.page.log import NameTag
from games.page.naming import joined

Facts = Mapping[str, Any]


def card(one: str) -> SafeString:
    """A card's name in the colour of its suit."""
    return _card(one, get_language())


@cache
def _card(one: str, language: str | None) -> SafeString:
    name, suit = naming.card_name(one), naming.suit_of(one)
    return render("games/merchants/word.jinja", name=name, suit=suit)


def cards(many: Iterable[str]) -> SafeString:
    """Names of cards joined as in a sentence."""
    return joined([card(one) for one in many])


def in_a_row(first: object, second: object) -> SafeString:
    """Two sentences, one after the other."""
    return filled("{first} {second}", first=first, second=second)


def listed(parts: Iterable[SafeString]) -> SafeString:
    """Side by side, each with commas of its own."""
    return SafeString("; ".join(parts))


def plainly(names: NameTag, seat: int) -> SafeString:
    """Somebody's name also for that player: for seats a sentence is not about."""
    return NameTag(names.snapshot, None)(seat)


def one_or_own(names: NameTag, seat: int, other: str, own: str, **parts: Any) -> SafeString:
    """One text about somebody else, another for that player; {name} is the name."""
    text = own if seat == names.viewer else other
    return filled(text, name=names(seat), **parts)

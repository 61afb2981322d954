"""What viewers are shown of drawn cards, and of any card (of the schema: `sees`, `in_view_of`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine import codec
from games.engine.worked import Fault, same
from games.interop.rules.box import CARDS, USERS
from games.interop.rules.examples.case import Case


def check_sees(case: Case, wanted: Mapping[str, Any]) -> None:
    for who, value in wanted.items():
        same(f"sees.{who}", value, _drawn(case, who))


def _drawn(case: Case, who: str) -> dict[str, Any] | None:
    """Deck and count for everybody, cards for who sees them."""
    drawn = case.view(who).drawn
    if drawn is None:
        return None
    shown: dict[str, Any] = {"deck": drawn.deck, "count": drawn.count}
    if drawn.cards is not None:
        shown["cards"] = [one.card for one in drawn.cards]
    return shown


def check_in_view_of(case: Case, wanted: Mapping[str, Any]) -> None:
    for who, cards in wanted.items():
        named = set(strings(codec.plain(case.view(who))))
        for card, value in cards.items():
            if card not in CARDS and card not in USERS:
                raise Fault(f"in_view_of.{who}: no such card: {card}")
            same(f"in_view_of.{who}.{card}", value, card in named)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value

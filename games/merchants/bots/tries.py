"""What the master tries: the best by its own reckoning, and whatever else could be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.engine.base import Choice, Pick
from games.merchants.bots import buying, powers
from games.merchants.bots.style import HOUSE, Style
from games.merchants.bots.values import Values
from games.merchants.rules.view import MerchantsView

Raw = Mapping[str, Any]

WAYS = 6  # purchases, bids or additions
_NUMBERS = ("market", "target")  # fields whose items are numbers in text


def tries(view: MerchantsView, style: Style = HOUSE) -> Iterator[Raw]:
    """Answers to the open decision; some may come twice."""
    values = Values(view, style)
    match view.phase:
        case "market":
            yield from _best(buying.purchases(view, values))
            # What is played here could be played for nothing in the Power Phase.
            yield from _single(view, "visit", "substitute", "end_turn")
        case "seize":
            yield {"action": "pass"}
            yield from _best(buying.bids(view, values))
        case "duel":
            yield from _best(buying.additions(view, values))
        case "stack":
            yield {"action": "pass"}
            yield from _goes(view, powers.stack(view, values).get("cards", []))
        case "reroll" | "callback_take":
            return  # nothing to think about
        case _:
            yield from _single(view)


def _best(ways: Sequence[tuple[float, Raw]]) -> Iterator[Raw]:
    ranked = sorted(ways, key=lambda way: -way[0])
    yield from (raw for _, raw in ranked[:WAYS])


def _single(view: MerchantsView, *actions: str) -> Iterator[Raw]:
    """Each way to take these actions (all, if none is named) that picks at most one thing."""
    for choice in view.choices:
        if not actions or choice.action in actions:
            yield from _filled(choice)


def _filled(choice: Choice) -> Iterator[Raw]:
    answer = {"action": choice.action, **choice.given}
    if not choice.fields:
        yield answer
    elif len(choice.fields) == 1:
        (field,) = choice.fields
        assert isinstance(field, Pick)
        for item in field.of:
            yield {**answer, field.name: int(item) if field.name in _NUMBERS else item}


def _goes(view: MerchantsView, own: Sequence[str]) -> Iterator[Raw]:
    """Each card alone in each mode that it has, or all Emblems; and its own go with one
    card less, one more, or one in another mode."""
    plays = list(_plays(view))
    yield from (_go([play]) for play in plays)
    yield from (_go([one for one in own if one != play]) for play in own if len(own) > 1)
    for play in plays:
        rest = [one for one in own if powers.card_of(one) != powers.card_of(play)]
        if rest and play not in own:
            yield _go([*rest, play])
    if emblems := [play for play in plays if play.endswith(":emblem")]:
        yield _go(emblems)


def _go(plays: Sequence[str]) -> Raw:
    return {"action": "go", "cards": powers.in_order(plays)}


def _plays(view: MerchantsView) -> Iterator[str]:
    """A card and a mode that it can be played in."""
    for field in (field for choice in view.choices for field in choice.fields):
        assert isinstance(field, Pick)
        for card, modes in zip(field.of, field.modes_of, strict=True):
            yield from (f"{card}:{mode}" for mode in modes)

"""Comparison of the `expect` of a case with its match.

Only the named parts are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine.examples import Fault, only, same
from games.merchants.rules import cards, scoring
from games.merchants.rules.buying import value_of
from games.merchants.rules.examples.case import Case
from games.merchants.rules.state import Player


def check(case: Case, expect: Mapping[str, Any]) -> None:
    for key, wanted in expect.items():
        if key == "black_markets":
            same(key, [sorted(held) for held in wanted], [sorted(h) for h in _black_markets(case)])
        elif key == "end":
            _end(case, wanted)
        elif key in PLAIN:
            same(key, wanted, PLAIN[key](case))
        elif key in SETS:
            same(key, sorted(wanted), sorted(SETS[key](case)))
        elif key in HAS:
            _has(key, wanted, HAS[key](case))
        elif key in PARTS:
            _parts(key, wanted, PARTS[key](case))
        elif key in SEATS:
            _seats(key, wanted, case, SEATS[key])
        else:
            raise Fault(f"unknown expectation {key!r}")


def _has(key: str, wanted: Iterable[str], got: Iterable[str]) -> None:
    if missing := sorted(set(wanted) - set(got)):
        raise Fault(f"{key}: {missing} are not there")


def _parts(key: str, wanted: Any, got: Mapping[str, Any] | None) -> None:
    """Compare only the named parts of a value; lists are compared as sets."""
    if wanted is None or got is None:
        same(key, wanted, got)
        return
    only(wanted, got, key)
    for part, value in wanted.items():
        same(f"{key}.{part}", _sorted(key, part, value), _sorted(key, part, got[part]))


def _sorted(key: str, part: str, value: Any) -> Any:
    if isinstance(value, list) and (key, part) != ("last_roll", "dice"):
        return sorted(value)
    return value


def _seats(key: str, wanted: Mapping[str, Any], case: Case, read: Callable[[Player], Any]) -> None:
    for seat, value in wanted.items():
        number = int(seat)
        if not 0 <= number < len(case.state.players):
            raise Fault(f"{key}: no seat {seat}")
        expected = sorted(value) if isinstance(value, list) else value
        same(f"{key}.{seat}", expected, read(case.state.players[number]))


def _stocks(case: Case) -> dict[str, Any]:
    return {s: [card for card in case.state.stocks if card[0] == s] for s in cards.SUITS}


def _barred(case: Case) -> dict[str, Any]:
    event = case.state.event
    return {
        "seizing": list(event.no_seizing) if event else [],
        "playing": list(event.no_playing) if event else [],
        "visiting": list(event.no_visiting) if event else [],
    }


def _pending(case: Case) -> dict[str, Any] | None:
    decision = case.engine.pending(case.state)
    if decision is None:
        return None
    return {"decision": decision.kind, "players": list(decision.asked)}


def _last_roll(case: Case) -> dict[str, Any] | None:
    roll = case.state.roll
    if roll is None:
        return None
    return {"target": roll.target, "dice": list(roll.dice), "success": roll.success}


def _end(case: Case, wanted: Mapping[str, Any] | None) -> None:
    """Compare the end of the match; an eliminated or uncounted player scores 0."""
    over = case.engine.outcome(case.state) is not None
    if wanted is None or not over:
        same("end", wanted, case.state.cause if over else None)
        return
    only(wanted, {"cause", "winners", "scores"}, "end")
    got: dict[str, Any] = {
        "cause": case.state.cause,
        "winners": list(scoring.winners(case.state)),
    }
    _parts("end", {key: value for key, value in wanted.items() if key != "scores"}, got)
    points = {str(player.seat): 0 for player in case.state.players}
    points |= {str(score.seat): score.total for score in scoring.scores(case.state)}
    for seat, value in (wanted.get("scores") or {}).items():
        same(f"end.scores.{seat}", value or 0, points.get(seat))


def _declared(case: Case) -> int | None:
    purchase = case.state.purchase
    return None if purchase is None else value_of(purchase)


def _black_markets(case: Case) -> list[list[str]]:
    return [list(market.cards) for market in case.state.markets]


PLAIN: dict[str, Callable[[Case], Any]] = {
    "discard": lambda case: list(case.state.discard),
    "deck": lambda case: case.chance.deck(case.state.deck),
    "deck_count": lambda case: len(case.state.deck),
    "event_zone": lambda case: case.state.event_card or None,
    "event_type": lambda case: case.state.event.type if case.state.event else None,
    "active": lambda case: case.state.active,
    "dealer": lambda case: case.state.dealer,
    "declaration_value": _declared,
    "seizer": lambda case: case.state.purchase.seizer if case.state.purchase else None,
    "stack": lambda case: (
        [card.card for card in case.state.stack.cards] if case.state.stack else []
    ),
}
SETS: dict[str, Callable[[Case], list[Any]]] = {
    "discard_set": lambda case: list(case.state.discard),
    "nest": lambda case: list(case.state.nest),
    "eliminated": lambda case: [one.seat for one in case.state.players if one.out],
}
HAS: dict[str, Callable[[Case], Iterable[str]]] = {
    "exile_has": lambda case: (*case.state.exile, *case.state.exiled_kings),
    "deck_has": lambda case: case.state.deck,
}
PARTS: dict[str, Callable[[Case], dict[str, Any] | None]] = {
    "stocks": _stocks,
    "barred": _barred,
    "budget": lambda case: {"actions": case.state.actions, "minor": case.state.minor},
    "pending": _pending,
    "last_roll": _last_roll,
}
SEATS: dict[str, Callable[[Player], Any]] = {
    "hands": lambda player: sorted(player.hand),
    "fronts": lambda player: sorted(player.front),
    "hand_sizes": lambda player: len(player.hand),
}

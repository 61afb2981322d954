"""From the position of a case to a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.examples import Fault, only
from games.merchants.rules import cards
from games.merchants.rules.state import BlackMarket, EventInForce, EventType, Phase, Player, State

PHASES = ("event", "turn", "market", "power", "end")
MODES = ("full", "quick", "hard")
TYPES: tuple[EventType, ...] = (
    "short_measures", "lean_season", "court_mourning", "open_ledgers", "carnival", "grand_opening",
)  # fmt: skip
_POSITION = {
    "players", "mode", "dealer", "phase", "active", "budget", "event", "deck", "discard", "nest",
    "exile", "stocks", "black_markets", "hands", "fronts", "kings", "eliminated",
}  # fmt: skip
_EVENT = {
    "card", "type", "value", "barred_from_seizing", "barred_from_playing", "barred_from_visiting",
}  # fmt: skip


def read(raw: Mapping[str, Any]) -> State:
    """The state just before `phase` begins. The budget of `market` may still have to be set."""
    only(raw, _POSITION, "position")
    _check(raw)
    budget = raw.get("budget") or {}
    only(budget, {"actions", "minor"}, "position.budget")
    markets = [list(held) for held in raw.get("black_markets", [])]
    exile = _cards(raw.get("exile", []))
    dealer = raw.get("dealer", 0)
    return State(
        phase=Phase.MARKET,
        stage="power" if raw["phase"] == "power" else "turn",
        round=1,
        decision=0,
        dealer=dealer,
        active=raw.get("active", dealer),
        players=tuple(_player(raw, seat) for seat in range(raw["players"])),
        actions=budget.get("actions", 0),
        minor=budget.get("minor", 0),
        event=_event(raw.get("event")),
        event_card=(raw.get("event") or {}).get("card") or "",
        deck=cards.in_order(_cards(raw.get("deck", []))),
        discard=tuple(_cards(raw.get("discard", []))),
        nest=cards.in_order(_cards(raw.get("nest", []))),
        stocks=cards.in_order(_cards(raw.get("stocks", []))),
        markets=tuple(
            BlackMarket(number=number, cards=cards.in_order(_cards(held)))
            for number, held in enumerate(markets, 1)
        ),
        next_market=len(markets) + 1,
        exile=cards.in_order(card for card in exile if not cards.is_king(card)),
        exiled_kings=cards.in_order(card for card in exile if cards.is_king(card)),
    )


def _check(raw: Mapping[str, Any]) -> None:
    if raw["players"] not in (3, 4):
        raise Fault(f"position: {raw['players']} players")
    if raw["phase"] not in PHASES:
        raise Fault(f"position: unknown phase {raw['phase']!r}")
    if raw.get("mode", "full") not in MODES:
        raise Fault(f"position: unknown mode {raw['mode']!r}")
    named = list(_named(raw))
    if twice := sorted({card for card in named if named.count(card) > 1}):
        raise Fault(f"position: {twice} are in two places")
    seats = [raw.get("dealer", 0), raw.get("active", 0), *raw.get("eliminated", [])]
    seats += [int(seat) for key in ("hands", "fronts", "kings") for seat in raw.get(key, {})]
    if outside := [seat for seat in seats if not 0 <= seat < raw["players"]]:
        raise Fault(f"position: no seats {outside}")


def _named(raw: Mapping[str, Any]) -> Sequence[str]:
    piles = [raw.get(key, []) for key in ("deck", "discard", "nest", "exile", "stocks")]
    piles += raw.get("black_markets", [])
    piles += [*raw.get("hands", {}).values(), *raw.get("fronts", {}).values()]
    piles += [list(raw.get("kings", {}).values())]
    event = (raw.get("event") or {}).get("card")
    return [*(card for pile in piles for card in pile), *([event] if event else [])]


def _cards(raw: Sequence[str]) -> list[str]:
    if strange := [card for card in raw if not cards.known(card)]:
        raise Fault(f"position: unknown cards {strange}")
    return list(raw)


def _player(raw: Mapping[str, Any], seat: int) -> Player:
    key, out = str(seat), raw.get("eliminated", [])
    return Player(
        seat=seat,
        king=raw.get("kings", {}).get(key, ""),
        hand=cards.in_order(_cards(raw.get("hands", {}).get(key, []))),
        front=cards.in_order(_cards(raw.get("fronts", {}).get(key, []))),
        out=1 + out.index(seat) if seat in out else 0,
    )


def _event(raw: Mapping[str, Any] | None) -> EventInForce | None:
    if raw is None:
        return None
    only(raw, _EVENT, "position.event")
    kind = next((one for one in TYPES if one == raw["type"]), None)
    if kind is None:
        raise Fault(f"position: unknown event {raw['type']!r}")
    bars = [
        tuple(sorted(raw.get(f"barred_from_{what}", [])))
        for what in ("seizing", "playing", "visiting")
    ]
    return EventInForce(
        type=kind,
        value=raw.get("value") or 0,
        hit=tuple(sorted({seat for bar in bars for seat in bar})),
        no_seizing=bars[0],
        no_playing=bars[1],
        no_visiting=bars[2],
    )

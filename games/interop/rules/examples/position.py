"""A position to set up (of the schema: `position`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine import codec
from games.engine.examples import Fault, only
from games.interop.rules import dealing
from games.interop.rules.box import CARDS, START_MONEY, USERS
from games.interop.rules.cards import DECKS, DeckName, Kind
from games.interop.rules.state import (
    Account,
    Licence,
    Phase,
    Pile,
    Player,
    RoundEnd,
    Running,
    State,
    licence_of,
)

# --- The reading of a case's shorthand. ---


def place(key: str, limit: int) -> int:
    """A seat out of a key ("0", "1" ...)."""
    if not key.isdigit() or int(key) >= limit:
        raise Fault(f"no such seat: {key!r}")
    return int(key)


Raw = Mapping[str, Any]
POSITION = {
    "players", "rounds", "round", "first", "phase", "turn", "seats", "licences", "rows", "decks",
    "discards", "decks_used", "turn_begins", "user_card",
}  # fmt: skip
_SEAT = {"money", "links", "protocols", "apps", "last_income"}
_LICENCE = {"deployer", "licence", "fee", "since"}
_PHASES = {"investment": Phase.INVESTMENT, "allocation": Phase.ALLOCATION}


def state_of(raw: Raw) -> State:
    """The position as it stands, before anything that begins with it. Raises `Fault`."""
    only(raw, POSITION, "position")
    if raw["phase"] not in _PHASES:
        raise Fault(f"position.phase: {raw['phase']!r}")
    phase, user_card = _PHASES[raw["phase"]], raw.get("user_card")
    if (phase is Phase.ALLOCATION) != (user_card in USERS) or (user_card and phase.value[0] == "i"):
        raise Fault(f"position.user_card: {user_card!r}")
    first = raw.get("first", 0)
    state = State(
        phase=phase,
        round=raw["round"],
        first=first,
        turn=raw.get("turn", first),
        players=_players(raw),
        piles=_piles(raw),
        licences=tuple(_licence(name, one) for name, one in raw.get("licences", {}).items()),
        used=codec.build(raw.get("decks_used", ()), tuple[DeckName, ...]),
        user_card=user_card,
        seen=(user_card,) if user_card else (),
    )
    _check(state)
    return codec.build(codec.plain(state), State)  # every value is of its type


def _players(raw: Raw) -> tuple[Player, ...]:
    seats = {place(key, raw["players"]): one for key, one in raw.get("seats", {}).items()}
    return tuple(_player(seat, seats.get(seat, {})) for seat in range(raw["players"]))


def _player(seat: int, raw: Raw) -> Player:
    only(raw, _SEAT, f"position.seats.{seat}")
    money, income = raw.get("money", START_MONEY), raw.get("last_income")
    return Player(
        seat=seat,
        money=money,
        account=Account(start=money),
        links=_known(raw.get("links", ()), "link"),
        protocols=_known(raw.get("protocols", ()), "protocol"),
        apps=tuple(
            Running(app=app, users=raw["apps"][app])
            for app in _known(raw.get("apps", {}), "application")
        ),
        income=income,
        history=() if income is None else (RoundEnd(income=income, money=money),),
    )


def _licence(name: str, raw: Raw) -> Licence:
    only(raw, _LICENCE, f"position.licences.{name}")
    return Licence(
        protocol=_known((name,), "protocol")[0],
        deployer=raw["deployer"],
        licence=raw["licence"],
        fee=raw.get("fee", 0),
        since=raw.get("since", 0),
    )


def _piles(raw: Raw) -> tuple[Pile, ...]:
    rows, decks, discards = (raw.get(key, {}) for key in ("rows", "decks", "discards"))
    for key, named in (("rows", rows), ("decks", decks), ("discards", discards)):
        only(named, DECKS, f"position.{key}")
    return tuple(
        replace(
            _pile(deck, decks.get(deck, ())),
            row=_of_deck(deck, rows.get(deck, ())),
            discards=dealing.canonical(_of_deck(deck, discards.get(deck, ()))),
        )
        for deck in DECKS
    )


def _pile(deck: DeckName, cards: Sequence[str]) -> Pile:
    """What is left as one layer; its order is told to the chance of the case."""
    layer = dealing.canonical(_of_deck(deck, cards))
    return Pile(deck=deck, layers=(layer,) if layer else ())


def _of_deck(deck: DeckName, cards: Sequence[str]) -> tuple[str, ...]:
    for card in cards:
        if card not in CARDS or CARDS[card].deck != deck:
            raise Fault(f"{card} is no card of {deck}")
    return tuple(cards)


def _known(cards: Any, kind: Kind) -> tuple[str, ...]:
    for card in cards:
        if card not in CARDS or CARDS[card].kind != kind:
            raise Fault(f"{card} is no {kind}")
    return tuple(cards)


def _check(state: State) -> None:
    if state.turn not in range(state.seats) or state.first not in range(state.seats):
        raise Fault("position: no such seat")
    for player in state.players:
        for protocol in player.protocols:
            if licence_of(state, protocol) is None:
                raise Fault(f"position: seat {player.seat} has {protocol}, which has no licence")

"""A worked example: its position, its scripted randomness, and its match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine import codec
from games.engine.base import Item, SeatSetup, Setup, Timeout
from games.engine.dealer import Seeded
from games.engine.examples import Fault, only
from games.interop.rules import rounds
from games.interop.rules.actions import decision_id
from games.interop.rules.box import CARDS, ERAS_BY_ROUNDS, START_MONEY, USERS
from games.interop.rules.cards import DECKS, FEWEST, MOST, DeckName, Kind
from games.interop.rules.decks import USER_DECK, canonical
from games.interop.rules.engine import InteropEngine
from games.interop.rules.options import InteropContent, InteropOptions, Turn
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
from games.interop.rules.view import InteropView

# --- Positions


def place(key: str, limit: int) -> int:
    """Parse a seat from a key ("0", "1", ...). Raise `Fault` if there is none."""
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
    """Return the state of a position, before anything that begins with it.

    Raise `Fault` if the position is not valid.
    """
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
    return codec.build(codec.plain(state), State)  # checks the type of every value


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
            discards=canonical(_of_deck(deck, discards.get(deck, ()))),
        )
        for deck in DECKS
    )


def _pile(deck: DeckName, cards: Sequence[str]) -> Pile:
    """Return a pile with the rest of its deck as one layer."""
    # `Scripted` knows the order of the layer.
    layer = canonical(_of_deck(deck, cards))
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


# --- Scripted randomness: cards come in the order given, then at random


class Scripted:
    """Randomness for an example.

    `draws` has the cards of each deck in the order in which they are drawn.
    """

    def __init__(self, draws: Mapping[str, Sequence[str]]) -> None:
        only(draws, (*DECKS, USER_DECK), "random.draws")
        self._left = {deck: list(cards) for deck, cards in draws.items()}
        self._random = Seeded("interop-examples")

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        left = list(pool)
        return tuple(self._one(name, left) for _ in range(count))

    def _one(self, name: str, left: list[Item]) -> Item:
        script = self._left.get(name)
        if not script:
            return left.pop(self._random.below(len(left)))
        card = script.pop(0)
        for place, item in enumerate(left):
            if item == card:
                return left.pop(place)
        raise Fault(f"{card} cannot be drawn from {name} now")

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(self.draw(name, items, len(items)))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(1 + self._random.below(sides) for _ in range(dice))

    def token(self, name: str) -> str:
        return name


def script_of(
    draws: Mapping[str, Sequence[str]], decks: Mapping[str, Sequence[str]]
) -> dict[str, Sequence[str]]:
    """Return the draws of each deck: its own cards, then the rest of its `draws`.

    Raise `Fault` if the two disagree.
    """
    script = {deck: list(cards) for deck, cards in decks.items()}
    for deck, cards in draws.items():
        known = script.get(deck, [])
        common = min(len(known), len(cards))
        if known[:common] != list(cards[:common]):
            raise Fault(f"random.draws.{deck}: another order than that of the deck")
        script[deck] = max(known, list(cards), key=len)
    return dict(script)


_START = {"start", "players", "rounds"}


class Case:
    """The running match of an example. Each accepted step changes its `state`."""

    def __init__(self, position: Mapping[str, Any], random: Mapping[str, Any]) -> None:
        only(random, {"draws"}, "random")
        self.engine = _engine(position)
        draws, decks = random.get("draws", {}), position.get("decks", {})
        self._chance = Scripted(script_of(draws, decks))
        self.state = self._begun(position)

    def post(self, seat: int, raw: Mapping[str, Any]) -> None:
        """Apply an answer that a seat posts. Raise `IllegalAction` if it is refused."""
        action = codec.decode_action(raw, self.engine.action_type)
        self.state = self.engine.apply(self.state, seat, action, self._chance).state

    def time_up(self) -> None:
        timeout = Timeout(decision=decision_id(self.state))
        self.state = self.engine.apply(self.state, None, timeout, self._chance).state

    def view(self, who: str) -> InteropView:
        """Return the view of a seat ("0", "1", ...) or of a "spectator"."""
        if who == "spectator":
            return self.engine.view(self.state, None)
        if not who.isdigit() or int(who) >= self.state.seats:
            raise Fault(f"nobody of that name looks on: {who!r}")
        return self.engine.view(self.state, int(who))

    def _begun(self, position: Mapping[str, Any]) -> State:
        if position.get("start"):
            only(position, _START, "position")
            began: State = self.engine.begin(self._chance).state
            return began
        state = state_of(position)
        if not 1 <= state.round <= self.engine.game.options.rounds:
            raise Fault(f"position.round: {state.round}")
        turn = Turn(self.engine.game, self._chance)
        if state.phase is Phase.ALLOCATION:
            if position.get("turn_begins") or state.used:
                raise Fault("position: no turn begins in the Allocation Phase")
            return rounds.ask_allocation(turn, state, _from(state))
        if position.get("turn_begins"):
            return replace(rounds.begin_turn(turn, state, state.turn), used=state.used)
        return state


def _from(state: State) -> tuple[int, ...]:
    """Return the seats in order, starting with the one that is asked."""
    order = state.order()
    return order[order.index(state.turn) :]


def _engine(position: Mapping[str, Any]) -> InteropEngine:
    players, number = position["players"], position.get("rounds", 8)
    if number not in ERAS_BY_ROUNDS or not FEWEST <= players <= MOST:
        raise Fault(f"position: {players} players, {number} rounds")
    return InteropEngine(
        Setup(
            seats=tuple(SeatSetup() for _ in range(players)),
            options=InteropOptions(rounds=number),
            content=InteropContent(),
        )
    )

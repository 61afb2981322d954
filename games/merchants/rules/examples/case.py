"""A worked example: its scripted randomness, its position, and its match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from games.engine import codec
from games.engine.base import IllegalAction, Item, SeatSetup, Setup
from games.engine.examples import Fault, only
from games.merchants.rules import cards, rounds
from games.merchants.rules.draft import Draft, Ended
from games.merchants.rules.engine import MerchantsEngine
from games.merchants.rules.options import MerchantsOptions, Turn
from games.merchants.rules.state import BlackMarket, EventInForce, EventType, Phase, Player, State

# --- Scripted randomness


class Scripted:
    """Randomness for an example: the listed dice and picks, and the given Deck.

    `order` is the Deck, top first; a joker shuffled in later lies below it.
    """

    def __init__(
        self, dice: Sequence[Sequence[int]], picks: Sequence[str], order: Sequence[str]
    ) -> None:
        self.dice = list(dice)
        self.picks = list(picks)
        self.order = list(order)

    def copy(self) -> Scripted:
        return Scripted(self.dice, self.picks, self.order)

    def left_over(self) -> str:
        """Return the listed dice and picks that were not used, in words; "" if none."""
        left = [("dice", self.dice), ("picks", self.picks)]
        return ", ".join(f"{name} {listed}" for name, listed in left if listed)

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        if name == "deck":
            card = self.deck([str(item) for item in pool])[0]
            return tuple(item for item in pool if str(item) == card)
        return tuple(self._pick(name, pool) for _ in range(count))

    def deck(self, pool: Sequence[str]) -> list[str]:
        """Sort the cards of the Deck into its listed order."""
        known = [card for card in self.order if card in pool]
        return [*known, *(card for card in pool if card not in known)]

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        raise Fault(f"{name}: an example begins after the setup")

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        if not self.dice:
            raise Fault(f"a roll ({name}) that is not listed")
        return tuple(self.dice.pop(0))

    def token(self, name: str) -> str:
        raise Fault(f"{name}: there are no tokens in this game")

    def _pick(self, name: str, pool: Sequence[Item]) -> Item:
        if not self.picks:
            raise Fault(f"a pick ({name} of {list(pool)}) that is not listed")
        picked = self.picks.pop(0)
        for item in pool:
            if item == picked:
                return item
        raise Fault(f"pick {picked} ({name}): not one of {list(pool)}")


# --- Positions


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


def state_of(raw: Mapping[str, Any]) -> State:
    """Return the state just before the `phase` of a position begins.

    A position in `market` may lack its budget, which then still has to be set.
    """
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


# --- Running match


class Case:
    """The running match of an example; cheap to copy, so that an answer can be tried."""

    def __init__(self, engine: MerchantsEngine, state: State, chance: Scripted) -> None:
        self.engine = engine
        self.state = state
        self.chance = chance

    @classmethod
    def set_up(cls, position: Mapping[str, Any], random: Mapping[str, Any]) -> Case:
        only(random, {"dice", "picks"}, "random")
        state = state_of(position)
        options = MerchantsOptions(mode=position.get("mode", "full"))
        seats = tuple(SeatSetup() for _ in state.players)
        engine = MerchantsEngine(Setup(seats=seats, options=options))
        chance = Scripted(random.get("dice", []), random.get("picks", []), position.get("deck", []))
        case = cls(engine, state, chance)
        case._begin(position["phase"], with_budget=position.get("budget") is not None)
        return case

    def _begin(self, phase: str, *, with_budget: bool) -> None:
        draft = Draft(Turn(self.engine.game, self.chance), self.state)
        with suppress(Ended):
            BEGINNINGS[phase](draft, with_budget)
        self.state = draft.frozen()

    def copy(self) -> Case:
        return Case(self.engine, self.state, self.chance.copy())

    def become(self, other: Case) -> None:
        """Take over the result of a trial on a copy."""
        self.state, self.chance = other.state, other.chance

    def post(self, seat: int, raw: Mapping[str, Any]) -> None:
        """Apply an answer that a seat posts.

        Raise `IllegalAction` if it is refused; nothing has changed then.
        """
        decision = self.engine.pending(self.state)
        named = {"decision": decision.id if decision else "", **raw}
        action = codec.decode_action(named, self.engine.action_type)
        self.state = self.engine.apply(self.state, seat, action, self.chance).state

    def refuses(self, seat: int, raw: Mapping[str, Any]) -> bool:
        """Return True if the engine refuses an answer.

        Raise `Fault` if a refused answer has changed something.
        """
        tried, before = self.copy(), codec.encode(self.state)
        try:
            tried.post(seat, raw)
        except IllegalAction:
            if codec.encode(tried.state) != before:
                raise Fault("refused, but something has changed") from None
            return True
        return False

    def only_passes(self) -> bool:
        """Return True if a pass is the only answer that anybody can give now."""
        decision = self.engine.pending(self.state)
        if decision is None:
            return False
        offered = [one for s in decision.asked for one in self.engine.choices(self.state, s)]
        return all(choice.action == "pass" for choice in offered)

    def pass_all(self) -> None:
        """Pass for every seat that is asked."""
        decision = self.engine.pending(self.state)
        for seat in decision.asked if decision else ():
            self.post(seat, {"action": "pass"})


def _market(draft: Draft, with_budget: bool) -> None:
    if not with_budget:
        rounds.set_budget(draft)
    rounds.go_on(draft)


BEGINNINGS: Mapping[str, Callable[[Draft, bool], None]] = {
    "event": lambda draft, _: rounds.event_phase(draft),
    "turn": lambda draft, _: rounds.begin_turn(draft, draft.active),
    "market": _market,
    "power": lambda draft, _: rounds.power_phase(draft),
    "end": lambda draft, _: draft.finish("deck", ()),
}

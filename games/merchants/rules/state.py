"""The whole truth of a match, as stored.

Sets of cards (hands, Stocks, Nest, Black Markets, Deck) are in canonical order, so that a state
tells nothing of how it came about; the Deck is a set too, each card is drawn when it is turned.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from games.engine.base import Value
from games.merchants.rules.cards import Mode

EventType = Literal[
    "short_measures",
    "lean_season",
    "court_mourning",
    "open_ledgers",
    "carnival",
    "grand_opening",
]
Stage = Literal["turn", "power"]
Origin = Literal["stock", "emblem", "event"]
RollFor = Literal["buy", "visit", "callback", "cutpurse"]
Cause = Literal["", "deck", "monopoly", "four_eggs", "last_standing", "aborted"]


class Phase(StrEnum):
    """What is decided now: the kinds of decision (rules 15), or that the match is over."""

    MARKET = "market"
    SEIZE = "seize"
    DUEL = "duel"
    REROLL = "reroll"
    CALLBACK_TAKE = "callback_take"
    STACK = "stack"
    PICK_EMBLEM = "pick_emblem"
    PICK_STACK_CARD = "pick_stack_card"
    PICK_BLACK_MARKET = "pick_black_market"
    PICK_BLACK_MARKET_CARD = "pick_black_market_card"
    GIVE = "give"
    PICK_STOCK = "pick_stock"
    CUTPURSE = "cutpurse"
    OVER = "over"


class Player(Value):
    """`king` is "" where there is none (any more). `out`: 0 while in the game, else in which Siege
    of the match the player was eliminated."""

    seat: int
    king: str = ""
    hand: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    out: int = 0


class EventInForce(Value):
    """The Event of the round; it holds even when its card has left the zone.

    `value` 0: has none. `hit`: the seats its Player Effect hit. The three bars name the seats that
    may not do it in this round.
    """

    type: EventType
    value: int = 0
    hit: tuple[int, ...] = ()
    no_seizing: tuple[int, ...] = ()
    no_playing: tuple[int, ...] = ()
    no_visiting: tuple[int, ...] = ()


class BlackMarket(Value):
    """Numbers only rise and are never used again (rules 9.1)."""

    number: int
    cards: tuple[str, ...]


class Answer(Value):
    """A sealed answer: a bid (no card: a pass), or a gift (one card). Still in the hand."""

    seat: int
    cards: tuple[str, ...] = ()


class Purchase(Value):
    """A Declaration under way. The cards in it have left where they came from.

    `primary`, `secondary`: committed by the Active Player; `counter`: by the Seizer. `owner`: of a
    declared Emblem. `duelist`: whose answer in the duel is due. `bids`: all bids, while the first
    decision after they were revealed is open.
    """

    origin: Origin
    suit: str
    cards: tuple[str, ...]
    base: int
    bonus: int
    owner: int | None = None
    primary: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    seizer: int | None = None
    counter: tuple[str, ...] = ()
    duelist: int | None = None
    bids: tuple[Answer, ...] = ()


class Played(Value):
    """A card on the Stack, how it was played and by whom."""

    card: str
    mode: Mode
    seat: int


class Stack(Value):
    """`cards` bottom first. `queue`: who may still answer, the next first; it is empty while the
    Stack resolves. `resolving`: the card that has left the Stack and is not placed yet. `market`:
    the Black Market that the Customs Clerk looks through (0: none)."""

    cards: tuple[Played, ...] = ()
    queue: tuple[int, ...] = ()
    closed: bool = False
    resolving: Played | None = None
    market: int = 0


class Roll(Value):
    """The dice on the table. `number` counts the rolls of the match. `market`, `card`: what is
    visited or called back."""

    what: RollFor
    seat: int
    target: int
    dice: tuple[int, int]
    success: bool
    number: int
    market: int = 0
    card: str = ""


class State(Value):
    """`decision` counts the decisions of the match. `event_card` "": the Event Zone is empty.

    `discard`: bottom first. `stocks`: all four together. `asked`: who owed an answer to this
    decision when it was opened, rising; `answers`: the sealed ones given so far. `exiled_kings` lie
    in Exile face down. `box`: what a quick start leaves out.
    """

    phase: Phase
    stage: Stage
    round: int
    decision: int
    dealer: int
    active: int
    players: tuple[Player, ...]
    asked: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()
    actions: int = 0
    minor: int = 0
    event: EventInForce | None = None
    event_card: str = ""
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    nest: tuple[str, ...] = ()
    stocks: tuple[str, ...] = ()
    markets: tuple[BlackMarket, ...] = ()
    next_market: int = 1
    exile: tuple[str, ...] = ()
    exiled_kings: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    purchase: Purchase | None = None
    stack: Stack | None = None
    roll: Roll | None = None
    rolls: int = 0
    sieges: int = 0
    cause: Cause = ""
    winners: tuple[int, ...] = ()


def decision_id(state: State) -> str:
    """ "12.seize"; "" when the match is over."""
    return "" if state.phase is Phase.OVER else f"{state.decision}.{state.phase.value}"


def owing(state: State) -> tuple[int, ...]:
    """The seats that still owe an answer, rising."""
    done = {answer.seat for answer in state.answers}
    return tuple(seat for seat in state.asked if seat not in done)

"""The complete state of a match, as stored.

Sets of cards (hands, Stocks, Nest, Black Markets, Deck) are in canonical order, so that a state
does not reveal how it was reached. The Deck is a set too: a card is drawn at random when it is
turned up.
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
    """The kinds of decision (rules 15), and the end of the match."""

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
    """A player and the cards they hold."""

    seat: int
    king: str = ""  # "" if the player has no King (any more)
    hand: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    out: int = 0  # 0 while in the game, else the number of the Siege that eliminated the player


class EventInForce(Value):
    """The Event of the round; it holds even when its card has left the zone."""

    type: EventType
    value: int = 0  # 0: the Event has none
    hit: tuple[int, ...] = ()  # the seats hit by its Player Effect
    no_seizing: tuple[int, ...] = ()  # the three bars: seats that may not do this in this round
    no_playing: tuple[int, ...] = ()
    no_visiting: tuple[int, ...] = ()


class BlackMarket(Value):
    """A face-down pile of cards that can be visited (rules 6.3)."""

    number: int  # numbers only rise and are never used again (rules 9.1)
    cards: tuple[str, ...]


class Answer(Value):
    """A sealed answer: a bid (empty for a pass) or a gift."""

    seat: int
    cards: tuple[str, ...] = ()  # still in the hand


class Purchase(Value):
    """A Declaration in progress. Its cards have left the place they came from."""

    origin: Origin
    suit: str
    cards: tuple[str, ...]
    base: int
    bonus: int
    owner: int | None = None  # of a declared Emblem
    primary: tuple[str, ...] = ()  # committed by the Active Player, like `secondary`
    secondary: tuple[str, ...] = ()
    seizer: int | None = None
    counter: tuple[str, ...] = ()  # committed by the Seizer
    duelist: int | None = None  # the seat whose answer in the duel is due
    bids: tuple[Answer, ...] = ()  # all bids, while the first decision after their reveal is open


class Played(Value):
    """A card on the Stack, with the mode and the seat that played it."""

    card: str
    mode: Mode
    seat: int


class Stack(Value):
    """The Stack of played cards."""

    cards: tuple[Played, ...] = ()  # bottom first
    # The seats that may still answer, next first; empty while resolving.
    queue: tuple[int, ...] = ()
    closed: bool = False
    resolving: Played | None = None  # the card that has left the Stack and is not placed yet
    market: int = 0  # the Black Market that the Customs Clerk looks through, or 0


class Roll(Value):
    """The dice on the table."""

    what: RollFor
    seat: int
    target: int
    dice: tuple[int, int]
    success: bool
    number: int  # counts the rolls of the match
    market: int = 0  # the Black Market visited
    card: str = ""  # the card called back, or the Cutpurse


class State(Value):
    """The state of a match between two decisions."""

    phase: Phase
    stage: Stage
    round: int
    decision: int  # counts the decisions of the match
    dealer: int
    active: int
    players: tuple[Player, ...]
    # The seats that owed an answer when this decision was opened, rising.
    asked: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()  # the sealed answers given so far
    actions: int = 0
    minor: int = 0
    event: EventInForce | None = None
    event_card: str = ""  # "" if the Event Zone is empty
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()  # bottom first
    nest: tuple[str, ...] = ()
    stocks: tuple[str, ...] = ()  # all four together
    markets: tuple[BlackMarket, ...] = ()
    next_market: int = 1
    exile: tuple[str, ...] = ()
    exiled_kings: tuple[str, ...] = ()  # face down in Exile
    box: tuple[str, ...] = ()  # the cards that a quick start leaves out
    purchase: Purchase | None = None
    stack: Stack | None = None
    roll: Roll | None = None
    rolls: int = 0
    sieges: int = 0
    cause: Cause = ""
    winners: tuple[int, ...] = ()


def decision_id(state: State) -> str:
    """Return the id of the open decision, such as "12.seize", or "" after the end."""
    return "" if state.phase is Phase.OVER else f"{state.decision}.{state.phase.value}"


def owing(state: State) -> tuple[int, ...]:
    """Return the seats that still owe an answer, in rising order."""
    done = {answer.seat for answer in state.answers}
    return tuple(seat for seat in state.asked if seat not in done)

"""The complete state of a match. Cards are ids.

A deck is a sequence of layers. The contents of a layer are known, but they have no order: a card is
picked when it is drawn (rules 3.2, 12). So a stored state has no secret future. Layers are in
canonical order.
"""

from __future__ import annotations

import enum
from typing import Literal

from msgspec.structs import replace

from games.engine.base import Value
from games.interop.rules.cards import DECKS, DeckName

LicenceKind = Literal["open", "rand", "closed"]
DeedKind = Literal["buy", "draw", "keep", "adopt", "relicense"]


class Phase(enum.Enum):
    """The phase of a match between two decisions; the Revenue Phase has none."""

    FOUNDERS = "founders"
    INVESTMENT = "investment"
    ALLOCATION = "allocation"
    OVER = "over"


class Running(Value):
    """An application of a deployment and the users on it."""

    app: str
    users: int = 0


class Partner(Value):
    """An interoperable service: an application of another player (rules 10.2).

    `protocols` are the common ones. `users` are its own users. `reach` is `users` divided by the
    number of players, rounded down. `counts` is what it adds: the smaller of `reach` and your
    application's users.
    """

    seat: int
    app: str
    protocols: tuple[str, ...]
    users: int
    reach: int
    counts: int


class Revenue(Value):
    """The revenue of an application, with all its terms (rules 10.3).

    `users` plus the `counts` of all partners are `revenue_users`; times `bandwidth`, they are
    `money`.
    """

    app: str
    bandwidth: int
    users: int
    partners: tuple[Partner, ...]
    revenue_users: int
    money: int


class Account(Value):
    """The totals of a player's money: where it came from and where it went.

    `start` + `fees_got` + `granted` + `earned` - `spent` - `fees_paid` is the player's money.
    """

    start: int
    spent: int = 0  # prices, to the bank
    fees_paid: int = 0
    fees_got: int = 0
    grants: int = 0  # the number of grants
    granted: int = 0  # their total
    earned: int = 0  # the income of all Revenue Phases
    shared: int = 0  # the part of `earned` that came through partners (rules 10.2)


class RoundEnd(Value):
    """A player's income of a Revenue Phase, and the money after it."""

    income: int
    money: int


class Player(Value):
    """A player's deployment and money. Cards are in order of acquisition."""

    seat: int
    money: int
    account: Account
    links: tuple[str, ...] = ()  # titles, repeated if there are several
    protocols: tuple[str, ...] = ()  # deployed and adopted ones
    apps: tuple[Running, ...] = ()
    income: int | None = None  # of the last Revenue Phase, or None before the first
    history: tuple[RoundEnd, ...] = ()  # one entry per Revenue Phase, oldest first
    paid: tuple[Revenue, ...] = ()  # the revenues of which `income` is the sum


class Pile(Value):
    """A research deck: its row, its remaining cards, and the round's discards."""

    deck: DeckName
    row: tuple[str, ...] = ()
    layers: tuple[tuple[str, ...], ...] = ()  # top first, none empty, each in canonical order
    discards: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """The number of cards in the deck, without row and discards."""
        return sum(len(layer) for layer in self.layers)


class Licence(Value):
    """A deployed protocol and its licence."""

    protocol: str
    deployer: int
    licence: LicenceKind
    fee: int = 0
    since: int = 0  # the round in which the licence was set, 0 if by a founder


class Drawn(Value):
    """Cards drawn face down, in that order, waiting for `keep`."""

    deck: DeckName
    cards: tuple[str, ...]


class Deed(Value):
    """An action of the current turn.

    `of` is the card, the deck of a draw, or the protocol.
    """

    kind: DeedKind
    of: str


class State(Value):
    """The state of a match between two decisions."""

    phase: Phase
    round: int
    first: int
    turn: int  # the seat that is asked
    players: tuple[Player, ...]  # by seat
    piles: tuple[Pile, ...]  # in the order of `DECKS`
    kits: tuple[str, ...] = ()
    licences: tuple[Licence, ...] = ()  # in order of deployment
    used: tuple[DeckName, ...] = ()  # decks used in this turn
    done: tuple[Deed, ...] = ()  # everything done in this turn
    drawn: Drawn | None = None
    user_card: str | None = None
    seen: tuple[str, ...] = ()  # the user cards turned up so far, including the current one
    asked: int = 0  # answers given so far; this numbers the decisions
    end_reason: str = ""

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)

    def pile(self, deck: DeckName) -> Pile:
        """Return the pile of a deck."""
        return self.piles[DECKS.index(deck)]

    def order(self) -> tuple[int, ...]:
        """Return all seats "in order": the first player, then to the left (rules 3.1)."""
        return tuple((self.first + step) % self.seats for step in range(self.seats))


def licence_of(state: State, protocol: str) -> Licence | None:
    """Return the licence of a protocol, or None if nobody has deployed it."""
    return next((licence for licence in state.licences if licence.protocol == protocol), None)


def did(state: State, kind: DeedKind, of: str) -> State:
    """Record an action of the current turn."""
    return replace(state, done=(*state.done, Deed(kind=kind, of=of)))


def put_player(state: State, changed: Player) -> State:
    """Return the state with the player of this seat replaced."""
    players = list(state.players)
    players[changed.seat] = changed
    return replace(state, players=tuple(players))


def put_pile(state: State, changed: Pile) -> State:
    """Return the state with the pile of this deck replaced."""
    piles = list(state.piles)
    piles[DECKS.index(changed.deck)] = changed
    return replace(state, piles=tuple(piles))

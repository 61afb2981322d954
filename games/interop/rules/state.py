"""The full truth of a match at rest. Cards are ids; no deck has an order (rules 3.2, 12).

A deck is a run of layers; of a layer it is known what is in it, not in which order, and a card is
chosen when it is drawn. So a stored state holds no secret future. Layers stand in canonical order.
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
    """Where a match at rest is; the Revenue Phase passes by itself."""

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

    `protocols`: the common ones. `users`: its users. `reach`: users divided by the number of
    players, rounded down. `counts`: min(own users, reach), what it adds.
    """

    seat: int
    app: str
    protocols: tuple[str, ...]
    users: int
    reach: int
    counts: int


class Revenue(Value):
    """What an application earns, as a sum that can be read (rules 10.3).

    `users` and what each partner counts are `revenue_users`; times `bandwidth`: `money`.
    """

    app: str
    bandwidth: int
    users: int
    partners: tuple[Partner, ...]
    revenue_users: int
    money: int


class Account(Value):
    """Where a player's money came from and went, all told.

    `start` + `fees_got` + `granted` + `earned` - `spent` - `fees_paid` is `Player.money`.
    """

    start: int
    spent: int = 0  # prices, to the bank
    fees_paid: int = 0
    fees_got: int = 0
    grants: int = 0  # how many
    granted: int = 0  # and how much they were
    earned: int = 0  # income of all Revenue Phases
    shared: int = 0  # of it: what partners brought (rules 10.2)


class RoundEnd(Value):
    """What a player earned in a Revenue Phase, and the money after it."""

    income: int
    money: int


class Player(Value):
    """A deployment and its owner's money. Everything stands in order of acquisition.

    `links`: titles, repeated where there are several. `protocols`: own and adopted. `income`: of
    the last Revenue Phase, None before the first, `paid` its sums. `history`: a line for each
    Revenue Phase, oldest first.
    """

    seat: int
    money: int
    account: Account
    links: tuple[str, ...] = ()
    protocols: tuple[str, ...] = ()
    apps: tuple[Running, ...] = ()
    income: int | None = None
    history: tuple[RoundEnd, ...] = ()
    paid: tuple[Revenue, ...] = ()


class Pile(Value):
    """A research deck: its face-up row, what is left in it, and the round's discards.

    `layers`: top first, none empty; each in canonical order.
    """

    deck: DeckName
    row: tuple[str, ...] = ()
    layers: tuple[tuple[str, ...], ...] = ()
    discards: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """How many cards the deck has, row and discards not counted."""
        return sum(len(layer) for layer in self.layers)


class Licence(Value):
    """A deployed protocol. `since`: the round in which the licence was set (0: by a founder)."""

    protocol: str
    deployer: int
    licence: LicenceKind
    fee: int = 0
    since: int = 0


class Drawn(Value):
    """Cards drawn face down, waiting for `keep`, in the order in which they were drawn."""

    deck: DeckName
    cards: tuple[str, ...]


class Deed(Value):
    """What was done in this turn. `of`: the card, the deck of a draw, or the protocol."""

    kind: DeedKind
    of: str


class State(Value):
    """`turn`: the seat that is asked. `asked`: answers given so far, which numbers the decisions.

    `players` by seat; `piles` in the order of `DECKS`; `licences` in order of deployment. `used`:
    decks used in this turn, `done`: all that was done in it. `seen`: user cards turned up so far,
    the present one (`user_card`) included.
    """

    phase: Phase
    round: int
    first: int
    turn: int
    players: tuple[Player, ...]
    piles: tuple[Pile, ...]
    kits: tuple[str, ...] = ()
    licences: tuple[Licence, ...] = ()
    used: tuple[DeckName, ...] = ()
    done: tuple[Deed, ...] = ()
    drawn: Drawn | None = None
    user_card: str | None = None
    seen: tuple[str, ...] = ()
    asked: int = 0
    end_reason: str = ""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def pile(self, deck: DeckName) -> Pile:
        """What lies and is left of this deck."""
        return self.piles[DECKS.index(deck)]

    def order(self) -> tuple[int, ...]:
        """All seats "in order": the first player, then to the left (rules 3.1)."""
        return tuple((self.first + step) % self.seats for step in range(self.seats))


def licence_of(state: State, protocol: str) -> Licence | None:
    """How a protocol is licensed; None: nobody has deployed it."""
    return next((one for one in state.licences if one.protocol == protocol), None)


def did(state: State, kind: DeedKind, of: str) -> State:
    """The state with one more thing done in this turn."""
    return replace(state, done=(*state.done, Deed(kind=kind, of=of)))


def put_player(state: State, changed: Player) -> State:
    """The state with this player in the place of the one on the same seat."""
    players = list(state.players)
    players[changed.seat] = changed
    return replace(state, players=tuple(players))


def put_pile(state: State, changed: Pile) -> State:
    """The state with this pile in the place of its deck."""
    piles = list(state.piles)
    piles[DECKS.index(changed.deck)] = changed
    return replace(state, piles=tuple(piles))

"""The full truth of a match at rest (rules 5, 6). Cards are ids; decks are sets in canonical order.

No deck has an order: a card is drawn when it is needed, so a stored state holds no secret future.
"""

from __future__ import annotations

import enum

from msgspec.structs import replace

from games.engine.base import Value


class Phase(enum.Enum):
    """Where a match at rest is. The other phases of a round pass by themselves."""

    PLAY = "play"
    VOTE = "vote"
    OVER = "over"


class Status(enum.Enum):
    """How a player stands to the current round."""

    IN = "in"
    WAITING = "waiting"
    AWAY = "away"


class Player(Value):
    """One who sits. `missed`: rounds missed in a row; `late`: the clock ran out on them in this."""

    seat: int
    bot: bool = False
    status: Status = Status.WAITING
    score: int = 0
    hand: tuple[str, ...] = ()
    missed: int = 0
    late: bool = False


class Laid(Value):
    """A play on the table. `handle` is "" until it is shown, and for ever if it never is."""

    seat: int
    cards: tuple[str, ...]
    handle: str = ""
    withdrawn: bool = False


class Ballot(Value):
    """A vote placed: final, and shown to nobody but the voter."""

    seat: int
    handle: str


class Count(Value):
    """Votes of the play of one who is still in the game."""

    seat: int
    votes: int


class Winning(Value):
    """A play that brought a point."""

    seat: int
    cards: tuple[str, ...]


class Result(Value):
    """What is kept of a round for everybody (rules 14.4). `voted`: there was a Vote phase.

    `best`: the winning plays in the order of `points`. Nobody sees them before the end (14.7).
    """

    round: int
    black: str
    points: tuple[int, ...]
    votes: tuple[Count, ...]
    voted: bool
    best: tuple[Winning, ...] = ()


class Gone(Value):
    """One who is out of the match, and how: left, kicked or removed."""

    seat: int
    how: str


class State(Value, weakref=True):
    """`players` in seat order; `next_seat` is the number the next one to join gets at least.

    `plays`: in Vote the shown ones stand first, in the order shown. `passed`: the seats on which
    the clock ran out in this phase.
    """

    phase: Phase
    round: int
    players: tuple[Player, ...]
    next_seat: int
    white_deck: tuple[str, ...]
    black_deck: tuple[str, ...]
    black: str | None = None
    white_discard: tuple[str, ...] = ()
    black_discard: tuple[str, ...] = ()
    plays: tuple[Laid, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    passed: tuple[int, ...] = ()
    gone: tuple[Gone, ...] = ()
    results: tuple[Result, ...] = ()
    end_reason: str = ""


def player_at(state: State, seat: int | None) -> Player | None:
    """The player on this seat; None for spectators and for those who left."""
    return next((player for player in state.players if player.seat == seat), None)


def put(state: State, changed: Player) -> State:
    """The state with this player in the place of the one on the same seat."""
    players = tuple(changed if p.seat == changed.seat else p for p in state.players)
    return replace(state, players=players)


def participants(state: State) -> tuple[Player, ...]:
    """Who takes part in this round, by seat in the order of the players."""
    return tuple(player for player in state.players if player.status is Status.IN)


def present(state: State) -> tuple[Player, ...]:
    """The players who are not away."""
    return tuple(player for player in state.players if player.status is not Status.AWAY)


def play_of(state: State, seat: int | None) -> Laid | None:
    """What this seat laid in this round, withdrawn or not."""
    return next((laid for laid in state.plays if laid.seat == seat), None)


def vote_of(state: State, seat: int | None) -> str | None:
    """The handle this seat voted for in this round."""
    return next((ballot.handle for ballot in state.ballots if ballot.seat == seat), None)


def live_plays(state: State) -> tuple[Laid, ...]:
    """The plays of this round that were not withdrawn."""
    return tuple(laid for laid in state.plays if not laid.withdrawn)


def shown_plays(state: State) -> tuple[Laid, ...]:
    """The plays everybody sees in Vote, withdrawn ones in their places; outside Vote none."""
    return tuple(laid for laid in state.plays if laid.handle)


def asked(state: State) -> tuple[int, ...]:
    """The seats that owe a play or a vote, rising."""
    match state.phase:
        case Phase.PLAY:
            done = {laid.seat for laid in state.plays}
        case Phase.VOTE:
            done = {ballot.seat for ballot in state.ballots}
        case Phase.OVER:
            return ()
    done.update(state.passed)
    return tuple(p.seat for p in participants(state) if p.seat not in done)

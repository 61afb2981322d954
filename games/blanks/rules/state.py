"""The full truth of a match at rest (rules 5, 6).

Cards are ids. Decks are sets in canonical order: a card is drawn only when it is needed, so a
stored state holds no secret future.
"""

from __future__ import annotations

import enum

from msgspec.structs import replace

from games.engine.base import Value


class Phase(enum.Enum):
    """The phase of a match at rest. The other phases of a round pass by themselves."""

    PLAY = "play"
    VOTE = "vote"
    BREAK = "break"  # between two rounds: too few players are there, and nobody is asked
    OVER = "over"


class Status(enum.Enum):
    """A player's part in the current round."""

    IN = "in"
    WAITING = "waiting"
    AWAY = "away"


class Player(Value):
    """A seated player."""

    seat: int
    bot: bool = False
    status: Status = Status.WAITING
    score: int = 0
    hand: tuple[str, ...] = ()
    missed: int = 0  # rounds in a row
    late: bool = False  # the clock ran out on them in this round
    discarded: bool = False  # in this Vote phase


class Laid(Value):
    """A play on the table."""

    seat: int
    cards: tuple[str, ...]
    handle: str = ""  # "" until the play is shown
    withdrawn: bool = False


class Ballot(Value):
    """A vote: final, and shown to nobody but the voter."""

    seat: int
    handle: str


class Count(Value):
    """The votes for the play of a player who is still in the match."""

    seat: int
    votes: int


class Winning(Value):
    """A play that scored a point."""

    seat: int
    cards: tuple[str, ...]


class Result(Value):
    """The public result of a round (rules 14.4)."""

    round: int
    black: str
    points: tuple[int, ...]
    votes: tuple[Count, ...]
    voted: bool  # there was a Vote phase
    # The winning plays in the order of `points`. Not public before the end (rules 14.7).
    best: tuple[Winning, ...] = ()


class Gone(Value):
    """A player who is out of the match."""

    seat: int
    how: str  # "left", "kicked" or "removed"


class State(Value, weakref=True):
    """The state of a match."""

    phase: Phase
    round: int
    players: tuple[Player, ...]  # in seat order
    next_seat: int  # the least number for the next player to join
    white_deck: tuple[str, ...]
    black_deck: tuple[str, ...]
    black: str | None = None
    white_discard: tuple[str, ...] = ()
    black_discard: tuple[str, ...] = ()
    plays: tuple[Laid, ...] = ()  # in Vote the shown ones come first, in the order shown
    ballots: tuple[Ballot, ...] = ()
    passed: tuple[int, ...] = ()  # seats on which the clock ran out in this phase
    breaks: int = 0  # that began since a card was last played
    gone: tuple[Gone, ...] = ()
    results: tuple[Result, ...] = ()
    end_reason: str = ""


def player_at(state: State, seat: int | None) -> Player | None:
    """Return the player on this seat, or None for spectators and former players."""
    return next((player for player in state.players if player.seat == seat), None)


def put(state: State, changed: Player) -> State:
    """Return the state with this player in place of the one on the same seat."""
    players = tuple(changed if p.seat == changed.seat else p for p in state.players)
    return replace(state, players=players)


def participants(state: State) -> tuple[Player, ...]:
    """Return the players who take part in this round, in seat order."""
    return tuple(player for player in state.players if player.status is Status.IN)


def present(state: State) -> tuple[Player, ...]:
    """Return the players who are not away."""
    return tuple(player for player in state.players if player.status is not Status.AWAY)


def play_of(state: State, seat: int | None) -> Laid | None:
    """Return this seat's play of this round, withdrawn or not, or None."""
    return next((laid for laid in state.plays if laid.seat == seat), None)


def vote_of(state: State, seat: int | None) -> str | None:
    """Return the handle that this seat voted for in this round, or None."""
    return next((ballot.handle for ballot in state.ballots if ballot.seat == seat), None)


def live_plays(state: State) -> tuple[Laid, ...]:
    """Return the plays of this round that were not withdrawn."""
    return tuple(laid for laid in state.plays if not laid.withdrawn)


def shown_plays(state: State) -> tuple[Laid, ...]:
    """Return the plays that everybody sees in Vote, withdrawn ones in their places.

    Empty outside Vote.
    """
    return tuple(laid for laid in state.plays if laid.handle)


def asked(state: State) -> tuple[int, ...]:
    """Return the seats that owe a play or a vote, in rising order."""
    match state.phase:
        case Phase.PLAY:
            done = {laid.seat for laid in state.plays}
        case Phase.VOTE:
            done = {ballot.seat for ballot in state.ballots}
        case Phase.BREAK | Phase.OVER:
            return ()
    done.update(state.passed)
    return tuple(p.seat for p in participants(state) if p.seat not in done)

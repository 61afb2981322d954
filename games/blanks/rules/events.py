"""The events of a match (rules 14.5).

No public event has a white card, an author or a vote. Seats are numbers; their names and the owner
of the table are up to the site.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.blanks.rules.content import BlackCard
from games.blanks.rules.state import Result
from games.blanks.rules.view import BlanksView
from games.engine import codec
from games.engine.base import Event, Outcome


def started(seats: Sequence[int]) -> Event:
    """Return the event of the start, with the seats that are taken."""
    return Event(kind="started", facts={"seats": list(seats)})


def round_begun(number: int, black: BlackCard) -> Event:
    """Return the event of a new round (rules 7.1) with its black card.

    `round` counts from 1; `pick` is the number of cards in an answer.
    """
    facts = {"round": number, "card": black.id, "text": black.text, "pick": black.pick}
    return Event(kind="round", facts=facts)


def played(seat: int) -> Event:
    """Return the event of a play, without its cards (rules 14.2)."""
    return Event(kind="played", facts={"seat": seat})


def voting(plays: int) -> Event:
    """Return the event of an opened vote, with the number of plays (rules 7.4)."""
    return Event(kind="voting", facts={"plays": plays})


def voted(seat: int) -> Event:
    """Return the event of a vote, without its play (rules 14)."""
    return Event(kind="voted", facts={"seat": seat})


def discarded(seat: int, count: int) -> Event:
    """Return the event of a discard for one point (rules 8)."""
    return Event(kind="discarded", facts={"seat": seat, "count": count})


def withdrawn() -> Event:
    """Return the event of a withdrawn play, without its author."""
    return Event(kind="withdrawn")


def time_up(phase: str, seats: Sequence[int]) -> Event:
    """Return the event of a deadline that these seats missed."""
    # The seats are no secret: everybody sees on the page who has not answered.
    return Event(kind="time_up", facts={"phase": phase, "seats": list(seats)})


def break_begun(seconds: int, seats: Sequence[int]) -> Event:
    """Return the event of a break of so many seconds, with the seats that are awaited."""
    return Event(kind="break_begun", facts={"seconds": seconds, "seats": list(seats)})


def break_ended() -> Event:
    """Return the event of the end of a break."""
    return Event(kind="break_ended")


def away(seat: int) -> Event:
    """Return the event of a player who is now away (rules 12)."""
    return Event(kind="away", facts={"seat": seat})


def back(seat: int) -> Event:
    """Return the event of a player who plays again from the next round on (rules 12)."""
    return Event(kind="back", facts={"seat": seat})


def joined(seat: int, bot: bool) -> Event:
    """Return the event of a new player, in from the next round on (rules 15)."""
    return Event(kind="joined", facts={"seat": seat, "bot": bot})


def gone(seat: int, how: str) -> Event:
    """Return the event of a player who is out of the match.

    `how` is also its kind: "left", "kicked" or "removed" (by a moderator).
    """
    return Event(kind=how, facts={"seat": seat})


def result(result: Result) -> Event:
    """Return the event of a round's result.

    `votes` are counts in seat order, `seats` the scorers.
    """
    facts = {
        "round": result.round,
        "seats": list(result.points),
        "votes": [codec.plain(count) for count in result.votes],
        "voted": result.voted,
    }
    return Event(kind="result" if result.points else "no_points", facts=facts)


def finished(outcome: Outcome) -> Event:
    """Return the event of the end, with the winners under `seats`."""
    winners = [standing.seat for standing in outcome.standings if standing.winner]
    facts = {"reason": outcome.reason, "seats": winners}
    return Event(kind="finished" if winners else "finished_nobody", facts=facts)


def closing(view: BlanksView, seat: int) -> Event:
    """Return the event of a player's closing view (rules 14.3)."""
    # `once` keeps it out of every log (rules 14.3).
    return Event(kind="closing", to=(seat,), once=True, facts=codec.plain(view))

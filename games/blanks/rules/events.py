"""What is told of a match (rules 14.5). No public event carries a white card, an author or a vote.

Seats are numbers; names, and who owns the table, are the house's matter.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.blanks.rules.content import BlackCard
from games.blanks.rules.state import Result
from games.blanks.rules.view import BlanksView
from games.engine import codec
from games.engine.base import Event, Outcome


def started(seats: Sequence[int]) -> Event:
    """`seats`: who sits at the start."""
    return Event(kind="started", facts={"seats": list(seats)})


def round_begun(number: int, black: BlackCard) -> Event:
    """`round` (from 1), `card`, `text`, `pick` (cards asked for). Rules 7.1."""
    facts = {"round": number, "card": black.id, "text": black.text, "pick": black.pick}
    return Event(kind="round", facts=facts)


def played(seat: int) -> Event:
    """`seat` has played; which cards, nobody is told (rules 14.2)."""
    return Event(kind="played", facts={"seat": seat})


def voting(plays: int) -> Event:
    """`plays`: how many are to be voted on (rules 7.4)."""
    return Event(kind="voting", facts={"plays": plays})


def voted(seat: int) -> Event:
    """`seat` has voted; for whom, nobody is ever told (rules 14)."""
    return Event(kind="voted", facts={"seat": seat})


def discarded(seat: int, count: int) -> Event:
    """`seat`, `count` of cards thrown away for one point (rules 8)."""
    return Event(kind="discarded", facts={"seat": seat, "count": count})


def withdrawn() -> Event:
    """A play was withdrawn. Whose it was is not said."""
    return Event(kind="withdrawn")


def time_up(phase: str, seats: Sequence[int]) -> Event:
    """`seats`: those who let the time pass, which everybody sees on the page as well."""
    return Event(kind="time_up", facts={"phase": phase, "seats": list(seats)})


def away(seat: int) -> Event:
    """`seat` is away (rules 12)."""
    return Event(kind="away", facts={"seat": seat})


def back(seat: int) -> Event:
    """`seat` plays again from the next round on (rules 12)."""
    return Event(kind="back", facts={"seat": seat})


def joined(seat: int, bot: bool) -> Event:
    """`seat`, `bot`: in from the next round on (rules 15)."""
    return Event(kind="joined", facts={"seat": seat, "bot": bot})


def gone(seat: int, how: str) -> Event:
    """`how`: "left", "kicked" or "removed" (by a moderator), which is also the kind."""
    return Event(kind=how, facts={"seat": seat})


def result(result: Result) -> Event:
    """The counts of a round in seat order, and under "seats" who got a point."""
    facts = {
        "round": result.round,
        "seats": list(result.points),
        "votes": [codec.plain(count) for count in result.votes],
        "voted": result.voted,
    }
    return Event(kind="result" if result.points else "no_points", facts=facts)


def finished(outcome: Outcome) -> Event:
    """Under "seats" the winners."""
    winners = [standing.seat for standing in outcome.standings if standing.winner]
    facts = {"reason": outcome.reason, "seats": winners}
    return Event(kind="finished" if winners else "finished_nobody", facts=facts)


def closing(view: BlanksView, seat: int) -> Event:
    """The closing view of one player (rules 14.3): told once, and never kept."""
    return Event(kind="closing", to=(seat,), once=True, facts=codec.plain(view))

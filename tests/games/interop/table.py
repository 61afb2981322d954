"""A table of Interop in memory, as the pages of its viewers show it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from games.engine.base import Abort, Engine, Event
from games.engine.dealer import Dealer
from games.interop.rules.engine import InteropEngine
from games.interop.rules.state import State
from games.page.snapshot import LoggedEvent, MatchSnapshot
from tests.games.interop.play import Game, Table, game, started
from tests.games.page.page_reader import snapshot_at


def moment_at(engine: Engine, state: State, told: Iterable[Event] = ()) -> MatchSnapshot:
    """Return a snapshot of the match in this state, after these events."""
    entries = (
        LoggedEvent(number, 0, state.round, "", {}, event) for number, event in enumerate(told, 1)
    )
    return snapshot_at(engine, state, state.seats, told=entries, game="interop")


def of_table(table: Table) -> MatchSnapshot:
    return moment_at(table.engine, table.state, table.events)


def posts(markup: str) -> list[dict[str, str]]:
    """Return the fields that each form posts, without those its user chooses."""
    found = []
    for form in re.findall(r"<form.*?</form>", markup, re.S):
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        if fields.pop("action", ""):
            fields.pop("key")
            action = re.search(r'name="action" value="(\w+)"', form)
            assert action is not None
            found.append({"action": action[1], **fields})
    return found


# --- Positions


def played() -> Game:
    """Play a whole game of four, whose positions have every kind of decision."""
    return game(4, 8, ("house", "planner"))


def with_kind(kind: str, *, last: bool = False, after: int = 0) -> tuple[InteropEngine, State]:
    """Return a position of `played()` with this kind of decision.

    The first one in or after round `after`, or the last one.
    """
    found = played()
    states = [
        state
        for state in found.states
        if state.round >= after and (asked := found.engine.pending(state)) and asked.kind == kind
    ]
    return found.engine, states[-1 if last else 0]


def founding() -> MatchSnapshot:
    return of_table(started())


def investing() -> MatchSnapshot:
    return moment_at(*with_kind("invest", after=4))


def keeping() -> MatchSnapshot:
    return moment_at(*with_kind("keep", after=3))


def allocating() -> MatchSnapshot:
    return moment_at(*with_kind("allocate", after=5))


def ending() -> MatchSnapshot:
    found = played()
    return moment_at(found.engine, found.states[-1], found.events)


POSITIONS: dict[str, Callable[[], MatchSnapshot]] = {
    "founding": founding,
    "investing": investing,
    "keeping": keeping,
    "allocating": allocating,
    "ending": ending,
}


def broken_off() -> MatchSnapshot:
    """Return a match that a moderator ended in the middle."""
    found = played()
    engine, state, events = found.engine, found.states[-2], found.events
    step = engine.apply(state, None, Abort(), Dealer("0" * 64, 1))
    return moment_at(engine, step.state, events)


def pending_seat(snapshot: MatchSnapshot) -> int:
    """Return the seat that owes the decision."""
    pending = snapshot.engine.pending(snapshot.state)
    assert pending is not None
    return pending.asked[0]

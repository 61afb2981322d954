"""A finished match as it stood after an entry of its log: what each seat saw then.

Positions are made by carrying the log out again, from the last one before them that was kept. Few
are: whatever is kept, Python looks through for garbage, which costs more than to make it.
"""

from __future__ import annotations

import copy
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, ClassVar

from games.engine.base import View
from games.engine.dealer import Drawn
from games.engine.record import Replayed, keeper_of, replay
from games.logs import log_of
from games.models import LogEntry, Match, Seat
from games.page.snapshot import CHAPTERS_SHOWN, MatchSnapshot, Occupant, read_entries
from games.records import line_of
from games.rules import engine_of, state_of
from games.selectors.titles import title_of

_KEPT = 16  # matches, in each process
STRIDE = 32  # of so many positions one is kept


@dataclass
class PastSnapshot(MatchSnapshot):
    """What stood after a step. The whole truth of then: only `view` may be shown."""

    past: ClassVar[bool] = True

    def view(self, seat: int | None) -> View:
        if seat not in self._views:
            then = self.engine.view(self.state, seat)
            self._views[seat] = keeper_of(title_of(self.match)).past(then)
        return self._views[seat]


@dataclass
class Walk:
    """A finished match, step by step: entry 1 of its log, its start, is step 1."""

    match: Match
    entries: list[LogEntry]
    seats: tuple[Occupant, ...]
    _states: list[Any] = field(default_factory=lambda: [None])  # after every `STRIDE`th step
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def length(self) -> int:
        return len(self.entries)

    @cached_property
    def rounds(self) -> list[int]:
        """The steps at which one begins."""
        first: dict[int, int] = {}
        for entry in self.entries:
            first.setdefault(entry.chapter, entry.seq)
        return list(first.values())

    @cached_property
    def counted(self) -> Any:
        """What it came to, as its title counts."""
        return title_of(self.match).numbers([*self._from(0, self.length)])

    def at(self, step: int) -> Replayed:
        """What was carried out at this step, 1 to `length`."""
        with self._lock:
            begin = min((step - 1) // STRIDE, len(self._states) - 1)
            for replayed in self._from(begin * STRIDE, step):
                if replayed.line.number == len(self._states) * STRIDE:
                    self._states.append(replayed.step.state)
        return replayed

    def _from(self, begin: int, end: int) -> Iterator[Replayed]:
        """What was carried out after this step, after which the state is kept, up to that one."""
        lines = [line_of(entry) for entry in self.entries[begin:end]]
        return replay(engine_of(self.match), lines, self._states[begin // STRIDE])

    def snapshot(self, step: int) -> PastSnapshot:
        """The match as it stood after it; running, even after the last step."""
        state, entry = self._state(step), self.entries[step - 1]
        match = copy.copy(self.match)
        match.status, match.outcome, match.ended_at = Match.Status.RUNNING, None, None
        match.entries, match.chapter, match.decision_id = step, entry.chapter, entry.decision
        match.owner_id = match.deadline = None
        seated = _seated(engine_of(match), state)
        past = PastSnapshot(
            match=match, seats=tuple(_then(one, one.index in seated) for one in self.seats)
        )
        vars(past)["state"] = state
        # As long a log as the match itself showed then.
        shown = takewhile(
            lambda one: one.chapter > entry.chapter - CHAPTERS_SHOWN, self._back(step)
        )
        vars(past)["told"] = tuple(read_entries([*shown][::-1]))
        return past

    def _state(self, step: int) -> Any:
        """The last one is kept with the match, so that no step need be carried out for it."""
        if step == self.length and self.match.snapshot is not None:
            return state_of(self.match)
        return self.at(step).step.state

    def _back(self, step: int) -> Iterator[LogEntry]:
        return (self.entries[place] for place in range(step - 1, -1, -1))

    def draws(self, step: int) -> tuple[Drawn, ...]:
        """What chance gave in it, but for what the record keeps closed; without the pools."""
        shows = keeper_of(title_of(self.match)).shows
        drawn = (
            Drawn(place=f"{step}.{index}", kind="draw", name=name, of=(), out=out)
            for index, (name, out) in enumerate(line_of(self.entries[step - 1]).drawn)
        )
        return tuple(one for one in drawn if shows(one))

    def decisions(self, seat: int | None) -> list[int]:
        """The steps after which this seat decided something; of nobody in particular: any seat."""
        acted = (entry for entry in self.entries[1:] if entry.seat is not None)
        return [entry.seq - 1 for entry in acted if seat is None or entry.seat == seat]


def _seated(engine: Any, state: Any) -> set[int]:
    """Who sat then: in a game that people may join, as everybody saw it; else who sat down."""
    players = getattr(engine.view(state, None), "players", ())
    if players and hasattr(players[0], "seat"):
        return {player.seat for player in players}
    return set(range(len(engine.setup.seats)))


def _then(occupant: Occupant, seated: bool) -> Occupant:
    status = Seat.Status.SEATED if seated else Seat.Status.LEFT
    return replace(occupant, status=status, away=False, stand_in=False)


_walks: OrderedDict[str, Walk] = OrderedDict()
_lock = threading.Lock()


def walk_of(match: Match, seats: tuple[Occupant, ...]) -> Walk:
    """A finished match step by step; what was walked before need not be walked again.

    `seats`: who sat there, as they are called now.
    """
    with _lock:
        kept = _walks.get(match.public_id)
        if kept is not None and kept.seats == seats:
            _walks.move_to_end(match.public_id)
            return kept
    entries = log_of(match)
    walk = Walk(match, entries, seats)
    with _lock:
        _walks[match.public_id] = walk
        while len(_walks) > _KEPT:
            _walks.popitem(last=False)
    return walk

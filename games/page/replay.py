"""A match that is over, step by step: its log executed again, and what a step shows.

A game at a table is stepped through by its log (`Walk`); a game without an engine makes a `Replay`
of its own (`registry.Game.replay`).
"""

from __future__ import annotations

import copy
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.core.translation import gettext as _
from games.engine.base import View
from games.engine.dealer import Drawn
from games.engine.record import Replayed, keeper_of, replay
from games.models import LogEntry, Match, Seat
from games.page.frame import rows
from games.page.log import lines_of_step
from games.page.snapshot import CHAPTERS_SHOWN, MatchSnapshot, Occupant, read_entries
from games.page.viewer import TableViewing
from games.registry import title_of
from games.services.log import log_of
from games.services.match_engine import engine_of, state_of
from games.services.record import line_of

# --- A finished match as it stood after an entry of its log: what each seat saw then.
#
# Positions are made by carrying the log out again, from the last one before them that was kept.
# Few are: whatever is kept, Python looks through for garbage, which costs more than to make it.


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


ALL = "all"  # in the address: with all hands open
# What names another element of the page.
_IDS = re.compile(r'\b(id|for|list|aria-(?:labelledby|describedby|controls))="')


@dataclass(frozen=True)
class Hand:
    """What one seat saw of its own."""

    name: str
    drawn: SafeString


@dataclass(frozen=True)
class Replay:
    """What the page shows of one step. `seat`: whose eyes, as the address says it.

    `said`: what was told in it; `log`: what was told up to it, as list items. `draws`: what chance
    gave in it, with its proof, "" if nothing. `rounds`: steps at which one begins. `last_decision`,
    `next_decision`: of this seat, None where there is none.
    """

    path: str
    step: int
    length: int
    seat: str
    eyes: Sequence[tuple[str, str]]
    phase: str
    board: SafeString
    players: SafeString
    hands: Sequence[Hand]
    log: SafeString
    said: Sequence[str]
    draws: SafeString
    rounds: Sequence[int]
    last_decision: int | None
    next_decision: int | None

    def address(self, step: int) -> str:
        return f"{self.path}?{urlencode({'seat': self.seat, 'step': step})}"


def replay_of(walk: Walk, user: Any, seat: str | None, step: int) -> Replay:
    """This step, or the nearest that there is. `seat` None: the viewer's own eyes.

    Raises `LookupError` where nobody sat, `IllegalAction` or `ValueError` for a log that does not
    fit the rules.
    """
    if seat is None:
        seat = next((str(one.index) for one in walk.seats if one.user_id == user.pk), "")
    if seat not in {"", ALL, *(str(one.index) for one in walk.seats)}:
        raise LookupError(seat)
    step = min(max(step, 1), walk.length)
    past = walk.snapshot(step)
    viewing = _viewing(past, user, None if seat in {"", ALL} else int(seat))
    play, decisions = viewing.play, walk.decisions(viewing.number)
    return Replay(
        path=path_of(past.match.public_id),
        step=step,
        length=walk.length,
        seat=seat,
        eyes=eyes_of((str(one.index), one.name) for one in walk.seats),
        phase=play.phase,
        board=play.fragment("board"),
        players=SafeString("".join(rows(viewing))),
        hands=[*_hands(past, viewing, seat)],
        log=play.log_items,
        said=lines_of_step(past, viewing.number, play.pages.sentence, step),
        draws=_draws(walk, past, step),
        rounds=walk.rounds,
        last_decision=max((one for one in decisions if one < step), default=None),
        next_decision=min((one for one in decisions if one > step), default=None),
    )


def _draws(walk: Walk, past: PastSnapshot, step: int) -> SafeString:
    drawn = walk.draws(step)
    if not drawn:
        return SafeString("")
    match = past.match
    values = {"draws": drawn, "match_id": match.public_id, "slug": match.game}
    return render("games/parts/replay_draws.jinja", **values)


def path_of(public_id: str) -> str:
    return reverse("games:replay", args=[public_id])


def eyes_of(seats: Iterable[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Through whose eyes a match is seen: as it stands in the address, and in words."""
    return [("", _("A spectator")), *seats, (ALL, _("All hands"))]


def own_ids(drawn: str, seat: int) -> SafeString:
    """With ids that are this seat's own, for all hands stand on one page."""
    return SafeString(_IDS.sub(rf'\1="hand-{seat}-', drawn))


def _hands(past: PastSnapshot, viewing: TableViewing, seat: str) -> Iterator[Hand]:
    """The seat's own, or everybody's."""
    for one in past.present if seat == ALL else ():
        drawn = _viewing(past, viewing.user, one.index).play.fragment("seat")
        yield Hand(one.name, own_ids(drawn, one.index))
    if viewing.number in {one.index for one in past.present}:
        yield Hand(_("My seat"), viewing.play.fragment("seat"))


def _viewing(past: PastSnapshot, user: Any, eyes: int | None) -> TableViewing:
    """Return this user at the match of then, on the seat through whose eyes they look."""
    viewing = TableViewing(past.match.public_id, user, _snapshot=past)
    viewing.viewer.seat = eyes
    return viewing

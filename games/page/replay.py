"""The replay of a finished match: its log executed again, step by step.

A game at a table is replayed from its log (`Walk`). A game without an engine builds a `Replay` of
its own (`registry.Game.replay`).
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

# --- Positions of a finished match after each entry of its log
#
# A position is made by executing the log again from the last stored position before it. Few are
# stored: Python's garbage collector walks through all of them, which costs more than making them.


_KEPT = 16  # matches, in each process
STRIDE = 32  # steps from one stored position to the next


@dataclass
class PastSnapshot(MatchSnapshot):
    """The match after a step. It holds the whole truth: only `view` may be shown."""

    past: ClassVar[bool] = True

    def view(self, seat: int | None) -> View:
        if seat not in self._views:
            then = self.engine.view(self.state, seat)
            self._views[seat] = keeper_of(title_of(self.match)).past(then)
        return self._views[seat]


@dataclass
class Walk:
    """A finished match, step by step. Step 1 is the start, its log's first entry."""

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
        """The steps at which a round begins."""
        first: dict[int, int] = {}
        for entry in self.entries:
            first.setdefault(entry.chapter, entry.seq)
        return list(first.values())

    @cached_property
    def counted(self) -> Any:
        """The match's statistics, as its title counts them."""
        return title_of(self.match).numbers([*self._from(0, self.length)])

    def at(self, step: int) -> Replayed:
        """Return the result of executing this step, 1 to `length`."""
        with self._lock:
            begin = min((step - 1) // STRIDE, len(self._states) - 1)
            for replayed in self._from(begin * STRIDE, step):
                if replayed.line.number == len(self._states) * STRIDE:
                    self._states.append(replayed.step.state)
        return replayed

    def _from(self, begin: int, end: int) -> Iterator[Replayed]:
        """Yield the steps after `begin`, a multiple of `STRIDE`, up to `end`."""
        lines = [line_of(entry) for entry in self.entries[begin:end]]
        return replay(engine_of(self.match), lines, self._states[begin // STRIDE])

    def snapshot(self, step: int) -> PastSnapshot:
        """Return the match after a step. It counts as running, even after the last step."""
        state, entry = self._state(step), self.entries[step - 1]
        match = copy.copy(self.match)
        match.status, match.outcome, match.ended_at = Match.Status.RUNNING, None, None
        match.entries, match.chapter, match.decision_id = step, entry.chapter, entry.decision
        match.owner_id = match.deadline = None
        seated = _seated(engine_of(match), state)
        past = PastSnapshot(
            match=match, seats=tuple(_occupant_then(one, one.index in seated) for one in self.seats)
        )
        vars(past)["state"] = state
        # The log has the length that the match itself showed then.
        shown = takewhile(
            lambda one: one.chapter > entry.chapter - CHAPTERS_SHOWN, self._back(step)
        )
        vars(past)["told"] = tuple(read_entries([*shown][::-1]))
        return past

    def _state(self, step: int) -> Any:
        # The last state is stored with the match, so no step need be executed for it.
        if step == self.length and self.match.snapshot is not None:
            return state_of(self.match)
        return self.at(step).step.state

    def _back(self, step: int) -> Iterator[LogEntry]:
        return (self.entries[place] for place in range(step - 1, -1, -1))

    def draws(self, step: int) -> tuple[Drawn, ...]:
        """Return the draws of a step that the record may show, without their pools."""
        shows = keeper_of(title_of(self.match)).shows
        drawn = (
            Drawn(place=f"{step}.{index}", kind="draw", name=name, of=(), out=out)
            for index, (name, out) in enumerate(line_of(self.entries[step - 1]).drawn)
        )
        return tuple(one for one in drawn if shows(one))

    def decisions(self, seat: int | None) -> list[int]:
        """Return the steps after which this seat decided something; None is any seat."""
        acted = (entry for entry in self.entries[1:] if entry.seat is not None)
        return [entry.seq - 1 for entry in acted if seat is None or entry.seat == seat]


def _seated(engine: Any, state: Any) -> set[int]:
    """Return the seats that were taken then."""
    # In a game that people may join late, the public view lists its players.
    players = getattr(engine.view(state, None), "players", ())
    if players and hasattr(players[0], "seat"):
        return {player.seat for player in players}
    return set(range(len(engine.setup.seats)))


def _occupant_then(occupant: Occupant, seated: bool) -> Occupant:
    status = Seat.Status.SEATED if seated else Seat.Status.LEFT
    return replace(occupant, status=status, away=False, stand_in=False)


_walks: OrderedDict[str, Walk] = OrderedDict()
_lock = threading.Lock()


def walk_of(match: Match, seats: tuple[Occupant, ...]) -> Walk:
    """Return a finished match for stepping through, cached for the last few matches.

    `seats` has the occupants under their current names.
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


ALL = "all"  # in the URL: with all hands open
# The attributes that name an element of the page.
_IDS = re.compile(r'\b(id|for|list|aria-(?:labelledby|describedby|controls))="')


@dataclass(frozen=True)
class Hand:
    """A seat's own fragment, as the player on it saw it."""

    name: str
    html: SafeString


@dataclass(frozen=True)
class Replay:
    """A step of a match, as the page shows it."""

    path: str
    step: int
    length: int
    seat: str  # the point of view, as in the URL
    eyes: Sequence[tuple[str, str]]  # the points of view to choose from, with their labels
    phase: str
    board: SafeString
    players: SafeString
    hands: Sequence[Hand]
    log: SafeString  # the log up to this step, as list items
    said: Sequence[str]  # the sentences of this step
    draws: SafeString  # the draws of this step with their proof, "" for none
    rounds: Sequence[int]  # the steps at which a round begins
    last_decision: int | None  # the previous step after which this seat decided something
    next_decision: int | None  # and the next one

    def address(self, step: int) -> str:
        return f"{self.path}?{urlencode({'seat': self.seat, 'step': step})}"


def replay_of(walk: Walk, user: Any, seat: str | None, step: int) -> Replay:
    """Return this step, or the nearest one that exists.

    `seat` is a point of view as in the URL; None is the viewer's own. Raise `LookupError` if nobody
    sat there, and `IllegalAction` or `ValueError` for a log that does not fit the rules.
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
    """Return the points of view on a match: pairs of the URL's value and a label."""
    return [("", _("A spectator")), *seats, (ALL, _("All hands"))]


def own_ids(html: str, seat: int) -> SafeString:
    """Return a seat's HTML with ids of its own, since one page shows all hands."""
    return SafeString(_IDS.sub(rf'\1="hand-{seat}-', html))


def _hands(past: PastSnapshot, viewing: TableViewing, seat: str) -> Iterator[Hand]:
    """Yield the viewed seat's own fragment, or those of all seats."""
    for one in past.present if seat == ALL else ():
        html = _viewing(past, viewing.user, one.index).play.fragment("seat")
        yield Hand(one.name, own_ids(html, one.index))
    if viewing.number in {one.index for one in past.present}:
        yield Hand(_("My seat"), viewing.play.fragment("seat"))


def _viewing(past: PastSnapshot, user: Any, eyes: int | None) -> TableViewing:
    """Return this user's view of the past match, from the given seat."""
    viewing = TableViewing(past.match.public_id, user, _snapshot=past)
    viewing.viewer.seat = eyes
    return viewing

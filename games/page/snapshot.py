"""A match at one version, decoded once per process and shared by all its viewers.

It holds the whole truth: only `view` may be shown, and nothing here is ever sent.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from chat.core.prepared_queries import Prepared
from chat.live.batch import memoized_in_batch
from games.engine import codec
from games.engine.base import Engine, Event, View
from games.models import LogEntry, Match, Seat
from games.registry import game_of, is_crowd
from games.services.advance import Written
from games.services.log import log_of
from games.services.match_engine import engine_of, state_of

T = TypeVar("T")

# Snapshots per process. Few, since that of a finished match holds its whole log for each viewer.
_KEPT = 256
_UNUSED = 120.0  # seconds until a snapshot without readers is dropped
_ROLES = ("seat", "owner", "victim", "giver", "to")  # keys of an event's facts that name a seat
# Length of a log. In chapters, since entries that only others may read must not shift it.
CHAPTERS_SHOWN = 3


@dataclass(frozen=True)
class Occupant:
    """The public facts of the player on a seat."""

    index: int
    name: str
    user_id: int | None
    username: str
    bot: bool
    hue: int
    status: str
    away: bool
    stand_in: bool
    bot_name: str = ""

    def __hash__(self) -> int:
        # Caches are keyed by occupants. These fields tell most of them apart, and hash fast.
        return hash((self.index, self.name, self.status))

    @property
    def seated(self) -> bool:
        return self.status == Seat.Status.SEATED


@dataclass(frozen=True)
class SeatPreferences:
    """A player's private settings and absences, for their own page only."""

    auto: frozenset[str] = frozenset()  # names of the preferences that are on
    guided: bool = False  # hints are shown
    # The log entries after which, and up to which, a stand-in played; no end while it still does.
    absence: tuple[int, int | None] | None = None
    late: int = 0  # decisions in a row that expired


@dataclass(frozen=True)
class LoggedEvent:
    """An event in the log, with the entry that it is in."""

    seq: int
    number: int  # index of the event in its entry
    chapter: int
    decision: str
    streams: dict[str, int]
    event: Event
    # Its lines by viewer, cached by games.page.log while the match is played.
    lines: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def concerned(self) -> frozenset[int]:
        """The seats that the event mentions."""
        facts = self.event.facts
        roles = {facts[role] for role in _ROLES if isinstance(facts.get(role), int)}
        return frozenset({*facts.get("seats", ()), *roles, *facts.get("points", ())})


@dataclass
class MatchSnapshot:
    """A decoded version of a match."""

    past: ClassVar[bool] = False  # a position of a replay
    match: Match
    seats: tuple[Occupant, ...]
    wishes: dict[int, SeatPreferences] = field(default_factory=dict)
    before: tuple[LoggedEvent, ...] = ()  # events that an earlier snapshot has read,
    read: int = 0  # up to this log entry
    _views: dict[int | None, View] = field(default_factory=dict)
    _shared: dict[Hashable, Any] = field(default_factory=dict)
    used: float = 0.0  # time.monotonic() of the last use

    @cached_property
    def engine(self) -> Engine:
        return engine_of(self.match)

    @cached_property
    def state(self) -> Any:
        return state_of(self.match)

    @cached_property
    def told(self) -> tuple[LoggedEvent, ...]:
        """The events of the last chapters, oldest first.

        Private events are among them, so filter by viewer. A finished match has all its events.
        """
        if self.match.over:
            return tuple(read_entries(log_of(self.match)))
        rows = LogEntry.objects.filter(match=self.match, seq__lte=self.match.entries)
        fresh = rows.filter(chapter__gte=self._first_chapter, seq__gt=self.read).order_by("seq")
        return self.recent() + tuple(read_entries(fresh))

    @cached_property
    def told_once(self) -> tuple[LoggedEvent, ...]:
        """The one-time events that still last. Private ones too: filter by viewer.

        They last until the phase after them has ended.
        """
        now = self.match.decision_id
        return tuple(told for told in self.told if told.event.once and told.decision == now)

    def recent(self) -> tuple[LoggedEvent, ...]:
        """Return the events that an earlier snapshot has read and that are still shown."""
        return tuple(told for told in self.before if told.chapter >= self._first_chapter)

    @property
    def _first_chapter(self) -> int:
        return self.match.chapter - CHAPTERS_SHOWN + 1

    @cached_property
    def opened(self) -> bool:
        """True if the end has opened the hidden facts.

        After an abort that depends on the game.
        """
        if self.match.status == Match.Status.ABORTED:
            return game_of(self.match.game).opens_when_aborted
        return self.match.over

    def view(self, seat: int | None) -> View:
        """Return the match as this seat may see it; None is a spectator."""
        # The first reader has the views of all seats computed.
        if seat not in self._views:
            for viewer in {None, seat, *(occupant.index for occupant in self.present)}:
                if viewer not in self._views:
                    self._views[viewer] = self.engine.view(self.state, viewer)
            if self.match.snapshot is not None:
                # The state is the largest field, and can be decoded again if a former player
                # needs a view.
                vars(self).pop("state", None)
        return self._views[seat]

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value under this key, made once per version for all viewers.

        It may depend only on the key and on what everybody may know. The key of a text must contain
        its language.
        """
        found: T | None = self._shared.get(key)
        if found is None:
            found = self._shared[key] = make()
        return found

    def stream(self, seat: int | None) -> str:
        """Return this viewer's place in their stream: "seat:revision"."""
        return self.match.stream_of(seat)

    def preferences_of(self, seat: int | None) -> SeatPreferences:
        """Return the private settings of a seat, for that player's own page only."""
        return SeatPreferences() if seat is None else self.wishes.get(seat, SeatPreferences())

    def occupant(self, index: int) -> Occupant | None:
        return self._occupants.get(index)

    @cached_property
    def _occupants(self) -> dict[int, Occupant]:
        return {seat.index: seat for seat in self.seats}

    @cached_property
    def present(self) -> tuple[Occupant, ...]:
        return tuple(seat for seat in self.seats if seat.seated)

    @cached_property
    def owner(self) -> Occupant | None:
        owner = self.match.owner_id
        return next((s for s in self.present if s.user_id is not None and s.user_id == owner), None)

    def seat_of(self, user: Any) -> int | None:
        """Return this user's present seat, or None."""
        return self._index_of.get(user.pk)

    @cached_property
    def _index_of(self) -> dict[int | None, int]:
        return {s.user_id: s.index for s in self.present if s.user_id is not None}

    def played(self, user: Any) -> bool:
        """Return True if this user has or once had a seat."""
        return any(seat.user_id == user.pk for seat in self.seats)

    def was_removed(self, user: Any) -> bool:
        """Return True if this user was removed from their last seat."""
        own = [seat.status for seat in self.seats if seat.user_id == user.pk]
        return own[-1:] == [Seat.Status.KICKED]

    @property
    def hues(self) -> dict[int, int]:
        """The colours of seats by user."""
        return {seat.user_id: seat.hue for seat in self.seats if seat.user_id is not None}


@dataclass
class Crowd(MatchSnapshot):
    """A match with so many seats that they are never read at once, but one by one."""

    _numbers: dict[int, int | None] = field(default_factory=dict)

    def occupant(self, index: int) -> Occupant | None:
        return self._first(index=index)

    @property
    def owner(self) -> Occupant | None:
        owner = self.match.owner_id
        return None if owner is None else self._first(user=owner, status=Seat.Status.SEATED)

    def seat_of(self, user: Any) -> int | None:
        if user.pk is None:
            return None
        if user.pk not in self._numbers:  # one query per user and version of the match
            seat = self._first(user=user.pk, status=Seat.Status.SEATED)
            self._numbers[user.pk] = None if seat is None else seat.index
        return self._numbers[user.pk]

    def played(self, user: Any) -> bool:
        return Seat.objects.filter(match=self.match, user=user.pk).exists()

    def was_removed(self, user: Any) -> bool:
        own = Seat.objects.filter(match=self.match, user=user.pk).order_by("-index")
        return own.values_list("status", flat=True).first() == Seat.Status.KICKED

    def _first(self, **wanted: Any) -> Occupant | None:
        rows = Seat.objects.filter(match=self.match, **wanted).select_related("user")
        seat = rows.order_by("index").first()
        return None if seat is None else occupant_of(seat)


_version = Prepared(
    lambda name: Match.objects.filter(public_id=name).values_list("pk", "version", "status"),
    name=str,
)
_snapshots: OrderedDict[str, MatchSnapshot] = OrderedDict()
_lock = threading.Lock()


def snapshot_of(public_id: str) -> MatchSnapshot | None:
    """Return the current snapshot of a match, or None if there is no such match."""
    return memoized_in_batch(("snapshot", public_id), lambda: _current(public_id))


def prime_cache(written: Written) -> None:
    """Cache the snapshot of a version that this process has just committed.

    Viewers in this process then need not read it from the database.
    """
    match = written.match
    with _lock:
        kept = _snapshots.get(match.public_id)
    if kept is None or kept.match.version >= match.version:
        return  # nobody views it here, or a newer version is cached
    snapshot = _build(match, written.seats)
    snapshot._views = dict(written.views)  # noqa: SLF001  (of this module)
    _reuse_log(kept, snapshot)
    if snapshot.read == match.entries - 1 and not match.over:
        vars(snapshot)["told"] = (*snapshot.recent(), *read_entries([written.entry]))
    _keep(snapshot)


def _keep(snapshot: MatchSnapshot) -> None:
    with _lock:
        _snapshots[snapshot.match.public_id] = snapshot
        _note_use(snapshot)
        while len(_snapshots) > _KEPT or _is_unused(next(iter(_snapshots.values()))):
            _snapshots.popitem(last=False)


def _note_use(snapshot: MatchSnapshot) -> None:
    snapshot.used = time.monotonic()
    _snapshots.move_to_end(snapshot.match.public_id)


def _is_unused(snapshot: MatchSnapshot) -> bool:
    return time.monotonic() - snapshot.used > _UNUSED


def _current(public_id: str) -> MatchSnapshot | None:
    row = _version.first(name=public_id)
    if row is None:
        return None
    pk, version, status = row
    with _lock:
        kept = _snapshots.get(public_id)
        if kept is not None and (kept.match.version, kept.match.status) == (version, status):
            _note_use(kept)
            return kept
    snapshot = _load(pk, kept)
    _keep(snapshot)
    return snapshot


def _load(pk: int, earlier: MatchSnapshot | None) -> MatchSnapshot:
    match = Match.objects.select_related("owner").get(pk=pk)
    if is_crowd(match):
        return Crowd(match=match, seats=())
    snapshot = _build(match, match.seats.select_related("user"))
    _reuse_log(earlier, snapshot)
    return snapshot


def _build(match: Match, seats: Iterable[Seat]) -> MatchSnapshot:
    seats = sorted(seats, key=lambda seat: seat.index)
    return MatchSnapshot(
        match=match,
        seats=tuple(occupant_of(seat) for seat in seats),
        wishes={seat.index: _preferences(match, seat) for seat in seats},
    )


def _reuse_log(earlier: MatchSnapshot | None, snapshot: MatchSnapshot) -> None:
    """Take over the part of the log that an earlier snapshot has read."""
    entries = snapshot.match.entries
    if earlier is None:
        return
    # The same tuple where the same people sit: much is compared by it, which is fast for identity.
    if earlier.seats == snapshot.seats:
        snapshot.seats = earlier.seats
    if "told" in vars(earlier) and earlier.match.entries <= entries:
        snapshot.before, snapshot.read = earlier.told, earlier.match.entries


def read_entries(rows: Iterable[LogEntry]) -> Iterator[LoggedEvent]:
    """Yield the events of log entries, private ones included."""
    for row in rows:
        for number, event in enumerate(codec.decode(bytes(row.events), tuple[Event, ...])):
            yield LoggedEvent(row.seq, number, row.chapter, row.decision, row.streams, event)


def _preferences(match: Match, seat: Seat) -> SeatPreferences:
    """Return the player's settings, with the game's defaults for the rest."""
    kind = game_of(match.game).title.preferences_type
    said = codec.plain(codec.build(seat.auto, kind))
    absent = None if seat.absent_from is None else (seat.absent_from, seat.absent_to)
    names = frozenset(name for name, on in said.items() if on)
    return SeatPreferences(names, seat.guided, absent, seat.missed)


def occupant_of(seat: Seat) -> Occupant:
    """Return the player on this seat as pages show them."""
    user = seat.user
    return Occupant(
        index=seat.index,
        name=seat.shown_name,
        user_id=seat.user_id,
        username=user.username if user is not None else "",
        bot=seat.is_bot,
        hue=seat.hue,
        status=seat.status,
        away=seat.away,
        stand_in=bool(seat.stand_in),
        bot_name=seat.bot,
    )

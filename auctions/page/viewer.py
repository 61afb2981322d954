"""The viewer of a week: the state of the match, their seat, and the page shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from auctions.page.query_params import Look, address
from auctions.page.words import weekday_and_time
from auctions.rules.options import VeniceOptions
from auctions.rules.schedule import AUCTIONS, OPENING, daily_instants
from auctions.selectors.marks import done_with
from auctions.selectors.own_seat import owners
from auctions.selectors.public_week import WeekView, week_of
from auctions.zones import zone_of
from chat.core.clock import nearly_now, now
from chat.live.batch import join_batch, loaded_in_batch, memoized_in_batch
from chat.live.fragments import NO_MARKS, Denied, Marks
from chat.people import PERSON, zone_of as zone_of_person
from games.models import Match, Seat
from games.page.access import check_access
from games.page.context import PlayContext, TableContext, ViewerContext
from games.page.snapshot import MatchSnapshot, SeatPreferences, occupant_of
from games.page.viewer import heard_at
from games.refusals import Refusal
from games.services.match_engine import options_of

# --- Contexts for the fragments that all games share, for matches of any size ---


LISTED = 24  # players listed while the table waits


class WeekTable(TableContext):
    """The table of a week, which counts its players without reading every seat."""

    def __init__(self, viewing: Viewing) -> None:
        super().__init__(viewing.snapshot)
        self._viewing = viewing

    @property
    def chance_terms(self) -> Hashable:
        # The players' names are not read here; the version changes whenever they do.
        return self._match.version

    @property
    def taken(self) -> int:
        return self._viewing.kept("taken", _seated(self._viewing).count)

    @property
    def people(self) -> int:
        return self._viewing.kept(
            "people", _seated(self._viewing).filter(bot="", program=False).count
        )


class WeekPlay(PlayContext):
    """A week as its viewer may see it.

    Venice renders all of it itself except the options.
    """

    def __init__(self, viewing: Viewing) -> None:
        super().__init__(viewing.snapshot, viewing.table, viewing.viewer)
        self._viewing = viewing

    def _values(self, name: str) -> Mapping[str, Any]:
        """Return the table's options and its smallest and largest number of seats."""
        assert name == "summary"
        settings, viewing = self._table.settings, self._viewing
        values = {"options": viewing.options, "least": settings.least, "most": settings.most}
        return values | first_auction(viewing.options, viewing.zone)


def first_auction(options: VeniceOptions, zone: ZoneInfo) -> dict[str, Any]:
    """Return when the opening would be if the week began now, in this zone.

    The values are empty at the fast pace.
    """
    if options.pace != "daily":
        return {"opening": None, "opening_here": ""}
    instant = daily_instants(nearly_now(), zone_of(options.zone))[OPENING]
    return {"opening": instant, "opening_here": weekday_and_time(instant, zone)}


def _seated(viewing: Viewing) -> QuerySet[Seat]:
    return Seat.objects.filter(match=viewing.match, status=Seat.Status.SEATED)


def snapshot_of_week(viewing: Viewing) -> MatchSnapshot:
    """Return a small snapshot of the match.

    Before the start it holds the first players and the owner, and always the viewer's own seat.
    """
    match = viewing.match
    if viewing.stage != "open":
        return light_snapshot(match, viewing.seat)
    first = list(_seated(viewing).select_related("user").order_by("index")[:LISTED])
    known = {seat.pk for seat in first}
    needed = _seated(viewing).select_related("user").filter(user__in=[match.owner_id or 0])
    also = [seat for seat in (*needed, viewing.seat) if seat is not None and seat.pk not in known]
    return light_snapshot(match, *first, *also)


def light_snapshot(match: Match, *seats: Seat | None) -> MatchSnapshot:
    """Return a snapshot with only these seats, as a match may have 100,000 of them."""
    known = [seat for seat in seats if seat is not None]
    return MatchSnapshot(
        match=match,
        seats=tuple(occupant_of(seat) for seat in known),
        wishes={seat.index: SeatPreferences(guided=seat.guided) for seat in known},
    )


T = TypeVar("T")
Stage = Literal["open", "closed", "running", "stalled", "aborted", "finished"]
SHARED = ("board", "players", "log")
PUBLIC = (*SHARED, "moment")  # even a player's own highlight changes only with an auction


@dataclass
class Viewing:
    """Implements `games.page.viewer.Viewing` without reading all seats of the match.

    It queries the match again at every `check`. Between updates it holds only the viewer's
    identity.
    """

    public_id: str
    user: Any
    look: Look = field(default_factory=Look)
    _match: Match | None = None
    # The seat they have or had: a removed player keeps it here, but with another status.
    _own: Seat | None = None
    _rest: dict[str, Any] = field(default_factory=dict)

    @property
    def match(self) -> Match:
        """The match as of the last `check`. Raises `Denied` if there is none."""
        if self._match is None:
            self._match = memoized_in_batch(
                ("week row", self.public_id), lambda: row_of(self.public_id)
            )
        if self._match is None:
            raise Denied("/")
        return self._match

    def join_batch(self) -> None:
        """Register the viewer with the batch before any of its pages is rendered."""
        if self._own is not None:
            join_batch(owners(self.public_id), self._own.pk)
        if self.user.pk is not None:
            join_batch(PERSON, self.user.pk)

    def check(self) -> None:
        """Query the match again. Raise `Denied` if the viewer may not see it (any more)."""
        try:
            self.recheck()
        except Refusal as refusal:
            raise Denied(f"/m/{self.public_id}/", refusal.message) from refusal

    def recheck(self) -> None:
        """Do the work of `check`, but raise the `Refusal` itself."""
        self._match, self._rest = None, {}
        if self._own is None or not self.match.started:
            self._own = seat_of(self.match, self.user)
        else:  # nobody changes seats in a week, but somebody may be removed from it (rules 2)
            self._own = seat_now(self.public_id, self._own)
        check_access(light_snapshot(self.match, self._own), self.user)

    def rest(self) -> None:
        """Drop the data that was loaded for rendering."""
        self._match, self._rest = None, {}

    def kept(self, name: str, load: Callable[[], T]) -> T:
        """Return the value of `load`, which is called once between two checks."""
        if name not in self._rest:
            self._rest[name] = load()
        value: T = self._rest[name]
        return value

    @property
    def seat(self) -> Seat | None:
        """The seat they have now, or None."""
        own = self._own
        return own if own is not None and own.status == Seat.Status.SEATED else None

    @property
    def snapshot(self) -> MatchSnapshot:
        """The match with as few seats as its page needs."""
        return self.kept("snapshot", lambda: snapshot_of_week(self))

    @property
    def table(self) -> WeekTable:
        return self.kept("table", lambda: WeekTable(self))

    @property
    def viewer(self) -> ViewerContext:
        return self.kept("viewer", lambda: ViewerContext(self.snapshot, self.user))

    @property
    def play(self) -> WeekPlay:
        return self.kept("play", lambda: WeekPlay(self))

    def heard(self, name: str) -> Collection[str]:
        """Return the topics that update this fragment."""
        # Fragments that only auctions change do not listen to the viewer's own seat.
        return heard_at(self.public_id) if name in PUBLIC else heard_at(self.public_id, self.number)

    def key(self, name: str) -> Hashable:
        """Return None: no fragment is cached by its caller."""
        return None

    def marks(self, name: str) -> Marks:
        """Return no marks, as a week has no moves."""
        return NO_MARKS

    def stream(self) -> str:
        """Return the version of the public state."""
        # It counts only what is public: sealed commands must not show in a number.
        return self.match.public_place

    def told_once(self) -> SafeString:
        """Return nothing: a week has no messages that are shown only once."""
        return SafeString("")

    def address(self, since: str = "") -> str:
        return address(self.public_id, self.look)

    def page_values(self) -> Mapping[str, Any]:
        return {"look": self.look.with_(done=False, live=not self.over), "server_now": now()}

    @property
    def started(self) -> bool:
        return self.match.started

    @property
    def number(self) -> int | None:
        """The viewer's seat number, or None."""
        seat = self.seat
        return None if seat is None else seat.index

    @property
    def stage(self) -> Stage:
        match = self.match
        if match.status == Match.Status.OPEN:
            return "open"
        if not match.started:
            return "closed"
        if match.status == Match.Status.RUNNING:
            return "running"
        if match.status == Match.Status.STALLED:
            return "stalled"
        return "finished" if match.status == Match.Status.FINISHED else "aborted"

    @property
    def week(self) -> WeekView:
        """The public state of the week. Raises `LookupError` before the start."""
        return self.kept("week", lambda: memoized_in_batch(("week", self.public_id), self._week))

    def _week(self) -> WeekView:
        return week_of(self.match)

    def done_with(self, numbers: Collection[int]) -> Mapping[int, tuple[int, ...]]:
        """Return the upcoming auctions that these players are done with, by seat number."""
        if self.stage not in ("running", "stalled"):
            return {}
        return done_with(self.match, numbers)

    @property
    def over(self) -> bool:
        """True if the closing is resolved and everything is public."""
        return self.stage == "finished" and self.week.resolved == AUCTIONS

    @property
    def shown(self) -> Look:
        """The part of the week that the page shows, with the address's gaps filled in."""
        return self.kept("shown look", self._shown)

    def _shown(self) -> Look:
        week = self.week
        look = Look() if self.over and self.look.live else self.look.with_(live=False)
        view = look.view
        if not view or (view == "week" and (self.seat is None or self.over)):
            view = "players" if self.over and look.day is None else "day"
        coming = week.next_day
        day = coming.number if coming is not None else AUCTIONS - 1
        return look.with_(view=view, day=day if look.day is None else look.day)

    @property
    def options(self) -> VeniceOptions:
        found: VeniceOptions = options_of(self.match)
        return found

    @property
    def match_zone(self) -> str:
        """The zone in which auctions are at 17:15, or "" at the fast pace."""
        return self.options.zone if self.options.pace == "daily" else ""

    @cached_property
    def zone(self) -> ZoneInfo:
        """The viewer's own time zone."""
        return zone_of_person(self.user)


def row_of(public_id: str) -> Match | None:
    """Return the match, or None if there is none or it is another game."""
    rows = Match.objects.select_related("owner").filter(public_id=public_id, game="venice")
    return rows.first()


def seat_of(match: Match, user: Any) -> Seat | None:
    """Return the seat this user has, or had before being removed, or None."""
    if user.pk is None:
        return None
    rows = Seat.objects.filter(match=match, user=user.pk).select_related("user")
    return max(rows, key=lambda seat: seat.status == Seat.Status.SEATED, default=None)


def seat_now(public_id: str, seat: Seat) -> Seat:
    """Update the fields of a seat that may have changed, in one query per batch."""

    def load(keys: Sequence[int]) -> dict[int, tuple[str, bool]]:
        rows = Seat.objects.filter(pk__in=keys).values_list("pk", "status", "guided")
        return {key: (status, guided) for key, status, guided in rows}

    found = loaded_in_batch("seat", owners(public_id), seat.pk, load)
    seat.status, seat.guided = found or (Seat.Status.LEFT, False)
    return seat

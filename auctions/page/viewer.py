"""One viewer of one week: what is so now, who they are in it, and what they look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from auctions.page.query_params import Look, address
from auctions.page.words import AGENDA, REALIZED, weekday_and_time
from auctions.rules.options import VeniceOptions
from auctions.rules.schedule import AUCTIONS, OPENING, daily_instants
from auctions.selectors.marks import done_with
from auctions.selectors.own_seat import owners
from auctions.selectors.public_week import WeekView, week_of
from auctions.zones import zone_names, zone_of
from chat.core.clock import nearly_now, now
from chat.live.batch import join_batch, loaded_in_batch, memoized_in_batch
from chat.live.fragments import NO_MARKS, Denied, Marks
from chat.people import PERSON
from games.models import Match, Seat
from games.page.access import check_access
from games.page.context import MatchContext
from games.page.presentation import Goal, Guide, Moment
from games.page.snapshot import MatchSnapshot, Occupant, occupant_of
from games.page.viewer import heard_at
from games.refusals import Refusal
from games.services.match_engine import options_of

# --- What the frame of all games is given of a week; however many sit at it. ---


if TYPE_CHECKING:
    pass

GOAL = Goal(
    _("Be the richest on Saturday: agendas and purse, less the loan."),
    _("Before each auction you bid in secret for what your agendas need."),
    _("After the seventh auction, on Saturday."),
    terms=(AGENDA, REALIZED),
)
BY_NAME = 24  # players listed while the table waits


@dataclass(frozen=True)
class SeatRow:
    """One of those who sit here, and what the viewer may do about them."""

    occupant: Occupant
    me: bool
    owner: bool
    may_kick: bool


class WeekContext(MatchContext):
    """The match as the house's own templates ask for it, without knowing every seat."""

    def __init__(self, viewing: Viewing, snapshot: MatchSnapshot) -> None:
        super().__init__(snapshot, viewing.user)
        self._viewing = viewing
        self.hint: Guide | None = None

    @property
    def guide(self) -> Guide | None:
        return self.hint

    @property
    def moments(self) -> Sequence[Moment]:
        """The page of a week draws its own (`moments.moments_of`)."""
        return ()

    @property
    def chance_terms(self) -> Hashable:
        """Names of people are not known here; a new version tells of changed ones."""
        return self._match.version

    @property
    def begins(self) -> bool:
        """Whether nothing was auctioned yet."""
        return self._viewing.week.resolved == OPENING

    @property
    def goal(self) -> Goal | None:
        return GOAL if self.guided else None

    @property
    def guided(self) -> bool:
        seat = self._viewing.seat
        return seat is not None and seat.guided

    @property
    def taken(self) -> int:
        return self._viewing.kept("taken", _seated(self._viewing).count)

    @property
    def people(self) -> int:
        return self._viewing.kept(
            "people", _seated(self._viewing).filter(bot="", program=False).count
        )

    def _values(self, name: str) -> Mapping[str, Any]:
        """Of what the frame places: the options, and between how many seats this table has."""
        assert name == "summary"
        match, viewing = self._match, self._viewing
        values = {"options": viewing.options, "least": match.least, "most": match.most}
        return values | first_auction(viewing.options, viewing.zone)

    @property
    def more(self) -> int:
        """How many sit here beside those listed."""
        return max(0, self.taken - len(self.rows))

    @property
    def rows(self) -> list[SeatRow]:
        owner = self._snapshot.owner
        return [
            SeatRow(
                occupant=occupant,
                me=occupant.index == self.seat,
                owner=owner is not None and owner.index == occupant.index,
                may_kick=self.owns and self._match.waiting and occupant.index != self.seat,
            )
            for occupant in self._snapshot.present[:BY_NAME]
        ]


def first_auction(options: VeniceOptions, zone: ZoneInfo) -> dict[str, Any]:
    """When the opening would be if the week began now, at the daily pace; in this zone."""
    if options.pace != "daily":
        return {"opening": None, "opening_here": ""}
    instant = daily_instants(nearly_now(), zone_of(options.zone))[OPENING]
    return {"opening": instant, "opening_here": weekday_and_time(instant, zone)}


def _seated(viewing: Viewing) -> QuerySet[Seat]:
    return Seat.objects.filter(match=viewing.match, status=Seat.Status.SEATED)


def context_of(viewing: Viewing) -> WeekContext:
    """Before the start with the first who sit here and the owner; later with the viewer alone."""
    match = viewing.match
    if viewing.stage != "open":
        return WeekContext(viewing, light_snapshot(match, viewing.seat))
    first = list(_seated(viewing).select_related("user").order_by("index")[:BY_NAME])
    known = {seat.pk for seat in first}
    needed = _seated(viewing).select_related("user").filter(user__in=[match.owner_id or 0])
    also = [seat for seat in (*needed, viewing.seat) if seat is not None and seat.pk not in known]
    return WeekContext(viewing, light_snapshot(match, *first, *also))


def light_snapshot(match: Match, *seats: Seat | None) -> MatchSnapshot:
    """A snapshot that knows of these seats only: a match may have a hundred thousand."""
    return MatchSnapshot(
        match=match, seats=tuple(occupant_of(seat) for seat in seats if seat is not None)
    )


T = TypeVar("T")
Stage = Literal["open", "closed", "running", "stalled", "aborted", "finished"]
UTC = ZoneInfo("UTC")
SHARED = ("board", "players", "log")
PUBLIC = (*SHARED, "moment")  # a player's own moment too comes with an auction, never with a bid


@dataclass
class Viewing:
    """Implements `games.page.viewer.Viewing` for a match of which nobody reads all seats.

    Looks anew at every `check`; between news it holds nothing but who the viewer is.

    `_own`: the seat they have or had; somebody who has been removed keeps it and is not on it.
    """

    public_id: str
    user: Any
    look: Look = field(default_factory=Look)
    _match: Match | None = None
    _own: Seat | None = None
    _rest: dict[str, Any] = field(default_factory=dict)

    @property
    def match(self) -> Match:
        """The row as it was at the last `check`. Raises `Denied` when there is none."""
        if self._match is None:
            self._match = memoized_in_batch(
                ("week row", self.public_id), lambda: row_of(self.public_id)
            )
        if self._match is None:
            raise Denied("/")
        return self._match

    def join_batch(self) -> None:
        """Says who will look, before any page of a batch is drawn."""
        if self._own is not None:
            join_batch(owners(self.public_id), self._own.pk)
        if self.user.pk is not None:
            join_batch(PERSON, self.user.pk)

    def check(self) -> None:
        """Looks anew. Raises `Denied` when this viewer may not look (any more)."""
        try:
            self.look_anew()
        except Refusal as refusal:
            raise Denied(f"/m/{self.public_id}/", refusal.message) from refusal

    def look_anew(self) -> None:
        """As `check`; raises the `Refusal` itself."""
        self._match, self._rest = None, {}
        if self._own is None or not self.match.started:
            self._own = seat_of(self.match, self.user)
        else:  # nobody changes seats in a week, but somebody may be removed from it (rules 2)
            self._own = seat_now(self.public_id, self._own)
        check_access(light_snapshot(self.match, self._own), self.user)

    def rest(self) -> None:
        """Lets go of what drawing needed."""
        self._match, self._rest = None, {}

    def kept(self, name: str, load: Callable[[], T]) -> T:
        """Found out once between two checks."""
        if name not in self._rest:
            self._rest[name] = load()
        value: T = self._rest[name]
        return value

    @property
    def seat(self) -> Seat | None:
        """The seat they have now."""
        own = self._own
        return own if own is not None and own.status == Seat.Status.SEATED else None

    @property
    def context(self) -> WeekContext:
        """What the frame of all games is given."""
        return self.kept("context", lambda: context_of(self))

    def heard(self, name: str) -> Collection[str]:
        """What only auctions change hears nothing of a single seat."""
        return heard_at(self.public_id) if name in PUBLIC else heard_at(self.public_id, self.number)

    def key(self, name: str) -> Hashable:
        """What is shared is kept where it is drawn; what is not, nowhere."""
        return None

    def marks(self, name: str) -> Marks:
        """There are no moves."""
        return NO_MARKS

    def stream(self) -> str:
        """What all may know is counted, nothing else: what is sealed must not show in a number."""
        return self.match.public_place

    def told_once(self) -> SafeString:
        """Whatever is told stays to be read."""
        return SafeString("")

    def address(self, since: str = "") -> str:
        return address(self.public_id, self.look)

    def page_values(self) -> Mapping[str, Any]:
        return {"look": self.look.with_(done=False), "server_now": now()}

    @property
    def started(self) -> bool:
        return self.match.started

    @property
    def number(self) -> int | None:
        """The viewer's seat number."""
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
        """What everybody may know now. Raises `LookupError` before the start."""
        return self.kept("week", lambda: memoized_in_batch(("week", self.public_id), self._week))

    def _week(self) -> WeekView:
        return week_of(self.match)

    def done_with(self, numbers: Collection[int]) -> Mapping[int, tuple[int, ...]]:
        """By seat number the auctions to come that these players are done with (rules 3.2)."""
        if self.stage not in ("running", "stalled"):
            return {}
        return done_with(self.match, numbers)

    @property
    def over(self) -> bool:
        """Resolved to the end: all is public."""
        return self.stage == "finished" and self.week.resolved == AUCTIONS

    @property
    def shown(self) -> Look:
        """What the page shows, with what the address leaves open filled in."""
        return self.kept("shown look", self._shown)

    def _shown(self) -> Look:
        week, look = self.week, self.look
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
        """The zone in which it is 17:15; "" at the fast pace."""
        return self.options.zone if self.options.pace == "daily" else ""

    @cached_property
    def zone(self) -> ZoneInfo:
        """The viewer's own zone."""
        name = getattr(self.user, "time_zone", "") or "UTC"
        return zone_of(name) if name in zone_names() else UTC


def row_of(public_id: str) -> Match | None:
    """The match, if it is a week: the address may name a match of another game."""
    rows = Match.objects.select_related("owner").filter(public_id=public_id, game="venice")
    return rows.first()


def seat_of(match: Match, user: Any) -> Seat | None:
    """The seat this user has, or had and was removed from."""
    if user.pk is None:
        return None
    rows = Seat.objects.filter(match=match, user=user.pk).select_related("user")
    return max(rows, key=lambda seat: seat.status == Seat.Status.SEATED, default=None)


def seat_now(public_id: str, seat: Seat) -> Seat:
    """What may have changed of it since: read for all who are drawn together."""

    def load(keys: Sequence[int]) -> dict[int, tuple[str, bool]]:
        rows = Seat.objects.filter(pk__in=keys).values_list("pk", "status", "guided")
        return {key: (status, guided) for key, status, guided in rows}

    found = loaded_in_batch("seat", owners(public_id), seat.pk, load)
    seat.status, seat.guided = found or (Seat.Status.LEFT, False)
    return seat

"""What the frame of all games is given of a week; however many sit at it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from auctions.page.terms import AGENDA, REALIZED
from auctions.page.words import weekday_and_time
from auctions.rules.options import VeniceOptions
from auctions.rules.schedule import OPENING, daily_instants
from auctions.zones import zone_of
from chat.core.clock import nearly_now
from games.models import Match, Seat
from games.page.context import MatchContext
from games.page.presentation import Goal, Guide, Moment
from games.page.snapshot import MatchSnapshot, Occupant, occupant_of

if TYPE_CHECKING:
    from auctions.page.viewing import Viewing

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

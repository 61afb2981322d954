"""The week as a strip of seven medallions. Public: drawn once for all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from auctions.page.look import Look, address
from auctions.page.viewing import Viewing
from auctions.page.words import clock_time, day_name, short_date, short_day_name
from auctions.rules.schedule import CLOSING, OPENING
from auctions.selectors.public import Day, Progress
from auctions.zones import zone_of
from chat.core.translation import gettext as _

Kind = Literal["opening", "common", "closing"]


@dataclass(frozen=True)
class Medallion:
    """`time` and `date`: in the match's own zone; UTC and no date at the fast pace."""

    number: int
    name: str
    short: str
    kind: Kind
    instant: datetime
    time: str
    date: str
    progress: Progress
    next: bool
    shown: bool
    url: str
    state: str


@dataclass(frozen=True)
class Strip:
    """`at`: the medallion the sun has reached or goes to. `place`: the zone it is 17:15 in.

    `start` None: the sun stands still, whatever the hour is.
    """

    days: tuple[Medallion, ...]
    at: int
    start: datetime | None
    place: str
    minutes: int
    over: bool


def strip_of(viewing: Viewing) -> Strip:
    week, look = viewing.week, viewing.shown
    coming = week.next_day
    number = CLOSING if coming is None else coming.number
    return Strip(
        days=tuple(_medallion(viewing, day, number, look) for day in week.days),
        at=number,
        start=viewing.match.started_at or week.days[0].instant,
        place=viewing.match_zone,
        minutes=viewing.options.minutes if not viewing.match_zone else 0,
        over=viewing.stage in ("finished", "aborted"),
    )


def kind_of(auction: int) -> Kind:
    return "opening" if auction == OPENING else "closing" if auction == CLOSING else "common"


def _medallion(viewing: Viewing, day: Day, coming: int, look: Look) -> Medallion:
    zone = zone_of(viewing.match_zone or "UTC")
    is_next = viewing.stage != "aborted" and day.number == coming and day.progress != "resolved"
    return Medallion(
        number=day.number,
        name=day_name(day.number),
        short=short_day_name(day.number),
        kind=kind_of(day.number),
        instant=day.instant,
        time=clock_time(day.instant, zone),
        date=short_date(day.instant, zone) if viewing.match_zone else "",
        progress=day.progress,
        next=is_next,
        shown=look.view == "day" and look.day == day.number,
        url=address(viewing.public_id, Look(view="day", day=day.number)),
        state=_state(viewing, day, is_next),
    )


def _state(viewing: Viewing, day: Day, is_next: bool) -> str:
    if day.progress == "resolved":
        return _("resolved")
    if viewing.stage == "aborted":
        return _("did not take place")
    if day.progress == "being_resolved":
        return _("being resolved")
    return _("next") if is_next else _("to come")

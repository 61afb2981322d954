"""The week as a strip of seven medallions, and the public view of one auction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Literal

from auctions.page.faces import Face, face
from auctions.page.query_params import Look, address
from auctions.page.viewer import Viewing
from auctions.page.words import clock_time, date_and_time, day_name, short_date, short_day_name
from auctions.rules.schedule import CLOSING, LAST_COMMON, OPENING, bids_open
from auctions.selectors.ledger import Entry, Ledger, ledger_of
from auctions.selectors.players import Sheet
from auctions.selectors.public_week import Day, LotLine, Progress
from auctions.zones import zone_of
from chat.core.translation import gettext as _
from chat.live.batch import memoized_in_batch

Kind = Literal["opening", "common", "closing"]


@dataclass(frozen=True)
class Medallion:
    """An auction in the strip."""

    number: int
    name: str
    short: str
    kind: Kind
    instant: datetime
    time: str  # in the match's zone; UTC at the fast pace
    date: str  # in the match's zone; "" at the fast pace
    progress: Progress
    next: bool
    shown: bool
    url: str
    state: str


@dataclass(frozen=True)
class Strip:
    """The seven medallions, and the sun that moves along them."""

    days: tuple[Medallion, ...]
    at: int  # the medallion that the sun moves to or has reached
    start: datetime | None  # None: the sun stands still, whatever the time
    place: str  # the zone in which it is 17:15; "" at the fast pace
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


# --- Public view of one auction: its line-up, then its ledger ---


ROWS = 40  # entries of a ledger on one page


@dataclass(frozen=True)
class LotShown:
    """A lot of the line-up."""

    face: Face
    line: LotLine
    url: str  # the ledger filtered by this lot
    only: bool  # true if the page is filtered by it


@dataclass(frozen=True)
class Group:
    """The entries of one lot on this page."""

    face: Face
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Leaf:
    """A link to another page of a list."""

    number: int
    url: str  # "" for the page shown


@dataclass(frozen=True)
class DayShown:
    """The public view of one auction."""

    number: int
    name: str
    kind: Kind
    progress: Progress
    instant: datetime
    time: str
    date: str
    place: str
    lots: tuple[LotShown, ...]
    groups: tuple[Group, ...]
    sheet: Sheet
    leaves: tuple[Leaf, ...]
    complete: bool  # true if the ledger lists all bids, not only the winning ones
    paged: bool  # true if the ledger is filtered or has further pages
    look: Look
    all_url: str
    opens_later: bool


def day_of(viewing: Viewing) -> DayShown:
    look, week = viewing.shown, viewing.week
    day = week.days[look.day or 0]
    ledger = ledger_shown(viewing, look)
    place = viewing.match_zone
    zone = zone_of(place or "UTC")
    base = Look(view="day", day=day.number)
    return DayShown(
        number=day.number,
        name=day_name(day.number),
        kind=kind_of(day.number),
        progress=day.progress,
        instant=day.instant,
        time=clock_time(day.instant, zone),
        date=date_and_time(day.instant, zone),
        place=place or "UTC",
        lots=tuple(_lot(viewing, line, look, base) for line in day.lots),
        groups=_groups(ledger),
        sheet=ledger.sheet,
        leaves=leaves(viewing.public_id, look, ledger.sheet),
        complete=ledger.complete,
        paged=_paged(day, look, ledger),
        look=look,
        all_url=address(viewing.public_id, base),
        opens_later=day.number <= LAST_COMMON and not bids_open(day.number, week.resolved),
    )


def ledger_shown(viewing: Viewing, look: Look) -> Ledger:
    """Return the page of the ledger to show, read once for all pages of a batch."""
    match, day = viewing.match, look.day or 0
    lots = {line.item for line in viewing.week.days[day].lots}
    item = look.lot if look.lot in lots else ""
    key = ("ledger", match.pk, day, item, look.name, look.page)
    return memoized_in_batch(
        key,
        lambda: ledger_of(match, day, item=item, name=look.name, page=look.page, size=ROWS),
    )


def leaves(public_id: str, look: Look, sheet: Sheet) -> tuple[Leaf, ...]:
    """Return links to the first, the last and the neighbouring pages.

    Empty if there is only one page.
    """
    if sheet.of == 1:
        return ()
    near = range(sheet.number - 2, sheet.number + 3)
    numbers = sorted({1, sheet.of, *(n for n in near if 1 <= n <= sheet.of)})
    return tuple(
        Leaf(n, "" if n == sheet.number else address(public_id, look.with_(page=n, done=False)))
        for n in numbers
    )


def _lot(viewing: Viewing, line: LotLine, look: Look, base: Look) -> LotShown:
    url = address(viewing.public_id, base.with_(lot=line.item))
    return LotShown(face(line.item), line, url, look.lot == line.item)


def _groups(ledger: Ledger) -> tuple[Group, ...]:
    grouped = groupby(ledger.entries, key=lambda entry: entry.item)
    return tuple(Group(face(item), tuple(entries)) for item, entries in grouped)


def _paged(day: Day, look: Look, ledger: Ledger) -> bool:
    """Return True if there is more than fits on a page, so that search is useful."""
    return bool(look.name or look.lot) or ledger.sheet.found > ROWS

"""One auction as everybody may see it: its line-up, then its ledger. Public."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from auctions.page.faces import Face, face
from auctions.page.look import Look, address
from auctions.page.viewing import Viewing
from auctions.page.week import Kind, kind_of
from auctions.page.words import clock_time, date_and_time, day_name
from auctions.rules.publicity import bids_open
from auctions.rules.schedule import LAST_COMMON
from auctions.selectors.ledger import Entry, Ledger, ledger_of
from auctions.selectors.players import Sheet
from auctions.selectors.public import Day, LotLine, Progress
from auctions.zones import zone_of
from chat.live.batch import memoized_in_batch

ROWS = 40  # of a ledger on one page


@dataclass(frozen=True)
class LotShown:
    """A lot of the line-up. `url`: the ledger of this lot alone; `only`: it is what is shown."""

    face: Face
    line: LotLine
    url: str
    only: bool


@dataclass(frozen=True)
class Group:
    """The entries of one lot that stand on this sheet."""

    face: Face
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Leaf:
    """Another sheet of a list; `url` "" is the one shown."""

    number: int
    url: str


@dataclass(frozen=True)
class DayShown:
    """`complete`: the ledger holds all bids, not the winning ones alone. `paged`: not all on it."""

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
    complete: bool
    paged: bool
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
    """The sheet of the ledger that this page shows, read once for all who look at it."""
    match, day = viewing.match, look.day or 0
    lots = {line.item for line in viewing.week.days[day].lots}
    item = look.lot if look.lot in lots else ""
    key = ("ledger", match.pk, day, item, look.name, look.page)
    return memoized_in_batch(
        key,
        lambda: ledger_of(match, day, item=item, name=look.name, page=look.page, size=ROWS),
    )


def leaves(public_id: str, look: Look, sheet: Sheet) -> tuple[Leaf, ...]:
    """The first, the last, and those around the one shown; none where one holds everything."""
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
    """Whether there is more than fits, so that searching helps."""
    return bool(look.name or look.lot) or ledger.sheet.found > ROWS

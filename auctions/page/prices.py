"""The plots page: prices, the viewer's money and, at the end, everybody's money."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_lowercase

from django.utils.safestring import SafeString

from auctions.page.own_seat import Own
from auctions.page.plots import (
    Bar,
    Column,
    DayPrices,
    Dot,
    Line,
    Plot,
    Plots,
    PriceRow,
    bar_plot,
    dot_plot,
    line_plot,
)
from auctions.page.viewer import Viewing
from auctions.page.words import cents, day_name, item_name, money, short_day_name
from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.prices import (
    Course,
    Levels,
    best_numbers,
    courses_of,
    finals_of,
    price_levels,
)
from auctions.selectors.public_week import LotLine
from chat.core.translation import gettext as _
from chat.live.batch import memoized_in_batch

DOTS = 8  # dots of one lot; further prices are merged
COURSES = 8  # players whose money is plotted at the end
BARS = 18


@dataclass(frozen=True)
class _Lot:
    mark: str
    day: int
    line: LotLine
    levels: Levels


def plots_of(viewing: Viewing) -> Plots:
    """Return the public plots of a week."""
    match, over = viewing.match, viewing.over
    levels = memoized_in_batch(("levels", match.pk), lambda: price_levels(match))
    lots = [
        _Lot(ascii_lowercase[place], day.number, line, levels[day.number][place])
        for day in viewing.week.days
        for place, line in enumerate(day.lots)
    ]
    return Plots(
        prices=_prices(lots),
        days=_days([lot for lot in lots if lot.day < viewing.week.resolved]),
        money=_everybody(viewing) if over else None,
        crowd=_crowd(viewing) if over and viewing.week.players > COURSES else None,
    )


def money_plot(own: Own) -> Plot:
    """Return the plot of the viewer's own money over the days."""
    mine, ended = own.mine, own.viewing.over
    values = (*mine.money, own.now_final) if ended else mine.money
    labels = [_("loan"), *_short_days(), _("end")]
    words = ", ".join(money(value) for value in values)
    svg = line_plot([Line(_("my money"), values)], labels, _("My money: %(all)s") % {"all": words})
    heads = (_("After"), _("Paid"), _("Money"))
    rows = [(_("borrowing"), "", money(mine.money[0]))]
    for day, (before, after) in enumerate(zip(mine.money, mine.money[1:], strict=False)):
        rows.append((day_name(day), money(before - after), money(after)))
    if ended:
        text = _("the end: %(value)s realized, %(owed)s repaid")
        said = text % {"value": money(mine.would.value), "owed": money(mine.owed)}
        rows.append((said, "", money(own.now_final)))
    return Plot(svg, heads, tuple(rows))


def _prices(lots: Sequence[_Lot]) -> SafeString:
    days: list[list[Column]] = [[] for _day in range(AUCTIONS)]
    for lot in lots:
        kind = "agenda" if lot.line.item in AGENDA else "asset"
        days[lot.day].append(Column(lot.mark, kind, _dots(lot)))
    says = _("Prices paid for each lot of the week; the table has the numbers.")
    return dot_plot(days, _short_days(), says)


def _dots(lot: _Lot) -> tuple[Dot, ...]:
    name = item_name(lot.line.item)
    return tuple(
        Dot(price, min(3, units.bit_length() - 1), f"{name}: {units} × {money(price)}")
        for price, units in _thinned(lot.levels)
    )


def _thinned(levels: Levels) -> list[tuple[int, int]]:
    """Return at most `DOTS` prices: the lowest, the highest, and some in between."""
    if len(levels) <= DOTS:
        return list(levels)
    kept: dict[int, tuple[int, int]] = {}
    for place, (price, units) in enumerate(levels):
        slot = place * (DOTS - 1) // (len(levels) - 1)
        before = kept.get(slot)
        shown = price if before is None or slot == DOTS - 1 else before[0]
        kept[slot] = (shown, units + (0 if before is None else before[1]))
    return list(kept.values())


def _days(lots: Iterable[_Lot]) -> tuple[DayPrices, ...]:
    return tuple(
        DayPrices(day_name(day), tuple(_row(lot) for lot in of_day))
        for day, of_day in groupby(lots, key=lambda lot: lot.day)
    )


def _row(lot: _Lot) -> PriceRow:
    sold = sum(units for _price, units in lot.levels)
    takings = sum(price * units for price, units in lot.levels)
    points = sum(POINTS[lot.line.item])
    return PriceRow(
        mark=lot.mark,
        name=item_name(lot.line.item),
        offered=lot.line.offered,
        sold=sold,
        lowest=money(lot.levels[0][0]) if sold else "",
        average=cents(takings * 100 // sold) if sold else "",
        highest=money(lot.levels[-1][0]) if sold else "",
        point=cents(takings * 100 // (sold * points)) if sold else "",
    )


def _short_days() -> list[str]:
    return [short_day_name(day) for day in range(AUCTIONS)]


def _everybody(viewing: Viewing) -> Plot | None:
    """Return the plot of the best players' money, or None before the end."""
    numbers = best_numbers(viewing.match, COURSES)
    courses = courses_of(viewing.match, numbers)
    if not courses:
        return None
    lines = [Line(c.player.name, (*c.money, c.final), c.player.hue) for c in courses]
    labels = [_("loan"), *_short_days(), _("end")]
    svg = line_plot(
        lines, labels, _("Each player's money over the week; the table has the numbers.")
    )
    heads = (_("Player"), *labels)
    return Plot(svg, heads, tuple(_course(course) for course in courses))


def _course(course: Course) -> tuple[str, ...]:
    return (course.player.name, *(money(value) for value in (*course.money, course.final)))


def _crowd(viewing: Viewing) -> Plot:
    """Return the plot of how many players ended with how much money."""
    finals = finals_of(viewing.match)
    low, high = finals[0][0], finals[-1][0]
    width = max(1, -(-(high - low + 1) // BARS))
    bars = []
    for begin in range(low, high + 1, width):
        count = sum(n for final, n in finals if begin <= final < begin + width)
        bars.append(Bar(str(begin).replace("-", "\u2212"), count))
    says = _("How many players finished with how much money; the table has the numbers.")
    rows = tuple(
        (f"{money(low + n * width)} – {money(low + (n + 1) * width - 1)}", f"{bar.count:,}")
        for n, bar in enumerate(bars)
    )
    return Plot(bar_plot(bars, says), (_("Money"), _("Players")), rows)

"""Plots as SVG, drawn on the server: lines over days, dots over auctions, bars of a crowd.

Everything is measured in a space 360 wide, so that a plot can be read on a phone. Colours are the
house's tokens. What a plot shows stands in a table beside it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 38, 350, 12, 192
_STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Line:
    """A line over the days. `hue`: of the seat; None: the viewer's own money."""

    label: str
    values: tuple[int, ...]
    hue: int | None = None


@dataclass(frozen=True)
class Dot:
    """Something sold at a price. `size`: 0 to 3, by the number of units."""

    price: int
    size: int
    says: str


@dataclass(frozen=True)
class Column:
    """The dots of one lot. `mark`: its letter under the plot; `kind`: agenda or asset."""

    mark: str
    kind: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True)
class Bar:
    """Players that ended between two amounts. `mine`: the viewer, or whoever is meant, is there."""

    label: str
    count: int
    mine: bool = False


@dataclass(frozen=True)
class Plot:
    """A drawn plot and what it shows, as a table: the heads, then rows of the same width."""

    svg: SafeString
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Plots:
    """What the plots page shows everybody. `table` rows belong to `prices`."""

    prices: SafeString
    lots: tuple[PriceRow, ...]
    money: Plot | None = None
    crowd: Plot | None = None


@dataclass(frozen=True)
class PriceRow:
    """A lot in the table of prices: `art` and `name` of the item; the rest as words."""

    mark: str
    day: str
    name: str
    kind: str
    offered: int
    sold: int
    lowest: str
    average: str
    highest: str
    point: str


def ticks(low: int, high: int, most: int = 5) -> list[int]:
    """Round numbers from at most `low` to at least `high`, few enough to be read."""
    span = max(1, high - low)
    size = 1
    while True:
        for step in _STEPS:
            first, last = low // (step * size), -(-high // (step * size))
            if last - first <= most and span:
                return [n * step * size for n in range(first, max(last, first + 1) + 1)]
        size *= 10


def line_plot(lines: Sequence[Line], labels: Sequence[str], says: str) -> SafeString:
    """Lines over the days, each ending in a dot; the grid in dollars."""
    values = [value for line in lines for value in line.values] or [0]
    scale = ticks(min(0, *values), max(0, *values))
    drawn = format_html_join("", "{}", ((_line(line, labels, scale),) for line in lines))
    days = ((_across(n, len(labels)), label) for n, label in enumerate(labels))
    return _frame(says, scale, days, drawn)


def dot_plot(days: Sequence[Sequence[Column]], labels: Sequence[str], says: str) -> SafeString:
    """The prices of every lot, day by day; the lots of a day stand side by side."""
    prices = [dot.price for day in days for column in day for dot in column.dots] or [0]
    scale = ticks(0, max(prices))
    width = (RIGHT - LEFT) / len(days)
    drawn = format_html_join(
        "",
        "{}",
        (
            (_day(columns, LEFT + number * width, width, scale),)
            for number, columns in enumerate(days)
        ),
    )
    marks = ((LEFT + (number + 0.5) * width, label) for number, label in enumerate(labels))
    return _frame(says, scale, marks, drawn, low=12)


def bar_plot(bars: Sequence[Bar], says: str) -> SafeString:
    """How many players ended with how much."""
    scale = ticks(0, max((bar.count for bar in bars), default=1))
    width = (RIGHT - LEFT) / max(1, len(bars))
    drawn = format_html_join(
        "",
        '<rect class="plot-bar{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        (
            (
                " is-mine" if bar.mine else "",
                _n(LEFT + number * width + 1),
                _n(_up(bar.count, scale)),
                _n(width - 2),
                _n(BOTTOM - _up(bar.count, scale)),
                f"{bar.label}: {bar.count}",
            )
            for number, bar in enumerate(bars)
        ),
    )
    every = max(1, -(-len(bars) // 6))
    labels = (
        (LEFT + (number + 0.5) * width, bar.label)
        for number, bar in enumerate(bars)
        if number % every == 0
    )
    return _frame(says, scale, labels, drawn)


def _frame(
    says: str,
    scale: Sequence[int],
    labels: Iterable[tuple[float, str]],
    inside: SafeString,
    low: int = 0,
) -> SafeString:
    grid = format_html_join(
        "",
        '<path class="plot-grid{}" d="M{} {}H{}"/><text class="plot-text" x="{}" y="{}" '
        'text-anchor="end">{}</text>',
        (
            (
                " is-zero" if tick == 0 else "",
                LEFT,
                _n(_up(tick, scale)),
                RIGHT,
                LEFT - 5,
                _n(_up(tick, scale) + 3.5),
                f"{tick:,}".replace("-", "\u2212").replace(",", "\u202f"),
            )
            for tick in scale
        ),
    )
    words = format_html_join(
        "",
        '<text class="plot-text" x="{}" y="{}" text-anchor="middle">{}</text>',
        ((_n(x), BOTTOM + 16 + low, label) for x, label in labels),
    )
    return format_html(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        says,
        grid,
        inside,
        words,
    )


def _line(line: Line, labels: Sequence[str], scale: Sequence[int]) -> SafeString:
    points = [
        (_n(_across(n, len(labels))), _n(_up(value, scale))) for n, value in enumerate(line.values)
    ]
    if not points:
        return SafeString("")
    hue = "" if line.hue is None else str(line.hue)
    x, y = points[-1]
    dots = format_html_join("", '<circle cx="{}" cy="{}" r="2.5"/>', points)
    return format_html(
        '<g class="plot-line" data-hue="{}"><title>{}</title><polyline points="{}"/>{}'
        '<circle class="plot-end" cx="{}" cy="{}" r="4"/></g>',
        hue,
        line.label,
        " ".join(f"{one},{other}" for one, other in points),
        dots,
        x,
        y,
    )


def _day(columns: Sequence[Column], left: float, width: float, scale: Sequence[int]) -> SafeString:
    room = width / max(1, len(columns))
    band = format_html('<path class="plot-grid" d="M{} {}V{}"/>', _n(left + width), TOP, BOTTOM)
    drawn = format_html_join(
        "",
        "{}",
        ((_column(one, left + (n + 0.5) * room, scale),) for n, one in enumerate(columns)),
    )
    return format_html("{}{}", band, drawn)


def _column(column: Column, x: float, scale: Sequence[int]) -> SafeString:
    ends = [_up(dot.price, scale) for dot in column.dots]
    stem = (
        format_html('<path class="plot-stem" d="M{} {}V{}"/>', _n(x), _n(min(ends)), _n(max(ends)))
        if len(ends) > 1
        else SafeString("")
    )
    dots = format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="{}"><title>{}</title></circle>',
        ((_n(x), _n(_up(d.price, scale)), _n(2 + 0.6 * d.size), d.says) for d in column.dots),
    )
    return format_html(
        '<g class="plot-lot is-{}">{}{}<text class="plot-mark" x="{}" y="{}" '
        'text-anchor="middle">{}</text></g>',
        column.kind,
        stem,
        dots,
        _n(x),
        BOTTOM + 11,
        column.mark,
    )


def _across(number: int, of: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / max(1, of - 1)


def _up(value: int, scale: Sequence[int]) -> float:
    low, high = scale[0], scale[-1]
    return BOTTOM - (BOTTOM - TOP) * (value - low) / max(1, high - low)


def _n(number: float) -> str:
    """Short and the same everywhere."""
    return f"{number:.1f}".removesuffix(".0")

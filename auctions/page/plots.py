"""Plots as SVG, rendered on the server: lines over days, dots by auction, bars.

This module computes all positions in a space 360 units wide, so that a plot is readable on a phone.
The shapes are in `templates/games/venice/plots/`, and colours are variables of the style sheet. A
table beside each plot shows the same data.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from chat.core.templates import render
from games.page.charts import ticks

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 38, 350, 12, 192


@dataclass(frozen=True)
class Line:
    """A line over the days."""

    label: str
    values: tuple[int, ...]
    hue: int | None = None  # of the seat; None for the viewer's own money


@dataclass(frozen=True)
class Dot:
    """Units of a lot sold at one price."""

    price: int
    size: int  # 0 to 3, by the number of units
    says: str


@dataclass(frozen=True)
class Column:
    """The dots of one lot."""

    mark: str  # its letter under the plot
    kind: str  # "agenda" or "asset"
    dots: tuple[Dot, ...]


@dataclass(frozen=True)
class Bar:
    """The number of players who ended between two amounts."""

    label: str
    count: int
    mine: bool = False  # true if the viewer is among them


@dataclass(frozen=True)
class Plot:
    """A rendered plot and its data as a table."""

    svg: SafeString
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # as wide as `heads`


@dataclass(frozen=True)
class Plots:
    """The public contents of the plots page."""

    prices: SafeString
    days: tuple[DayPrices, ...]  # the table of `prices`
    money: Plot | None = None
    crowd: Plot | None = None


@dataclass(frozen=True)
class DayPrices:
    """The lots of a day in the table of prices."""

    name: str
    lots: tuple[PriceRow, ...]


@dataclass(frozen=True)
class PriceRow:
    """A lot in the table of prices, with prices as text."""

    mark: str  # its letter in the plot
    name: str
    offered: int
    sold: int
    lowest: str
    average: str
    highest: str
    point: str


@dataclass(frozen=True)
class GridLine:
    """A line of the grid and its amount."""

    y: str
    text_y: str
    label: str
    zero: bool


@dataclass(frozen=True)
class Word:
    """A text under the plot."""

    x: str
    label: str


@dataclass(frozen=True)
class Frame:
    """The surroundings of a plot: grid, texts and size."""

    says: str  # the plot in a sentence, for screen readers
    grid: tuple[GridLine, ...]
    words: tuple[Word, ...]
    words_y: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


@dataclass(frozen=True)
class DrawnLine:
    """A line as points (x, y)."""

    label: str
    hue: int | None
    points: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DrawnDot:
    """A dot."""

    y: str
    r: str  # the radius
    says: str


@dataclass(frozen=True)
class DrawnColumn:
    """The dots of one lot, one above the other."""

    mark: str
    kind: str
    x: str
    stem: tuple[str, str] | None  # its ends (top y, bottom y) if there are several dots
    dots: tuple[DrawnDot, ...]


@dataclass(frozen=True)
class Band:
    """The columns of a day."""

    right: str  # the x at which the next day begins
    columns: tuple[DrawnColumn, ...]


@dataclass(frozen=True)
class DrawnBar:
    """A bar, by its upper left corner and size."""

    x: str
    y: str
    width: str
    height: str
    says: str
    mine: bool


def line_plot(lines: Sequence[Line], labels: Sequence[str], says: str) -> SafeString:
    """Render lines over the days, each ending in a larger dot, on a grid in dollars."""
    values = [value for line in lines for value in line.values] or [0]
    scale = ticks(min(0, *values), max(0, *values))
    drawn = [_line(line, labels, scale) for line in lines if line.values]
    days = ((_across(n, len(labels)), label) for n, label in enumerate(labels))
    return render("games/venice/plots/lines.jinja", frame=_frame(says, scale, days), lines=drawn)


def dot_plot(days: Sequence[Sequence[Column]], labels: Sequence[str], says: str) -> SafeString:
    """Render the prices of every lot by day; the lots of a day are side by side."""
    prices = [dot.price for day in days for column in day for dot in column.dots] or [0]
    scale = ticks(0, max(prices))
    width = (RIGHT - LEFT) / len(days)
    bands = [
        _band(columns, LEFT + number * width, width, scale) for number, columns in enumerate(days)
    ]
    marks = ((LEFT + (number + 0.5) * width, label) for number, label in enumerate(labels))
    frame = _frame(says, scale, marks, low=12)
    return render("games/venice/plots/dots.jinja", frame=frame, bands=bands)


def bar_plot(bars: Sequence[Bar], says: str) -> SafeString:
    """Render how many players ended with how much money."""
    scale = ticks(0, max((bar.count for bar in bars), default=1))
    width = (RIGHT - LEFT) / max(1, len(bars))
    drawn = [_bar(bar, LEFT + number * width, width, scale) for number, bar in enumerate(bars)]
    every = max(1, -(-len(bars) // 6))
    labels = (
        (LEFT + (number + 0.5) * width, bar.label)
        for number, bar in enumerate(bars)
        if number % every == 0
    )
    return render("games/venice/plots/bars.jinja", frame=_frame(says, scale, labels), bars=drawn)


def _frame(
    says: str, scale: Sequence[int], labels: Iterable[tuple[float, str]], low: int = 0
) -> Frame:
    """Return the frame of a plot. `low`: how far below the usual place the texts are."""
    return Frame(
        says=says,
        grid=tuple(_grid_line(tick, scale) for tick in scale),
        words=tuple(Word(_n(x), label) for x, label in labels),
        words_y=BOTTOM + 16 + low,
    )


def _grid_line(tick: int, scale: Sequence[int]) -> GridLine:
    y = _up(tick, scale)
    label = f"{tick:,}".replace("-", "\u2212")
    return GridLine(y=_n(y), text_y=_n(y + 3.5), label=label, zero=tick == 0)


def _line(line: Line, labels: Sequence[str], scale: Sequence[int]) -> DrawnLine:
    points = (
        (_n(_across(n, len(labels))), _n(_up(value, scale))) for n, value in enumerate(line.values)
    )
    return DrawnLine(label=line.label, hue=line.hue, points=tuple(points))


def _band(columns: Sequence[Column], left: float, width: float, scale: Sequence[int]) -> Band:
    room = width / max(1, len(columns))
    drawn = (_column(one, left + (n + 0.5) * room, scale) for n, one in enumerate(columns))
    return Band(right=_n(left + width), columns=tuple(drawn))


def _column(column: Column, x: float, scale: Sequence[int]) -> DrawnColumn:
    ends = [_up(dot.price, scale) for dot in column.dots]
    return DrawnColumn(
        mark=column.mark,
        kind=column.kind,
        x=_n(x),
        stem=(_n(min(ends)), _n(max(ends))) if len(ends) > 1 else None,
        dots=tuple(
            DrawnDot(_n(y), _n(2 + 0.6 * dot.size), dot.says)
            for dot, y in zip(column.dots, ends, strict=True)
        ),
    )


def _bar(bar: Bar, left: float, width: float, scale: Sequence[int]) -> DrawnBar:
    top = _up(bar.count, scale)
    return DrawnBar(
        x=_n(left + 1),
        y=_n(top),
        width=_n(width - 2),
        height=_n(BOTTOM - top),
        says=f"{bar.label}: {bar.count}",
        mine=bar.mine,
    )


def _across(number: int, of: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / max(1, of - 1)


def _up(value: int, scale: Sequence[int]) -> float:
    low, high = scale[0], scale[-1]
    return BOTTOM - (BOTTOM - TOP) * (value - low) / max(1, high - low)


def _n(number: float) -> str:
    """Return a short number that looks the same everywhere."""
    return f"{number:.1f}".removesuffix(".0")

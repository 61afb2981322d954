"""Plots as SVG, drawn on the server: lines over days, dots over auctions, bars of a crowd.

Where everything stands is worked out here, in a space 360 units wide, so that a plot can be read on
a phone; the drawing is in `templates/games/venice/plots/`. Colours are tokens of the style sheet.
What a plot shows stands in a table beside it as well.
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
    """What the plots page shows everybody. `days` is the table of `prices`."""

    prices: SafeString
    days: tuple[DayPrices, ...]
    money: Plot | None = None
    crowd: Plot | None = None


@dataclass(frozen=True)
class DayPrices:
    """The lots of a day in the table of prices."""

    name: str
    lots: tuple[PriceRow, ...]


@dataclass(frozen=True)
class PriceRow:
    """A lot in the table of prices; prices as words. `mark`: its letter in the plot."""

    mark: str
    name: str
    offered: int
    sold: int
    lowest: str
    average: str
    highest: str
    point: str


@dataclass(frozen=True)
class GridLine:
    """A line of the grid and the amount it stands for."""

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
    """What surrounds the drawing. `says`: the plot in a sentence, for screen readers."""

    says: str
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
    """`r`: the radius."""

    y: str
    r: str
    says: str


@dataclass(frozen=True)
class DrawnColumn:
    """`stem`: the highest and lowest y of more than one dot."""

    mark: str
    kind: str
    x: str
    stem: tuple[str, str] | None
    dots: tuple[DrawnDot, ...]


@dataclass(frozen=True)
class Band:
    """The columns of a day, and the x at which the next day begins."""

    right: str
    columns: tuple[DrawnColumn, ...]


@dataclass(frozen=True)
class DrawnBar:
    """`x` and `y` of its upper left corner."""

    x: str
    y: str
    width: str
    height: str
    says: str
    mine: bool


def line_plot(lines: Sequence[Line], labels: Sequence[str], says: str) -> SafeString:
    """Lines over the days, each ending in a larger dot; the grid in dollars."""
    values = [value for line in lines for value in line.values] or [0]
    scale = ticks(min(0, *values), max(0, *values))
    drawn = [_line(line, labels, scale) for line in lines if line.values]
    days = ((_across(n, len(labels)), label) for n, label in enumerate(labels))
    return render("games/venice/plots/lines.jinja", frame=_frame(says, scale, days), lines=drawn)


def dot_plot(days: Sequence[Sequence[Column]], labels: Sequence[str], says: str) -> SafeString:
    """The prices of every lot, day by day; the lots of a day stand side by side."""
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
    """How many players ended with how much."""
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
    """`low`: how much deeper than usual the words stand."""
    return Frame(
        says=says,
        grid=tuple(_grid_line(tick, scale) for tick in scale),
        words=tuple(Word(_n(x), label) for x, label in labels),
        words_y=BOTTOM + 16 + low,
    )


def _grid_line(tick: int, scale: Sequence[int]) -> GridLine:
    y = _up(tick, scale)
    label = f"{tick:,}".replace("-", "\u2212").replace(",", "\u202f")
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
    """Short and the same everywhere."""
    return f"{number:.1f}".removesuffix(".0")

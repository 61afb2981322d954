"""Charts rendered on the server as SVG: bars and lines.

All coordinates are computed here, in a space 360 units wide, so that a chart can be read on a
phone. The templates are in `templates/games/parts/numbers/`. Colours are tokens of the style sheet,
and no meaning rests on colour alone: parts of bars have textures, lines have marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from chat.core.templates import render

WIDTH = 360
_ROW, _THICK, _HEAD = 36.0, 12.0, 18.0  # heights of a row, of its bar, of the text above the bar
_HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 220, 46, 262, 12, 192
_LETTER = 16.0  # height of a name beside a line
_NAME = 12  # most characters of a name beside a line
_WORDS = 10  # most labels below the lines
_NARROW = 14  # parts of bars narrower than this show no letter
_STEPS = (1, 2, 5)
# The mark around the points of each line, as a relative path.
_SHAPES = (
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
    "m-3 -3h6v6h-6z",
    "m0 -4.5l4.2 7.5h-8.4z",
    "m0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z",
    "m0 4.5l4.2 -7.5h-8.4z",
    "m-1.5 -4h3v2.5h2.5v3h-2.5v2.5h-3v-2.5h-2.5v-3h2.5z",
)


@dataclass(frozen=True)
class Kind:
    """A kind of parts of bars, with its entry in the legend."""

    name: str
    hue: int | None = None  # of a seat; None picks a colour by its position
    letter: str = ""


@dataclass(frozen=True)
class Bar:
    """A bar with its label and value."""

    name: str
    parts: tuple[int, ...]  # one amount for each kind
    said: str  # the text at its end
    hue: int | None = None  # of the bar's seat, if there is only one kind
    mark: int | None = None  # the position of a tick


@dataclass(frozen=True)
class Line:
    """A line across the labels. It ends before the first value that is None."""

    name: str
    values: tuple[int | None, ...]
    hue: int | None = None


@dataclass(frozen=True)
class _Part:
    place: int  # index of its kind
    hue: int | None
    letter: str
    x: str
    width: str
    middle: str


@dataclass(frozen=True)
class _DrawnBar:
    name: str
    said: str
    words_y: str
    y: str
    parts: tuple[_Part, ...]
    mark: str


@dataclass(frozen=True)
class _DrawnLine:
    name: str
    short: str
    hue: int | None
    place: int
    path: str
    points: tuple[str, ...]  # a path for each point, drawn as the line's mark
    label_x: str
    label_y: str


@dataclass(frozen=True)
class _Text:
    at: str
    label: str


def bar_picture(
    bars: Sequence[Bar], says: str, *, kinds: Sequence[Kind] = (), mark: str = ""
) -> SafeString:
    """Render a bar chart, one bar below the other.

    `says` is the text alternative; `mark` explains the ticks.
    """
    most = max((max(sum(bar.parts), bar.mark or 0) for bar in bars), default=0) or 1
    return render(
        "games/parts/numbers/bars.jinja",
        says=says,
        width=WIDTH,
        height=_n(_ROW * len(bars)),
        thick=_n(_THICK),
        bars=[_bar(bar, place, kinds, most) for place, bar in enumerate(bars)],
        kinds=kinds,
        mark=mark,
    )


def line_picture(
    lines: Sequence[Line], labels: Sequence[str], says: str, *, from_zero: bool = True
) -> SafeString:
    """Render a line chart, each line named at its end.

    `says` is the text alternative. With `from_zero` the scale includes zero.
    """
    values = [value for line in lines for value in line.values if value is not None]
    ends = [*values, 0] if from_zero or not values else values
    scale = ticks(min(ends), max(ends)) if values else [0, 1]
    every = -(-len(labels) // _WORDS)
    return render(
        "games/parts/numbers/lines.jinja",
        says=says,
        width=WIDTH,
        height=_HEIGHT,
        left=_LEFT,
        right=_RIGHT,
        floor=_BOTTOM,
        lines=_lines(lines, len(labels), scale),
        levels=[_Text(_n(_up(tick, scale)), f"{tick:,}") for tick in scale],
        words=[
            _Text(_n(_across(place, len(labels))), label)
            for place, label in enumerate(labels)
            if (len(labels) - 1 - place) % every == 0
        ],
    )


def ticks(low: int, high: int, most: int = 5) -> list[int]:
    """Return round numbers from at most `low` to at least `high`.

    There are at most `most` + 1 of them, evenly spaced.
    """
    span = max(1, high - low)
    size = 1
    while True:
        for step in _STEPS:
            first, last = low // (step * size), -(-high // (step * size))
            if last - first <= most and span:
                return [n * step * size for n in range(first, max(last, first + 1) + 1)]
        size *= 10


def _bar(bar: Bar, place: int, kinds: Sequence[Kind], most: int) -> _DrawnBar:
    top, parts, begin = place * _ROW, [], 0
    for number, amount in enumerate(bar.parts):
        kind = kinds[number] if kinds else None
        x, width = WIDTH * begin / most, WIDTH * amount / most
        begin += amount
        if amount:
            hue = bar.hue if kind is None else kind.hue
            letter = "" if kind is None or width < _NARROW else kind.letter
            parts.append(_Part(number, hue, letter, _n(x), _n(width), _n(x + width / 2)))
    return _DrawnBar(
        name=bar.name,
        said=bar.said,
        words_y=_n(top + _HEAD - 5),
        y=_n(top + _HEAD),
        parts=tuple(parts),
        mark="" if bar.mark is None else _n(WIDTH * bar.mark / most),
    )


def _lines(lines: Sequence[Line], labels: int, scale: Sequence[int]) -> list[_DrawnLine]:
    ends: list[list[tuple[float, float]]] = []
    for line in lines:
        known = line.values[: line.values.index(None)] if None in line.values else line.values
        ends.append([(_across(n, labels), _up(v or 0, scale)) for n, v in enumerate(known)])
    heights = _spread([points[-1][1] if points else float(_BOTTOM) for points in ends])
    return [
        _DrawnLine(
            name=line.name,
            short=line.name if len(line.name) <= _NAME else f"{line.name[: _NAME - 1]}\u2026",
            hue=line.hue,
            place=place,
            path="M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) if points else "",
            points=tuple(f"M{_n(x)} {_n(y)}{_SHAPES[place % len(_SHAPES)]}" for x, y in points),
            label_x=_n(_RIGHT + 10),
            label_y=_n(height + 4),
        )
        for place, (line, points, height) in enumerate(zip(lines, ends, heights, strict=True))
    ]


def _spread(heights: Sequence[float]) -> list[float]:
    """Return heights for the names beside the lines' ends, so that none overlap."""
    found = list(heights)
    last = _BOTTOM + _LETTER  # from the bottom up
    for place in sorted(range(len(found)), key=lambda place: -found[place]):
        last = found[place] = min(found[place], last - _LETTER)
    return found


def _across(number: int, of: int) -> float:
    return _LEFT + (_RIGHT - _LEFT) * number / max(1, of - 1)


def _up(value: int, scale: Sequence[int]) -> float:
    low, high = scale[0], scale[-1]
    return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / max(1, high - low)


def _n(number: float) -> str:
    """Format a coordinate briefly and independently of the locale."""
    return f"{number:.1f}".removesuffix(".0")

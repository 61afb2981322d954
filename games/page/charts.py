"""Pictures of numbers, drawn on the server as SVG: bars and lines.

Where everything stands is worked out here, in a space 360 units wide, so that a picture can be read
on a phone; the drawing is in `templates/games/parts/numbers/`. Colours are tokens of the style
sheet, and nothing is told by colour alone: parts of bars have textures, lines have marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from chat.core.templates import render

WIDTH = 360
_ROW, _THICK, _HEAD = 36.0, 12.0, 18.0  # of a bar: with its words, the bar, the words above it
_HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 220, 34, 262, 12, 192
_LETTER = 16.0  # the height of a name beside a line
_NAME = 12  # letters of a name beside a line
_WORDS = 10  # labels below lines, at most
_NARROW = 14  # a part of a bar that has no room for a letter
_STEPS = (1, 2, 5)
# One for each line, around the point.
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
    """What parts of bars stand for. `hue`: of a seat; None: a colour by its place."""

    name: str
    hue: int | None = None
    letter: str = ""


@dataclass(frozen=True)
class Bar:
    """`parts`: one for each kind. `said`: what stands at its end. `mark`: where a tick goes.

    `hue`: of the seat that the whole bar is of, where there is one kind only.
    """

    name: str
    parts: tuple[int, ...]
    said: str
    hue: int | None = None
    mark: int | None = None


@dataclass(frozen=True)
class Line:
    """A line over the labels; it ends before the first value that is None."""

    name: str
    values: tuple[int | None, ...]
    hue: int | None = None


@dataclass(frozen=True)
class _Part:
    place: int  # of its kind
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
    """`points`: each with its mark, as paths. `label_y`: where the name stands."""

    name: str
    short: str
    hue: int | None
    place: int
    path: str
    points: tuple[str, ...]
    label_x: str
    label_y: str


@dataclass(frozen=True)
class _Text:
    at: str
    label: str


def bar_picture(
    bars: Sequence[Bar], says: str, *, kinds: Sequence[Kind] = (), mark: str = ""
) -> SafeString:
    """A bar below the other, each under its name. `mark`: what the ticks stand for."""
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
    """Lines over the labels, each named at its end. `from_zero`: it shows how far from that."""
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
    """Round numbers from at most `low` to at least `high`, few enough to be read."""
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
    heights = _apart([points[-1][1] if points else float(_BOTTOM) for points in ends])
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


def _apart(heights: Sequence[float]) -> list[float]:
    """Names beside the ends of lines, none over another: from the bottom up."""
    found = list(heights)
    last = _BOTTOM + _LETTER
    for place in sorted(range(len(found)), key=lambda place: -found[place]):
        last = found[place] = min(found[place], last - _LETTER)
    return found


def _across(number: int, of: int) -> float:
    return _LEFT + (_RIGHT - _LEFT) * number / max(1, of - 1)


def _up(value: int, scale: Sequence[int]) -> float:
    low, high = scale[0], scale[-1]
    return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / max(1, high - low)


def _n(number: float) -> str:
    """Short and the same everywhere."""
    return f"{number:.1f}".removesuffix(".0")

"""Money over the rounds, as lines drawn on the server and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.interop.rules.view import InteropView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot

WIDTH, HEIGHT = 360, 180
LEFT, RIGHT, TOP, BOTTOM = 40, 124, 12, 26
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_LINES = 4  # about so many lines across
_LETTER = 20.0  # the height of a name


@dataclass(frozen=True)
class Dot:
    x: float
    y: float


@dataclass(frozen=True)
class Line:
    """One player: money at the start and after each round. `label`: where their name stands."""

    who: Who
    money: tuple[int, ...]
    dots: tuple[Dot, ...]
    label: float = 0.0

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{dot.x:g} {dot.y:g}" for dot in self.dots)

    @property
    def end(self) -> Dot:
        return self.dots[-1]


@dataclass(frozen=True)
class Mark:
    """A line across with its number, or a round below."""

    at: float
    text: int


@dataclass(frozen=True)
class Chart:
    lines: tuple[Line, ...]
    levels: tuple[Mark, ...]
    rounds: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    floor: int = HEIGHT - BOTTOM
    letter: float = _LETTER


def chart(snapshot: MatchSnapshot, view: InteropView) -> Chart | None:
    """None before the first Revenue Phase: one point makes no line."""
    if not view.players[0].history:
        return None
    money = [
        (player.account.start, *(end.money for end in player.history)) for player in view.players
    ]
    most = max(map(max, money))
    step = next((step for step in _STEPS if most <= step * _LINES), _STEPS[-1])
    top = max(step, -(-most // step) * step)
    lines = tuple(
        _line(who(snapshot, player.seat, view.seat), amounts, view, top)
        for player, amounts in zip(view.players, money, strict=True)
    )
    return Chart(
        lines=_labelled(lines),
        levels=tuple(Mark(_y(level, top), level) for level in range(0, top + 1, step)),
        rounds=tuple(Mark(_x(number, view.rounds), number) for number in range(view.rounds + 1)),
    )


def _line(owner: Who, money: Sequence[int], view: InteropView, top: int) -> Line:
    dots = (Dot(_x(number, view.rounds), _y(amount, top)) for number, amount in enumerate(money))
    return Line(owner, tuple(money), tuple(dots))


def _labelled(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Names beside the ends of the lines, none over another: from the bottom up."""
    heights: dict[int, float] = {}
    last = HEIGHT + _LETTER / 2
    for line in sorted(lines, key=lambda line: -line.end.y):
        last = heights[line.who.seat] = min(line.end.y, last - _LETTER)
    return tuple(replace(line, label=round(heights[line.who.seat], 1)) for line in lines)


def _x(number: int, rounds: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / rounds, 1)


def _y(amount: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * amount / top, 1)

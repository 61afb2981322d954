"""The result: the ranking, the sources of the money, and the money by round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chat.core.translation import gettext as _
from games.engine import codec
from games.engine.base import Standing
from games.interop.page.card_faces import part
from games.interop.page.deployment import site
from games.interop.page.typed_view import name_of, view_of
from games.interop.page.words import TERMS
from games.interop.rules.state import Account, Revenue
from games.interop.rules.view import InteropView
from games.page.presentation import Who, who, winners_line
from games.page.snapshot import MatchSnapshot

# --- Money by round, as an SVG chart and as a table


WIDTH, HEIGHT = 360, 180
LEFT, RIGHT, TOP, BOTTOM = 40, 124, 12, 26
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_LINES = 4  # about this many horizontal lines
_LETTER = 20.0  # the height of a label


@dataclass(frozen=True)
class Dot:
    x: float
    y: float


@dataclass(frozen=True)
class Line:
    """The money of one player: at the start and after each round."""

    who: Who
    money: tuple[int, ...]
    dots: tuple[Dot, ...]
    label: float = 0.0  # the y of the player's name

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{dot.x:g} {dot.y:g}" for dot in self.dots)

    @property
    def end(self) -> Dot:
        return self.dots[-1]


@dataclass(frozen=True)
class Mark:
    """A horizontal line with its number, or a round at the bottom."""

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
    """Return the chart, or None before the first Revenue Phase."""
    # A single point makes no line.
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
    """Place names beside the ends of the lines, from the bottom up, without overlap."""
    heights: dict[int, float] = {}
    last = HEIGHT + _LETTER / 2
    for line in sorted(lines, key=lambda line: -line.end.y):
        last = heights[line.who.seat] = min(line.end.y, last - _LETTER)
    return tuple(replace(line, label=round(heights[line.who.seat], 1)) for line in lines)


def _x(number: int, rounds: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / rounds, 1)


def _y(amount: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * amount / top, 1)


# --- Income by application in a whole match, from public events


@dataclass(frozen=True)
class AppEarned:
    """The income of an application in a whole match."""

    app: str
    own: int  # money for its own users
    shared: int  # money through applications of others
    most: int  # the income of the best application of the match, for the scale of the bars

    @property
    def money(self) -> int:
        return self.own + self.shared

    @property
    def own_part(self) -> float:
        """The `own` part of the bar, in per cent of the longest bar."""
        return round(100 * self.own / self.most, 1)

    @property
    def shared_part(self) -> float:
        return round(100 * self.shared / self.most, 1)


def earned_by_app(snapshot: MatchSnapshot) -> dict[int, tuple[AppEarned, ...]]:
    """Return the income by application for each seat, best first."""
    totals: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    for told in snapshot.told:
        if told.event.kind != "revenue":
            continue
        of_seat = totals[told.event.facts["seat"]]
        for revenue in codec.build(told.event.facts["sums"], tuple[Revenue, ...]):
            own, shared = of_seat.get(revenue.app, (0, 0))
            mine = revenue.bandwidth * revenue.users
            of_seat[revenue.app] = (own + mine, shared + revenue.money - mine)
    most = max((sum(both) for apps in totals.values() for both in apps.values()), default=1) or 1
    return {seat: _sorted(apps, most) for seat, apps in totals.items()}


def _sorted(apps: dict[str, tuple[int, int]], most: int) -> tuple[AppEarned, ...]:
    found = (AppEarned(name_of(app), own, shared, most) for app, (own, shared) in apps.items())
    return tuple(sorted((app for app in found if app.money), key=lambda app: -app.money))


@dataclass(frozen=True)
class Place:
    """A line of the ranking."""

    who: Who
    rank: int | None  # None if nobody won
    money: int
    users: int
    winner: bool
    account: Account
    apps: tuple[AppEarned, ...]  # the income of each application

    @property
    def own(self) -> int:
        """The money for the player's own users."""
        return sum(app.own for app in self.apps)

    @property
    def shared(self) -> int:
        """The money through applications of other players."""
        return sum(app.shared for app in self.apps)


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    places = _places(snapshot, view)
    return {
        "part": part,
        "terms": TERMS,
        "view": view,
        "headline": winners_line(snapshot, view.outcome, view.seat),
        "reason": _reason(view),
        "mine": next((place for place in places if place.who.me and place.rank), None),
        "players": len(places),
        "places": places,
        "chart": chart(snapshot, view),
        "finals": [
            {"place": place, "site": site(snapshot, view, place.who.seat)} for place in places
        ],
    }


def end_line(snapshot: MatchSnapshot, view: InteropView) -> str:
    """Return the phase line of a finished match."""
    return f"{winners_line(snapshot, view.outcome, view.seat)} {_reason(view)}".strip()


def _places(snapshot: MatchSnapshot, view: InteropView) -> list[Place]:
    standings = view.outcome.standings if view.outcome else ()
    won = view.outcome is not None and view.outcome.is_won
    earned = earned_by_app(snapshot)
    return [_place(snapshot, view, standing, earned, won=won) for standing in standings]


def _place(
    snapshot: MatchSnapshot,
    view: InteropView,
    standing: Standing,
    earned: Mapping[int, tuple[AppEarned, ...]],
    *,
    won: bool,
) -> Place:
    player = view.players[standing.seat]
    return Place(
        who=who(snapshot, standing.seat, view.seat),
        rank=standing.rank if won else None,
        money=player.money,
        users=player.users,
        winner=standing.winner,
        account=player.account,
        apps=earned.get(standing.seat, ()),
    )


def _reason(view: InteropView) -> str:
    """Return the reason why the match ended, as a sentence."""
    if view.outcome is None or view.outcome.reason == "aborted":
        return _("There is no winner.")
    return _("All %(n)d rounds are played; the richest player wins.") % {"n": view.rounds}

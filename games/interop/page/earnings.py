"""What each application earned in a whole game, from what everybody was told of its revenues."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from games.engine import codec
from games.interop.page.viewer import name_of
from games.interop.rules.state import Revenue
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class AppEarned:
    """`own`: money for its own users, `shared`: money through applications of others. `most`: what
    the best application of the game earned, to which the bars are drawn.
    """

    app: str
    own: int
    shared: int
    most: int

    @property
    def money(self) -> int:
        return self.own + self.shared

    @property
    def own_part(self) -> float:
        """In percent of the longest bar."""
        return round(100 * self.own / self.most, 1)

    @property
    def shared_part(self) -> float:
        return round(100 * self.shared / self.most, 1)


def earned_by_app(snapshot: MatchSnapshot) -> dict[int, tuple[AppEarned, ...]]:
    """By seat; the best application first."""
    totals: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    for told in snapshot.told:
        if told.event.kind != "revenue":
            continue
        of_seat = totals[told.event.facts["seat"]]
        for one in codec.build(told.event.facts["sums"], tuple[Revenue, ...]):
            own, shared = of_seat.get(one.app, (0, 0))
            mine = one.bandwidth * one.users
            of_seat[one.app] = (own + mine, shared + one.money - mine)
    most = max((sum(both) for apps in totals.values() for both in apps.values()), default=1) or 1
    return {seat: _sorted(apps, most) for seat, apps in totals.items()}


def _sorted(apps: dict[str, tuple[int, int]], most: int) -> tuple[AppEarned, ...]:
    found = (AppEarned(name_of(app), own, shared, most) for app, (own, shared) in apps.items())
    return tuple(sorted((one for one in found if one.money), key=lambda one: -one.money))

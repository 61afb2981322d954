"""Planners that always license in one way: what a licence is worth, whoever chose it (20.3)."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.base import Bot, Randomness
from games.interop.bots.planner import planned
from games.interop.bots.sight import Raw
from games.interop.rules.cards import Card
from games.interop.rules.view import InteropView


@dataclass(frozen=True)
class Policy:
    """The licence of every protocol, founder kits included; and from a round on another one."""

    licence: Raw
    later: Raw | None = None
    since: int = 0

    def __call__(self, view: InteropView, chance: Randomness) -> Raw | None:
        return self._relaxed(view) or planned(view, chance, self._licence)

    def _licence(self, view: InteropView, card: Card, chance: Randomness) -> Raw:
        return self.licence

    def _relaxed(self, view: InteropView) -> Raw | None:
        """First of all in a turn, every own protocol that is still more restrictive."""
        if self.later is None or view.kind != "invest" or view.round < self.since:
            return None
        for one in view.protocols:
            if one.relax_code == "" and self.later["licence"] in one.relax:
                return {"action": "relicense", "protocol": one.card, **self.later}
        return None


def _rand(fee: int) -> Raw:
    return {"licence": "rand", "fee": fee}


_OPEN: Raw = {"licence": "open"}
_CLOSED: Raw = {"licence": "closed"}

POLICIES: dict[str, Bot] = {
    "planner-open": Policy(_OPEN),
    "planner-rand-2": Policy(_rand(2)),
    "planner-rand-4": Policy(_rand(4)),
    "planner-rand-7": Policy(_rand(7)),
    "planner-closed": Policy(_CLOSED),
    "planner-closed-rand": Policy(_CLOSED, later=_rand(3), since=4),
    "planner-rand-open": Policy(_rand(6), later=_OPEN, since=5),
}

"""How well people play: openskill's model for any number of players, by the places they took.

A person's `Skill` is what they are likely to play, `mu`, and how far off that may be, `sigma`. It
is shown as points: 1000 for whoever begins, 40 a unit of `mu`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from games.models import Match

MODEL = PlackettLuce()
PROVISIONAL = 10  # matches that somebody has played before their rating says much
MOST_PLAYERS = 200  # rated of one match: the model looks at each pair of them
_MIDDLE, _UNIT = 1000, 40  # points


class Skill(NamedTuple):
    """In units of the model."""

    mu: float
    sigma: float

    @property
    def sure(self) -> float:
        """What they play at least, as good as certainly."""
        return self.mu - 2 * self.sigma

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def give_or_take(self) -> int:
        """Points by which they may be better or worse than that, as good as certainly."""
        return round(2 * self.sigma * _UNIT)


BEGINNER = Skill(MODEL.mu, MODEL.sigma)


def points(mu: float) -> int:
    """As it is shown."""
    return round(_MIDDLE + (mu - MODEL.mu) * _UNIT)


def after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """What a match in which they took these places has made of them. Equal places: together."""
    before = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in skills]
    found = MODEL.rate(before, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in found]


def rates_by_itself(match: Match) -> bool:
    """Whether it counts among strangers, without its owner having said so."""
    return match.rating == Match.Rates.AUTO and match.access == Match.Access.OPEN

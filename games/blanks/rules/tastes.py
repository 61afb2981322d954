"""What people have liked, learnt from public counts of votes (rules 25): never from a ballot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

WEIGHT = 8  # of the prior: as if a card had been shown so often and liked as its pack is

Tastes = Mapping[str, float]
"""White card, by id -> votes it gets of those it could get, from 0 to 1."""


class Counts:
    """Votes received, and votes that could have been: by white card."""

    def __init__(self) -> None:
        self.got: Counter[str] = Counter()
        self.possible: Counter[str] = Counter()

    def add(self, rounds: Iterable[Mapping[str, Any]]) -> None:
        """Rounds as a record shows them (`record.round_part`)."""
        for one in rounds:
            plays = [play for play in one["plays"] if play["shown"] and "votes" in play]
            if not one["voted"] or len(plays) < 2:
                continue
            cast = sum(play["votes"] for play in plays)
            for play in plays:
                for card in play["cards"]:
                    self.got[card] += play["votes"]
                    # All but the author's own, which cannot go to their play.
                    self.possible[card] += max(play["votes"], cast - 1)


def smoothed(got: int, possible: int, mean: float) -> float:
    """The taste of a card in a pack that is liked so much on the average."""
    return (got + WEIGHT * mean) / (possible + WEIGHT)


def mean_of(got: int, possible: int) -> float:
    """How much the cards of a pack are liked."""
    return got / possible if possible else 0.0

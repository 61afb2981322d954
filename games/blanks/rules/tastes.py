"""Statistics of the cards that people like (rules 25), from public vote counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

# Weight of the prior: each card starts with this many possible votes, won at its pack's mean.
WEIGHT = 8

Tastes = Mapping[str, float]
"""By id of a white card: the share of possible votes that it gets, from 0 to 1."""


class Counts:
    """Votes received, and votes that could have been received, by white card."""

    def __init__(self) -> None:
        self.got: Counter[str] = Counter()
        self.possible: Counter[str] = Counter()

    def add(self, rounds: Iterable[Mapping[str, Any]]) -> None:
        """Add rounds as a record has them (`record.round_part`)."""
        for one in rounds:
            plays = [play for play in one["plays"] if play["shown"] and "votes" in play]
            if not one["voted"] or len(plays) < 2:
                continue
            cast = sum(play["votes"] for play in plays)
            for play in plays:
                for card in play["cards"]:
                    self.got[card] += play["votes"]
                    # All votes but the author's own, which cannot go to their own play.
                    self.possible[card] += max(play["votes"], cast - 1)


def smoothed(got: int, possible: int, mean: float) -> float:
    """Return the taste of a card in a pack whose cards get `mean` on average."""
    return (got + WEIGHT * mean) / (possible + WEIGHT)


def mean_of(got: int, possible: int) -> float:
    """Return the share of possible votes that the cards of a pack got."""
    return got / possible if possible else 0.0

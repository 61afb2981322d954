"""A public for simulations: it votes by a taste of its own, which nobody is told.

The house's bot learns it as it would in a house: from the counts of matches played before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from math import exp
from statistics import fmean
from typing import Any

from games.blanks.bots import at_random
from games.blanks.rules.content import Content
from games.blanks.rules.keeper import round_part
from games.blanks.rules.tastes import Counts, Tastes, mean_of, smoothed
from games.blanks.rules.view import BlanksView
from games.engine.base import Bot, Engine, Randomness
from games.engine.dealer import Seeded
from games.engine.record import replay
from games.engine.simulate import Run, play_out

MATCHES = 500  # that the table has learnt from
_DECIDED = 6.0  # how much more often a play is voted for that is liked wholly
_FINE = 10**6


@cache
def appeal(card: str) -> float:
    """What the public thinks of a card, from 0 to 1: the same in every simulation."""
    return int(hashlib.sha256(f"public|{card}".encode()).hexdigest()[:8], 16) / 16**8


def voted_by_public(bot: Bot) -> Bot:
    """The same bot, but its seat votes as the public does."""

    def act(view: BlanksView, chance: Randomness) -> Mapping[str, Any] | None:
        for choice in view.choices:
            if choice.action == "vote":
                return {"action": "vote", **choice.given, "handle": _favourite(view, chance)}
        return bot(view, chance)

    return act


def _favourite(view: BlanksView, chance: Randomness) -> str:
    votable = [play for play in view.plays or () if play.votable]
    weights = [
        int(_FINE * exp(_DECIDED * fmean(appeal(card.id) for card in play.cards)))
        for play in votable
    ]
    drawn = chance.below(sum(weights))
    for play, weight in zip(votable, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return play.handle
    raise AssertionError("what is drawn is less than the sum")


def learnt(engine: Engine, content: Content, seats: int, matches: int = MATCHES) -> Tastes:
    """The tastes after so many matches of this public, played at random."""
    counts = Counts()
    for number in range(matches):
        run = Run(engine, f"public {number}")
        play_out(run, [voted_by_public(at_random)] * seats, Seeded(f"public|{number}"))
        parts = (round_part(one) for one in replay(engine, run.lines))
        counts.add(part for part in parts if part is not None)
    mean = mean_of(counts.got.total(), counts.possible.total())
    return {
        card.id: smoothed(counts.got[card.id], counts.possible[card.id], mean)
        for card in content.white
    }

"""The bots (rules 25): from their own view, its choices and randomness of their own.

One with a taste is handed a table as well, which says how much each white card has been liked; it
stands in no view and no record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import exp
from statistics import fmean
from typing import Any

from games.blanks.rules.content import Content
from games.blanks.rules.record import round_part
from games.blanks.rules.tastes import Counts, Tastes, mean_of, smoothed
from games.blanks.rules.view import BlanksView
from games.engine.base import Bot, Choice, Engine, Pick, Randomness
from games.engine.choices import sample
from games.engine.dealer import Seeded
from games.engine.record import replay
from games.engine.simulate import Run, play_out

_DOES = ("back", "play", "vote")  # never a discard
_SURE = 6  # of ten plays, those that are its best
_KEEN = 4.0  # how much a liked play is voted for before others
_RICH = 3  # points from which on a discard is worth its price
_WORSE = 0.1  # than the mean: a card that is thrown away
_MOST_THROWN = 2
_FINE = 10**6

Raw = Mapping[str, Any]


def at_random(view: BlanksView, chance: Randomness) -> Raw | None:
    """Comes back at once, plays and votes with every legal way equally likely."""
    for choice in view.choices:
        if choice.action in _DOES:
            return sample(choice, chance)
    return None


def taste(view: BlanksView, chance: Randomness, tastes: Tastes) -> Raw | None:
    """Plays and votes by what has been liked; at random where nothing is known."""
    doing = {choice.action: choice for choice in view.choices}
    if not tastes or "back" in doing:
        return at_random(view, chance)
    if "play" in doing:
        return _play(doing["play"], chance, tastes)
    if "vote" in doing:
        return _vote(view, doing["vote"], chance, tastes)
    return _discard(view, doing["discard"], tastes) if "discard" in doing else None


def with_tastes(tastes: Tastes) -> Bot:
    """The bot `taste` that has learnt these."""
    return partial(taste, tastes=tastes)


def _play(choice: Choice, chance: Randomness, tastes: Tastes) -> Raw | None:
    """Its best cards, the best first, or any."""
    if chance.below(10) >= _SURE:
        return sample(choice, chance)
    field = _pick(choice)
    best = sorted(field.of, key=lambda card: -_liked(tastes, card))[: field.least]
    return {"action": "play", **choice.given, field.name: best}


def _vote(view: BlanksView, choice: Choice, chance: Randomness, tastes: Tastes) -> Raw:
    """The likelier the more it likes the cards of a play."""
    plays = {play.handle: [card.id for card in play.cards] for play in view.plays or ()}
    field = _pick(choice)
    handles = field.of
    weights = [
        int(_FINE * exp(_KEEN * fmean(_liked(tastes, card) for card in plays[handle])))
        for handle in handles
    ]
    drawn = handles[_place(weights, chance)]
    return {"action": "vote", **choice.given, field.name: drawn}


def _place(weights: Sequence[int], chance: Randomness) -> int:
    """One place, with chances proportional to these."""
    drawn = chance.below(sum(weights))
    for place, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0:
            return place
    raise AssertionError("what is drawn is less than the sum")


def _discard(view: BlanksView, choice: Choice, tastes: Tastes) -> Raw | None:
    """After its vote, once: a hand that is short tells that it has been done in this phase."""
    hand = _pick(choice).of
    score = next((one.score for one in view.players if one.seat == view.seat), 0)
    if view.black is None or score < _RICH:
        return None
    if len(hand) < view.options.hand_size + view.black.draw - view.black.pick:
        return None
    low = fmean(tastes.values()) - _WORSE
    worst = sorted(hand, key=lambda card: _liked(tastes, card))[:_MOST_THROWN]
    thrown = [card for card in worst if _liked(tastes, card) <= low]
    return {"action": "discard", **choice.given, "cards": thrown} if thrown else None


def _liked(tastes: Tastes, card: str) -> float:
    return tastes.get(card, 0.0)


def _pick(choice: Choice) -> Pick:
    field = choice.fields[0]
    assert isinstance(field, Pick)
    return field


def wait_ms(view: BlanksView, chance: Randomness) -> int:
    """Milliseconds the bot thinks in this phase; it tells nothing of any card."""
    if view.phase == "vote":
        more = len(view.plays or ())
        low, high = 4 + more, 12 + more
    else:
        more = 4 * (view.black.pick - 1 if view.black else 0)
        low, high = 4 + more, 15 + more
    wait = 1000 * low + chance.below(1000 * (high - low) + 1)
    return min(wait, 500 * view.seconds)


# --- A public for simulations: it votes by a taste of its own, which nobody is told.
#
# The house's bot learns it as it would in a house: from the counts of matches played before.


MATCHES = 500  # that the table has learnt from
_DECIDED = 6.0  # how much more often a play is voted for that is liked wholly


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

"""The bots of Blanks (rules 25). They see only their own view.

The bot `taste` also gets a table of how much each white card has been liked, which is in no view
and no record.
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
_SURE = 6  # plays out of ten that use the best cards
_KEEN = 4.0  # preference for liked plays in a vote: the factor in the exponent
_RICH = 3  # points from which a discard is worth its price
_WORSE = 0.1  # a card liked less than the mean by this much is discarded
_MOST_THROWN = 2
_FINE = 10**6  # scale of the integer weights

Raw = Mapping[str, Any]


def at_random(view: BlanksView, chance: Randomness) -> Raw | None:
    """Come back at once, and play and vote at random.

    Every legal answer is equally likely.
    """
    for choice in view.choices:
        if choice.action in _DOES:
            return sample(choice, chance)
    return None


def taste(view: BlanksView, chance: Randomness, tastes: Tastes) -> Raw | None:
    """Play and vote by what has been liked, or at random if nothing is known."""
    doing = {choice.action: choice for choice in view.choices}
    if not tastes or "back" in doing:
        return at_random(view, chance)
    if "play" in doing:
        return _play(doing["play"], chance, tastes)
    if "vote" in doing:
        return _vote(view, doing["vote"], chance, tastes)
    return _discard(view, doing["discard"], tastes) if "discard" in doing else None


def with_tastes(tastes: Tastes) -> Bot:
    """Return the bot `taste` with this table of tastes."""
    return partial(taste, tastes=tastes)


def _play(choice: Choice, chance: Randomness, tastes: Tastes) -> Raw | None:
    """Play the best cards, the best first, or any cards."""
    if chance.below(10) >= _SURE:
        return sample(choice, chance)
    field = _pick(choice)
    best = sorted(field.of, key=lambda card: -_liked(tastes, card))[: field.least]
    return {"action": "play", **choice.given, field.name: best}


def _vote(view: BlanksView, choice: Choice, chance: Randomness, tastes: Tastes) -> Raw:
    """Vote at random, in favour of plays whose cards have been liked."""
    plays = {play.handle: [card.id for card in play.cards] for play in view.plays or ()}
    field = _pick(choice)
    handles = field.of
    weights = [
        int(_FINE * exp(_KEEN * fmean(_liked(tastes, card) for card in plays[handle])))
        for handle in handles
    ]
    drawn = handles[_weighted_index(weights, chance)]
    return {"action": "vote", **choice.given, field.name: drawn}


def _weighted_index(weights: Sequence[int], chance: Randomness) -> int:
    """Return a random index, with probabilities proportional to the weights."""
    drawn = chance.below(sum(weights))
    for place, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0:
            return place
    raise AssertionError("what is drawn is less than the sum")


def _discard(view: BlanksView, choice: Choice, tastes: Tastes) -> Raw | None:
    """Discard bad cards after the vote, at most once."""
    hand = _pick(choice).of
    me = next(one for one in view.players if one.seat == view.seat)
    if me.discarded or me.score < _RICH:
        return None
    # The table has the cards of the match, so this is their mean.
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
    """Return the milliseconds that the bot pretends to think in this phase.

    The time depends on nothing hidden, so it reveals nothing about cards.
    """
    if view.phase == "vote":
        more = len(view.plays or ())
        low, high = 4 + more, 12 + more
    else:
        more = 4 * (view.black.pick - 1 if view.black else 0)
        low, high = 4 + more, 15 + more
    wait = 1000 * low + chance.below(1000 * (high - low) + 1)
    return min(wait, 500 * view.seconds)


# --- Public for simulations
#
# It votes by a fixed taste that no bot can read. The house bot learns it as on a real site: from
# the votes of earlier matches.


MATCHES = 500  # matches to learn from
_DECIDED = 6.0  # preference of the public for liked plays: the factor in the exponent


@cache
def appeal(card: str) -> float:
    """Return how much the public likes a card, from 0 to 1.

    It is the same in every simulation.
    """
    return int(hashlib.sha256(f"public|{card}".encode()).hexdigest()[:8], 16) / 16**8


def voted_by_public(bot: Bot) -> Bot:
    """Return a bot that votes as the public does and else acts as this one."""

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
    """Return the tastes learnt from random matches in which the public votes."""
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

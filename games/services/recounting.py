"""Ratings counted anew from the results of all matches that counted, as if for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.db import transaction

from chat.core.steps import MOST
from games.models import RatedMatch, RatedResult, Rating
from games.ratings import BEGINNER, Skill
from games.services.rating import Played, placed, results_of, seats_played

Line = tuple[str, int]  # game, user


@dataclass
class Recount:
    """What counting anew has come to, and where the stored ratings say otherwise."""

    matches: int = 0
    ratings: dict[Line, Skill] = field(default_factory=dict)
    played: dict[Line, int] = field(default_factory=dict)
    wrong_results: int = 0  # of people in matches
    wrong_ratings: int = 0

    @property
    def same(self) -> bool:
        return not (self.wrong_results or self.wrong_ratings)


def recount(*, write: bool = False, told: Callable[[int], None] = lambda count: None) -> Recount:
    """Counts anew, in the order in which they were counted, and compares to the digit.

    `write`: puts right what differs. It should not meet matches that are being counted meanwhile:
    those lock the ratings they change, and so does this. `told` hears how many it has come to.
    """
    found = Recount()
    with transaction.atomic():
        if write:
            list(Rating.objects.select_for_update().order_by("user", "game").values_list("pk"))
        for some in _batches():
            wrong = [*_counted_anew(found, some)]
            if write:
                RatedResult.objects.bulk_update(
                    wrong, ["mu_before", "mu", "sigma", "place", "players"]
                )
            found.wrong_results += len(wrong)
            found.matches += len(some)
            told(found.matches)
        _compare(found, write=write)
    return found


def _batches() -> Iterator[Sequence[RatedMatch]]:
    rows = RatedMatch.objects.order_by("pk").iterator(chunk_size=MOST)
    while some := list(islice(rows, MOST)):
        yield some


def _counted_anew(found: Recount, some: Sequence[RatedMatch]) -> Iterator[RatedResult]:
    """The stored results that are not as they should be, put right."""
    seats = seats_played([one.match_id for one in some])
    stored: dict[int, dict[int, RatedResult]] = {}
    for row in RatedResult.objects.filter(counted__in=some):
        stored.setdefault(row.counted_id, {})[row.user_id] = row
    for one in some:
        rated = stored.get(one.pk, {})  # not who was a guest then, and has kept the name since
        played = placed([seat for seat in seats.get(one.match_id, ()) if seat.user in rated])
        skills = {
            who.user: found.ratings[line]
            for who in played
            if (line := (one.game, who.user)) in found.ratings
        }
        before = {who.user: skills.get(who.user, BEGINNER) for who in played}
        results = results_of(before, played)
        for user, skill in results.items():
            found.ratings[one.game, user] = skill
            found.played[one.game, user] = found.played.get((one.game, user), 0) + 1
        yield from _wrong(rated, played, before, results)


def _wrong(
    stored: dict[int, RatedResult],
    played: Sequence[Played],
    before: dict[int, Skill],
    results: dict[int, Skill],
) -> Iterator[RatedResult]:
    for one in played:
        row, skill = stored[one.user], results[one.user]
        right = (before[one.user].mu, *skill, one.place, len(played))
        if (row.mu_before, row.mu, row.sigma, row.place, row.players) != right:
            row.mu_before, row.mu, row.sigma, row.place, row.players = right
            yield row


def _compare(found: Recount, *, write: bool) -> None:
    """The ratings as they stand, with what they should be."""
    wrong = []
    for row in Rating.objects.iterator(chunk_size=MOST):
        line = (row.game, row.user_id)
        skill, matches = found.ratings.get(line), found.played.get(line, 0)
        if skill is None or (row.mu, row.sigma, row.matches) == (*skill, matches):
            found.wrong_ratings += skill is None
            continue
        row.mu, row.sigma, row.sure, row.matches = *skill, skill.sure, matches
        wrong.append(row)
    found.wrong_ratings += len(wrong)
    if write:
        Rating.objects.bulk_update(wrong, ["mu", "sigma", "sure", "matches"], batch_size=MOST)

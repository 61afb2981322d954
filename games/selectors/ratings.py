"""Ratings of players, and the leaderboards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from chat.live.batch import loaded_in_batch
from chat.people import PERSON
from games.models import Match, MonthRating, RatedResult, Rating
from games.registry import games

# --- Rating model: openskill's Plackett-Luce, for any number of players, by their places
#
# A player's `Skill` is an estimate, `mu`, and its uncertainty, `sigma`. It is shown in points: a
# beginner has 1000, and a unit of `mu` is 40 points.


MODEL = PlackettLuce()
PROVISIONAL = 10  # a rating says little before so many matches
MOST_PLAYERS = 200  # in a rated match: the model compares each pair of players
_MIDDLE, _UNIT = 1000, 40  # points


class Skill(NamedTuple):
    """A player's skill in units of the model: an estimate and its uncertainty."""

    mu: float
    sigma: float

    @property
    def sure(self) -> float:
        """A cautious estimate: the rating less twice its uncertainty."""
        return self.mu - 2 * self.sigma

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def give_or_take(self) -> int:
        """The uncertainty in points: twice the standard deviation."""
        return round(2 * self.sigma * _UNIT)


BEGINNER = Skill(MODEL.mu, MODEL.sigma)


def points(mu: float) -> int:
    """Return the points that are shown for this estimate."""
    return round(_MIDDLE + (mu - MODEL.mu) * _UNIT)


def after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills after a match, from those before it and the places taken.

    Equal places are ties.
    """
    before = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in skills]
    found = MODEL.rate(before, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in found]


def rates_by_itself(match: Match) -> bool:
    """Return True if the match is rated by default when strangers play it."""
    return match.settings.rating == "auto" and match.settings.access == "open"


CURVE = 40  # matches in a player's curve
LISTED = 50  # lines of a leaderboard


@dataclass(frozen=True)
class Rated:
    """A player's rating in one game."""

    slug: str
    game: str
    points: int
    give_or_take: int  # uncertainty, in points
    provisional: bool
    matches: int
    curve: tuple[int, ...]  # points after each of the last matches, oldest first


@dataclass(frozen=True)
class Change:
    """A player's points after a match, and the change by it."""

    points: int
    by: int


@dataclass(frozen=True)
class Best:
    """A line of a leaderboard."""

    place: int  # from 1
    user: Any
    points: int
    give_or_take: int
    matches: int


def ratings_of(user: Any) -> list[Rated]:
    """Return this user's rating in each game that they are rated in."""
    rows = {row.game: row for row in Rating.objects.filter(user=user)}
    return [
        Rated(
            slug=slug,
            game=game.title.name,
            points=skill.points,
            give_or_take=skill.give_or_take,
            provisional=row.matches < PROVISIONAL,
            matches=row.matches,
            curve=_curve(user, slug),
        )
        for slug, game in games().items()
        if (row := rows.get(slug)) is not None
        for skill in [Skill(row.mu, row.sigma)]
    ]


def _curve(user: Any, slug: str) -> tuple[int, ...]:
    results = RatedResult.objects.filter(user=user, game=slug).order_by("-pk")
    return tuple(points(mu) for mu in results.values_list("mu", flat=True)[:CURVE])[::-1]


def change_in(match: Match, user: Any) -> Change | None:
    """Return the change of the viewer's rating by this match, or None.

    None if the match is not rated, or not counted yet.
    """
    if not match.rated or match.rated_at is None or user.pk is None:
        return None
    return loaded_in_batch(
        ("rating after", match.pk), PERSON, user.pk, lambda people: _changes(match, people)
    )


def _changes(match: Match, people: Sequence[int]) -> Mapping[int, Change]:
    rows = RatedResult.objects.filter(counted__match=match, user__in=people)
    return {
        user: Change(points=points(mu), by=points(mu) - points(before))
        for user, mu, before in rows.values_list("user", "mu", "mu_before")
    }


def best_of(slug: str, month: date | None = None) -> list[Best]:
    """Return the leaderboard of this game, now or at the end of a month.

    It is sorted by the cautious estimate. Provisional ratings, and players who do not want to be
    listed, are left out.
    """
    rows: Any = Rating.objects if month is None else MonthRating.objects.filter(month=month)
    listed = rows.filter(game=slug, user__best_listed=True, user__deleted_at=None).select_related(
        "user"
    )
    if month is None:
        listed = listed.filter(matches__gte=PROVISIONAL)
    best = listed.order_by("-sure", "user").select_related("user")
    return [
        Best(place, row.user, skill.points, skill.give_or_take, row.matches)
        for place, row in enumerate(best[:LISTED], 1)
        for skill in [Skill(row.mu, row.sigma)]
    ]


def months_of(slug: str) -> list[date]:
    """Return the last twelve months with counted matches of this game, newest first."""
    found: list[date] = []
    rows = MonthRating.objects.filter(game=slug).order_by("-month")
    while len(found) < 12:  # each query reads one row at the end of the index
        older = rows.filter(month__lt=found[-1]) if found else rows
        month = older.values_list("month", flat=True).first()
        if month is None:
            break
        found.append(month)
    return found

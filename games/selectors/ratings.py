"""Ratings: openskill's model by places, and the leaderboards."""

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

# --- How well people play: openskill's model for any number of players, by the places they took.
#
# A person's `Skill` is what they are likely to play, `mu`, and how far off that may be, `sigma`.
# It is shown as points: 1000 for whoever begins, 40 a unit of `mu`.


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
    return match.settings.rating == "auto" and match.settings.access == "open"


CURVE = 40  # of the last matches
LISTED = 50  # of the best


@dataclass(frozen=True)
class Rated:
    """Somebody's rating at a game. `curve`: points after each of the last matches, oldest first.

    `give_or_take`: points by which they may play better or worse, as good as certainly.
    """

    slug: str
    game: str
    points: int
    give_or_take: int
    provisional: bool
    matches: int
    curve: tuple[int, ...]


@dataclass(frozen=True)
class Change:
    """What a match has made of a rating, in points."""

    points: int
    by: int


@dataclass(frozen=True)
class Best:
    """A line of a list of the best. `place`: from 1."""

    place: int
    user: Any
    points: int
    give_or_take: int
    matches: int


def ratings_of(user: Any) -> list[Rated]:
    """Of this person, at each game that they are rated at, in the order of the house."""
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
    """What this match has made of the viewer's rating; None where nothing, or not yet."""
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
    """The best at this game, or where they stood in a month: by what they play at least.

    Without those whose rating says little yet, and those who do not want to stand there.
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
    """Months in which matches of this game counted, the last dozen, newest first."""
    found: list[date] = []
    rows = MonthRating.objects.filter(game=slug).order_by("-month")
    while len(found) < 12:  # each a look at the end of the index
        older = rows.filter(month__lt=found[-1]) if found else rows
        month = older.values_list("month", flat=True).first()
        if month is None:
            break
        found.append(month)
    return found

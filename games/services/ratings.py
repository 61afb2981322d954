"""Ratings, counted after the end of a match, and recounted from the first.

Which matches count is settled as they start (`counts`). The clock counts each a little after its
end, in a transaction of its own: no end waits for it, and none fails by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import islice
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet

from chat.contacts.friends import all_friends
from chat.core.batched_jobs import MOST
from chat.live.announce import announce
from games import topics
from games.models import Match, MonthRating, RatedMatch, RatedResult, Rating, Seat
from games.registry import is_crowd
from games.selectors.ratings import BEGINNER, MOST_PLAYERS, Skill, after, rates_by_itself
from games.services.locks import in_turn, lock_first


class Played(NamedTuple):
    """Somebody who is rated for a match, and the place they took."""

    user: int
    place: int


class SeatPlayed(NamedTuple):
    """A seat at the end, and whose it was. `rank`: None for whoever the rules do not rank."""

    user: int
    rank: int | None
    status: str


def counts(match: Match, seats: Iterable[Seat]) -> bool:
    """Whether a match that starts with these will count: of members alone, as its owner wished.

    By itself one counts where strangers meet: at a table open to all, at which not all are friends.
    """
    by_itself = rates_by_itself(match)
    if not (by_itself or match.settings.rating == "rated") or is_crowd(match):
        return False
    seats = list(seats)
    members = [seat.user for seat in seats if seat.user is not None and _is_rated(seat.user)]
    if not 2 <= len(members) == len(seats) <= MOST_PLAYERS:
        return False
    return not (by_itself and all_friends([member.pk for member in members]))


def _is_rated(user: Any) -> bool:
    """Guests and programs are not."""
    return not (user.is_guest or user.is_bot)


def waiting() -> QuerySet[Match]:
    """Those that are to be looked at, the first to end first, by an index of them alone.

    Their status is not asked for: SQLite would then go through all matches that are over.
    """
    rows = Match.objects.filter(rated=True, rated_at__isnull=True, ended_at__isnull=False)
    return rows.order_by("ended_at")


def count_one() -> bool:
    """Counts the match that has waited for it longest. False: none waits."""
    with in_turn(), transaction.atomic(durable=True):
        match = lock_first(waiting())
        if match is None:
            return False
        assert match.ended_at is not None
        if match.status == Match.Status.FINISHED:  # what was stopped costs nobody anything
            _count_members(match, match.ended_at)
        match.rated_at = match.ended_at
        match.version += 1  # what is told of the result changes
        match.save(update_fields=["rated_at", "version"])
    return True


def seats_played(matches: Sequence[int]) -> dict[int, list[SeatPlayed]]:
    """By match: the seats of people in it, in order."""
    seats = Seat.objects.filter(match__in=matches, user__isnull=False)
    found: dict[int, list[SeatPlayed]] = {}
    rows = seats.order_by("match", "index").values_list("match", "user", "rank", "status")
    for match, user, rank, status in rows:
        assert user is not None
        found.setdefault(match, []).append(SeatPlayed(user, rank, status))
    return found


def _members(seats: Sequence[SeatPlayed]) -> list[SeatPlayed]:
    """Of these; a guest may have come late to a match that counts."""
    people = get_user_model()._default_manager.filter(pk__in=[seat.user for seat in seats])
    members = set(people.filter(is_guest=False, is_bot=False).values_list("pk", flat=True))
    return [seat for seat in seats if seat.user in members]


def placed(seats: Sequence[SeatPlayed]) -> list[Played]:
    """Who is rated, and their places, as the rules of the game rank them.

    Who left by themselves and has no rank comes last; who was removed is not rated.
    """
    ranks: dict[int, int | None] = {}
    for seat in seats:
        ranked_or_left = seat.rank is not None or seat.status == Seat.Status.LEFT
        if ranked_or_left and seat.status != Seat.Status.KICKED:
            ranks[seat.user] = seat.rank  # of two seats of one person the last one counts
    ranked = sorted(rank for rank in ranks.values() if rank is not None)
    last = len(ranked)
    return [
        Played(user, 1 + (last if rank is None else ranked.index(rank)))
        for user, rank in sorted(ranks.items())
    ]


def _count_members(match: Match, at: datetime) -> None:
    played = placed(_members(seats_played([match.pk]).get(match.pk, [])))
    if len(played) > 1:
        _count(match, played, at)


def _count(match: Match, played: Sequence[Played], at: datetime) -> None:
    ratings = _locked(match, [one.user for one in played], at)
    counted = RatedMatch.objects.create(match=match, game=match.game)
    skills = {user: Skill(one.mu, one.sigma) for user, one in ratings.items()}
    results = results_of(skills, played)
    for user, skill in results.items():
        rating = ratings[user]
        rating.mu, rating.sigma, rating.sure = skill.mu, skill.sigma, skill.sure
        rating.matches += 1
        rating.at = at
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "sure", "matches", "at"])
    RatedResult.objects.bulk_create(_rows(match, counted, played, skills, results))
    _note_month(match, results, at)
    announce(topics.of_match(match.public_id))


def results_of(skills: Mapping[int, Skill], played: Sequence[Played]) -> dict[int, Skill]:
    """What each who played is after the match, by what they were before."""
    found = after([skills[one.user] for one in played], [one.place for one in played])
    return {one.user: skill for one, skill in zip(played, found, strict=True)}


def _locked(match: Match, users: Sequence[int], at: datetime) -> dict[int, Rating]:
    """Their ratings, always locked in one order; who has none begins."""
    mu, sigma, sure = *BEGINNER, BEGINNER.sure
    begun = [
        Rating(user_id=user, game=match.game, mu=mu, sigma=sigma, sure=sure, at=at)
        for user in users
    ]
    Rating.objects.bulk_create(begun, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(user__in=users, game=match.game)
    return {one.user_id: one for one in rows.order_by("user")}


def _rows(
    match: Match,
    counted: RatedMatch,
    played: Sequence[Played],
    skills: Mapping[int, Skill],
    results: Mapping[int, Skill],
) -> Iterator[RatedResult]:
    assert match.ended_at is not None
    for one in played:
        mu, sigma = results[one.user]
        yield RatedResult(
            counted=counted, user_id=one.user, game=match.game, place=one.place,
            players=len(played), mu_before=skills[one.user].mu, mu=mu, sigma=sigma,
            at=match.ended_at,
        )  # fmt: skip


def _note_month(match: Match, results: Mapping[int, Skill], at: datetime) -> None:
    """Nobody else writes these rows now: the ratings of the same people are locked."""
    month = date(at.year, at.month, 1)
    rows = MonthRating.objects.filter(user__in=results, game=match.game, month=month)
    before = dict(rows.values_list("user", "matches"))
    MonthRating.objects.bulk_create(
        [
            MonthRating(
                user_id=user, game=match.game, month=month, mu=skill.mu, sigma=skill.sigma,
                sure=skill.sure, matches=1 + before.get(user, 0),
            )
            for user, skill in results.items()
        ],
        update_conflicts=True,
        unique_fields=["user", "game", "month"],
        update_fields=["mu", "sigma", "sure", "matches"],
    )  # fmt: skip


def forget_ratings(*, user: Any) -> None:
    """The account is deleted. Its results stay, since others' ratings were made of them."""
    Rating.objects.filter(user=user).delete()
    MonthRating.objects.filter(user=user).delete()


# --- Ratings counted anew from the results of all matches that counted, as if for the first time.


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

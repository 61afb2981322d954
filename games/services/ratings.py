"""Ratings: counting matches after their end, and recounting them all.

Whether a match is rated is decided when it starts (`counts`). The scheduler counts each rated match
a little after its end, in a transaction of its own: no end waits for it or fails because of it.
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
    """A rated player of a match, and the place they took."""

    user: int
    place: int


class SeatPlayed(NamedTuple):
    """A seat at the end of a match, and its player."""

    user: int
    rank: int | None  # None: not ranked by the rules
    status: str


def counts(match: Match, seats: Iterable[Seat]) -> bool:
    """Return True if a match that starts with these seats will be rated.

    Only matches of members alone are, and only if the owner chose so or, by default, if strangers
    meet: at a table open to all where not all players are friends.
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
    """Return True for members; guests and bot accounts are not rated."""
    return not (user.is_guest or user.is_bot)


def waiting() -> QuerySet[Match]:
    """Return the ended matches that are still to be counted, oldest end first."""
    # No filter on the status: SQLite would then leave the partial index of these matches and read
    # all matches that are over.
    rows = Match.objects.filter(rated=True, rated_at__isnull=True, ended_at__isnull=False)
    return rows.order_by("ended_at")


def count_one() -> bool:
    """Count the match that has waited longest. Return False if none is waiting."""
    with in_turn(), transaction.atomic(durable=True):
        match = lock_first(waiting())
        if match is None:
            return False
        assert match.ended_at is not None
        if match.status == Match.Status.FINISHED:  # aborted matches change no rating
            _count_members(match, match.ended_at)
        match.rated_at = match.ended_at
        match.version += 1  # pages show the change with the result
        match.save(update_fields=["rated_at", "version"])
    return True


def seats_played(matches: Sequence[int]) -> dict[int, list[SeatPlayed]]:
    """Return the seats of people in these matches, in seat order, by match."""
    seats = Seat.objects.filter(match__in=matches, user__isnull=False)
    found: dict[int, list[SeatPlayed]] = {}
    rows = seats.order_by("match", "index").values_list("match", "user", "rank", "status")
    for match, user, rank, status in rows:
        assert user is not None
        found.setdefault(match, []).append(SeatPlayed(user, rank, status))
    return found


def _members(seats: Sequence[SeatPlayed]) -> list[SeatPlayed]:
    """Return the seats of members: a guest may have joined a rated match late."""
    people = get_user_model()._default_manager.filter(pk__in=[seat.user for seat in seats])
    members = set(people.filter(is_guest=False, is_bot=False).values_list("pk", flat=True))
    return [seat for seat in seats if seat.user in members]


def placed(seats: Sequence[SeatPlayed]) -> list[Played]:
    """Return the rated players with their places, from 1, as the rules rank them.

    A player who left by choice and has no rank comes last. A player who was removed is not rated.
    """
    ranks: dict[int, int | None] = {}
    for seat in seats:
        ranked_or_left = seat.rank is not None or seat.status == Seat.Status.LEFT
        if ranked_or_left and seat.status != Seat.Status.KICKED:
            ranks[seat.user] = seat.rank  # a person's last seat counts
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
    """Return each player's skill after the match, given their skills before it."""
    found = after([skills[one.user] for one in played], [one.place for one in played])
    return {one.user: skill for one, skill in zip(played, found, strict=True)}


def _locked(match: Match, users: Sequence[int], at: datetime) -> dict[int, Rating]:
    """Return the players' ratings with their rows locked; beginners get a new one."""
    mu, sigma, sure = *BEGINNER, BEGINNER.sure
    # Always locked in the same order, so that two counts cannot deadlock.
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
    # No lock needed: the ratings of the same people are locked.
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
    """Delete the ratings of a deleted account."""
    # Its results stay, since the ratings of others were computed from them.
    Rating.objects.filter(user=user).delete()
    MonthRating.objects.filter(user=user).delete()


# --- Recount of all ratings from the results of all counted matches


Line = tuple[str, int]  # game, user


@dataclass
class Recount:
    """The result of a recount, and how many stored rows differ from it."""

    matches: int = 0
    ratings: dict[Line, Skill] = field(default_factory=dict)
    played: dict[Line, int] = field(default_factory=dict)
    wrong_results: int = 0  # rows of `RatedResult`
    wrong_ratings: int = 0

    @property
    def same(self) -> bool:
        return not (self.wrong_results or self.wrong_ratings)


def recount(*, write: bool = False, told: Callable[[int], None] = lambda count: None) -> Recount:
    """Recount all ratings in the original order, and compare them exactly.

    `write`: correct what differs. `told` is called with the number of matches counted so far.
    """
    found = Recount()
    with transaction.atomic():
        if write:
            # Counting a match locks the ratings that it changes, so none is counted meanwhile.
            list(Rating.objects.select_for_update().order_by("user", "game").values_list("pk"))
        for some in _batches():
            wrong = [*_recount_batch(found, some)]
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


def _recount_batch(found: Recount, some: Sequence[RatedMatch]) -> Iterator[RatedResult]:
    """Count these matches again, and yield the stored results that differ, corrected."""
    seats = seats_played([one.match_id for one in some])
    stored: dict[int, dict[int, RatedResult]] = {}
    for row in RatedResult.objects.filter(counted__in=some):
        stored.setdefault(row.counted_id, {})[row.user_id] = row
    for one in some:
        rated = stored.get(one.pk, {})  # leaves out guests who have become members since
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
    """Compare the stored ratings with the recounted ones."""
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

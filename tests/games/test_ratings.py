"""Ratings: which matches count, their effect, and the recount."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from chat.core.clock import now
from games.models import Match, MonthRating, RatedMatch, RatedResult, Rating, Seat
from games.selectors.ratings import BEGINNER
from games.services import ratings
from games.services.ratings import recount
from games.services.retention import tidy
from games.services.seats import join, kick, leave
from games.services.start import start

pytestmark = pytest.mark.django_db


def end(match: Match, *ranks: int | None) -> None:
    """End the match as the rules would, with these ranks by order of users."""
    at = now()
    Match.objects.filter(pk=match.pk).update(status="finished", ended_at=at, asked=[])
    for seat, rank in zip(match.seats.order_by("user"), ranks, strict=True):
        Seat.objects.filter(pk=seat.pk).update(rank=rank, winner=rank == 1)
    match.refresh_from_db()


def mu_of(user: Any, game: str = "blanks") -> float:
    return Rating.objects.get(user=user, game=game).mu


@pytest.mark.parametrize(
    ("wish", "counts"),
    [
        ({}, True),
        ({"access": "invite", "invited": ("bob", "cem")}, False),
        ({"access": "invite", "invited": ("bob", "cem"), "rating": "rated"}, True),
        ({"rating": "friendly"}, False),
    ],
)
def test_matches_of_members_are_rated_by_the_owners_choice(
    running: Any, wish: Any, counts: bool
) -> None:
    match, _people = running("ann", "bob", "cem", **wish)
    assert match.rated is counts


@pytest.mark.parametrize(
    ("wish", "other"),
    [
        ({"bots": 1, "rating": "rated"}, {}),
        ({}, {"is_guest": True}),
        ({"bot_accounts": True, "rating": "rated"}, {"is_bot": True}),
    ],
    ids=["a bot", "a guest", "a program"],
)
def test_a_match_with_guests_or_bots_is_friendly(
    table: Any, person: Any, wish: dict[str, Any], other: dict[str, Any]
) -> None:
    match, (ann, _bob) = table("ann", "bob", **wish)
    join(user=person("other", **other), public_id=match.public_id)
    start(user=ann, public_id=match.public_id)
    match.refresh_from_db()
    assert not match.rated


def test_a_match_counts_once_and_a_better_place_gains_more(running: Any) -> None:
    match, (ann, bob, cem) = running("ann", "bob", "cem")
    end(match, 1, 2, 2)
    tidy()
    tidy()
    assert mu_of(ann) > BEGINNER.mu > mu_of(bob) == mu_of(cem)
    assert RatedMatch.objects.count() == 1
    places = RatedResult.objects.order_by("user").values_list("place", "players")
    assert [*places] == [(1, 3), (2, 3), (2, 3)]
    assert {*Rating.objects.values_list("matches", flat=True)} == {1}
    assert MonthRating.objects.get(user=ann).mu == mu_of(ann)


def test_leavers_are_ranked_last_and_removed_players_are_unrated(running: Any) -> None:
    match, (ann, bob, cem, dan) = running("ann", "bob", "cem", "dan", kick_in_play=True)
    leave(user=cem, public_id=match.public_id)
    kick(user=ann, public_id=match.public_id, index=match.seats.get(user=dan).index)
    end(match, 2, 1, None, 3)  # as if a bot plays on for them
    assert ratings.count_one()
    assert mu_of(bob) > mu_of(ann) > mu_of(cem)
    assert not Rating.objects.filter(user=dan).exists()


@pytest.mark.parametrize("status", ["aborted", "stalled", "running"])
def test_a_stopped_or_faulty_match_is_unrated(running: Any, status: str) -> None:
    match, _people = running("ann", "bob")
    end(match, 1, 2)
    ended_at = now() if status == "aborted" else None
    Match.objects.filter(pk=match.pk).update(status=status, ended_at=ended_at)
    while ratings.count_one():
        pass
    assert not ratings.waiting().exists()
    assert not Rating.objects.exists()


def test_matches_are_rated_in_the_order_of_their_ends(running: Any) -> None:
    later, _people = running("ann", "bob")
    sooner, _others = running("cem", "dan")
    end(later, 1, 2)
    end(sooner, 1, 2)
    Match.objects.filter(pk=sooner.pk).update(ended_at=now() - timedelta(days=1))
    while ratings.count_one():
        pass
    assert [*RatedMatch.objects.order_by("pk").values_list("match", flat=True)] == [
        sooner.pk,
        later.pk,
    ]


def _several(running: Any) -> None:
    for number in range(3):
        match, _people = running(*(f"p{number}x{seat}" for seat in range(3)))
        end(match, 1, 2, 3)
    people = [seat.user for seat in match.seats.order_by("user")]
    again = Match.objects.first()
    assert again is not None
    for seat, user in zip(again.seats.order_by("pk"), people, strict=True):
        Seat.objects.filter(pk=seat.pk).update(user=user)  # so that ratings build on each other
    while ratings.count_one():
        pass


def test_a_recount_gives_identical_ratings(running: Any) -> None:
    _several(running)
    said = StringIO()
    call_command("ratings", stdout=said)
    assert re.search(r"\b3 matches and 6 ratings\b.*: the same\b", said.getvalue())


def test_a_recount_detects_and_corrects_manual_changes(running: Any) -> None:
    _several(running)
    right = [*Rating.objects.order_by("pk").values_list("mu", "sigma", "sure", "matches")]
    first = Rating.objects.order_by("pk")[0]
    Rating.objects.filter(pk=first.pk).update(mu=99.0)
    result = RatedResult.objects.order_by("pk")[0]
    RatedResult.objects.filter(pk=result.pk).update(sigma=0.5)
    with pytest.raises(SystemExit):
        call_command("ratings", stdout=StringIO())
    found = recount(write=True)
    assert (found.wrong_results, found.wrong_ratings) == (1, 1)
    assert recount().same
    assert [*Rating.objects.order_by("pk").values_list("mu", "sigma", "sure", "matches")] == right


def test_unrated_matches_are_found_by_an_index() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a small table whole, whatever index it has")
    assert "USING INDEX match_to_count" in ratings.waiting()[:1].explain()

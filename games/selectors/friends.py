"""People whom a user has played with: to befriend, or to invite to a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from chat.contacts.friends import all_friends, friends_of
from chat.core.clock import now
from chat.live.batch import memoized_in_batch
from chat.messages.selectors import blocked_ids, hidden_ids
from games.models import Invitation, Match, Seat
from games.registry import game_of, games, is_crowd
from games.selectors.ratings import rates_by_itself
from games.selectors.seats import PERSON, seated

LOOKED_AT = 20  # the user's last seats that are read
NAMED = 20  # people in the list
MOST_SEATS = 400  # seats of others that are read in those matches
SUGGESTED = 12  # friends suggested for an invitation
OVER = (Match.Status.FINISHED, Match.Status.ABORTED)


@dataclass(frozen=True)
class Company:
    """A person the user has played with, in which game, and when the match ended."""

    user: Any
    game: str
    at: datetime | None


def last_matches(user: Any) -> list[Match]:
    """Return the matches of this user's last seats that are over, latest end first.

    Matches of crowds are left out.
    """
    # A few seats from an index, so that the cost does not grow with the number of matches.
    ids = Seat.objects.filter(user=user).order_by("-pk").values_list("match", flat=True)[:LOOKED_AT]
    found = Match.objects.filter(pk__in=list(ids), status__in=OVER, started_at__isnull=False)
    rows = found.only("game", "ended_at", "public_id").order_by("-ended_at", "-pk")
    return [match for match in rows if match.game in games() and not is_crowd(match)]


def people_of(matches: Sequence[Match]) -> QuerySet[Seat]:
    """Return the seats in these matches of people who still have an account."""
    seats = Seat.objects.filter(PERSON, match__in=matches)
    return seats.exclude(user__deleted_at__isnull=False).select_related("user")


def played_with(user: Any) -> list[Company]:
    """Return the people this user has played with last, without hidden ones."""
    matches = {match.pk: match for match in last_matches(user)}
    hidden = hidden_ids(user) | {user.pk}
    found: dict[int, Seat] = {}
    seats = people_of(list(matches.values())).order_by("-match_id", "index")[:MOST_SEATS]
    order = {key: place for place, key in enumerate(matches)}
    for seat in sorted(seats, key=lambda seat: order[seat.match_id]):
        if seat.user_id is not None and seat.user_id not in hidden:
            found.setdefault(seat.user_id, seat)
    return [
        Company(seat.user, game_of(match.game).title.name, match.ended_at)
        for seat in list(found.values())[:NAMED]
        for match in [matches[seat.match_id]]
    ]


def have_played(one: Any, other: Any) -> bool:
    """Return True if these two have met in one of the last matches of either."""
    mine, theirs = last_matches(one), last_matches(other)
    met = Seat.objects.filter(PERSON)
    return (
        met.filter(user=other, match__in=mine).exists()
        or met.filter(user=one, match__in=theirs).exists()
    )


def last_company(owner: Any, match: Match) -> list[Any]:
    """Return the people of the owner's last match who may be invited to this one.

    People who sit here already, whom the owner has blocked, or who may not join as guests are left
    out.
    """
    last = last_matches(owner)[:1]
    here = set(seated(match).values_list("user", flat=True))
    away = here | blocked_ids(owner) | {owner.pk}
    people: dict[int, Any] = {}
    for seat in people_of(last).order_by("index"):
        user = seat.user
        if (
            user is not None
            and user.pk not in away
            and (match.settings.guests or not user.is_guest)
        ):
            people[user.pk] = user
    return list(people.values())


@dataclass(frozen=True)
class Suggested:
    """People whom an owner may invite with one tap."""

    friends: Sequence[Any]
    last: Sequence[Any]  # all people of the owner's last match


def suggested(owner: Any, match: Match) -> Suggested:
    """Return suggestions for this table, without people who are invited already."""
    invited = set(Invitation.objects.filter(match=match).values_list("user", flat=True))
    here = set(seated(match).values_list("user", flat=True))
    friends = friends_of(owner.pk) - invited - here - hidden_ids(owner)
    people = get_user_model()._default_manager.filter(pk__in=friends, is_active=True)
    people = people.exclude(suspended_until__gt=now())
    last = [one for one in last_company(owner, match) if one.pk not in invited]
    return Suggested(friends=list(people.order_by("-seen_on", "username")[:SUGGESTED]), last=last)


def is_among_friends(match: Match) -> bool:
    """Return True if only friends sit at a table that would otherwise be rated."""
    if not rates_by_itself(match):
        return False
    people = list(seated(match).filter(PERSON).values_list("user", flat=True))
    key = ("among friends", match.pk, tuple(people))
    return memoized_in_batch(key, lambda: all_friends([one for one in people if one]))

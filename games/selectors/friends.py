"""Company of people that one has played with: whom to ask, and whom to invite to a table."""

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

LOOKED_AT = 20  # of one's last seats
NAMED = 20  # people that one has played with
MOST_SEATS = 400  # of others in those matches
SUGGESTED = 12  # friends, where one invites
OVER = (Match.Status.FINISHED, Match.Status.ABORTED)


@dataclass(frozen=True)
class Company:
    """Somebody one has played with, at which game, and when that ended."""

    user: Any
    game: str
    at: datetime | None


def last_matches(user: Any) -> list[Match]:
    """Those of the last seats of this person that are over, the last to end first.

    A look at a few seats by an index, however many matches there were. Crowds are no company.
    """
    ids = Seat.objects.filter(user=user).order_by("-pk").values_list("match", flat=True)[:LOOKED_AT]
    found = Match.objects.filter(pk__in=list(ids), status__in=OVER, started_at__isnull=False)
    rows = found.only("game", "ended_at", "public_id").order_by("-ended_at", "-pk")
    return [match for match in rows if match.game in games() and not is_crowd(match)]


def people_of(matches: Sequence[Match]) -> QuerySet[Seat]:
    """The seats of people, not of bots, in these matches, who still have an account."""
    seats = Seat.objects.filter(PERSON, match__in=matches, user__is_active=True)
    return seats.exclude(user__deleted_at__isnull=False).select_related("user")


def played_with(user: Any) -> list[Company]:
    """The last people this one has played with, the last first; none that is hidden from them."""
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
    """Whether these two have sat in one match of the last ones of either."""
    mine, theirs = last_matches(one), last_matches(other)
    met = Seat.objects.filter(PERSON)
    return (
        met.filter(user=other, match__in=mine).exists()
        or met.filter(user=one, match__in=theirs).exists()
    )


def last_company(owner: Any, match: Match) -> list[Any]:
    """Whom "all of the last table" means at this one: people of the owner's last match.

    Without those who sit here, whom the owner has blocked, or who may not sit down as guests.
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
    """Whom an owner may invite by one tap: `friends`, and `last`: all of the last table."""

    friends: Sequence[Any]
    last: Sequence[Any]


def suggested(owner: Any, match: Match) -> Suggested:
    """Without those who are invited already."""
    invited = set(Invitation.objects.filter(match=match).values_list("user", flat=True))
    here = set(seated(match).values_list("user", flat=True))
    friends = friends_of(owner.pk) - invited - here - hidden_ids(owner)
    people = get_user_model()._default_manager.filter(pk__in=friends, is_active=True)
    people = people.exclude(suspended_until__gt=now())
    last = [one for one in last_company(owner, match) if one.pk not in invited]
    return Suggested(friends=list(people.order_by("-seen_on", "username")[:SUGGESTED]), last=last)


def is_among_friends(match: Match) -> bool:
    """Whether this table would count by itself, but all people at it are friends."""
    if not rates_by_itself(match):
        return False
    people = list(seated(match).filter(PERSON).values_list("user", flat=True))
    key = ("among friends", match.pk, tuple(people))
    return memoized_in_batch(key, lambda: all_friends([one for one in people if one]))

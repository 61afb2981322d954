"""Gathering what a refusal may depend on, from the database, for one who asks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

from django.contrib.auth.hashers import check_password
from django.db.models import Q

from chat.core.clock import now
from chat.messages.selectors import hidden_ids
from games.engine.table import Access, Facts, Gate
from games.models import Admission, Ban, Invitation, Match, PasswordTry, Seat
from games.selectors.reliability import is_too_unreliable
from games.selectors.seats import seated
from games.services.limits import count_password

TRIES = 5
TRIES_WITHIN = timedelta(minutes=10)


def is_new_to(user: Any, game: str) -> bool:
    """Whether this is a guest who has never sat at this game."""
    return user.is_guest and not Seat.objects.filter(user=user, match__game=game).exists()


def facts_of(match: Match, user: Any, *, gate: Gate = "nothing") -> Facts:
    """The facts of this table seen from this user; `gate` is what they show at the door."""
    return Facts(
        active=match.active,
        started=match.started or match.starting,
        access=cast(Access, match.access),
        owner=user.pk is not None and match.owner_id == user.pk,
        seated=seated(match).filter(user=user).exists(),
        banned=is_banned(match, user),
        blocked_tries=tries_blocked(match, user),
        gate=gate,
        late_join=match.late_join,
        kick_in_play=match.kick_in_play,
        spectators=match.spectators,
        players=seated(match).count(),
        least=match.least,
        most=match.most,
        unwelcome=user.is_guest and not match.guests,
        bot_unwelcome=user.is_bot and not match.bot_accounts,
        unreliable=is_too_unreliable(user, match),
        finished_whole=match.status == Match.Status.FINISHED,
    )


def same_person(user: Any) -> Q:
    """This user, and the other accounts of the same browser where one of the two is a guest's.

    What binds a guest binds their next account too; two people who share a computer stay two.
    """
    if not user.device:
        return Q(user=user)
    same = Q(device=user.device)
    return Q(user=user) | (same if user.is_guest else same & Q(user__is_guest=True))


def is_banned(match: Match, user: Any) -> bool:
    return Ban.objects.filter(same_person(user), match=match).exists()


def tries_blocked(match: Match, user: Any) -> bool:
    """Five wrong passwords within ten minutes block further tries for ten minutes."""
    if match.access != Match.Access.PASSWORD:
        return False
    tries = PasswordTry.objects.filter(same_person(user), match=match).order_by("-at")
    moments = list(tries.values_list("at", flat=True)[:TRIES])
    return (
        len(moments) == TRIES
        and moments[0] - moments[-1] <= TRIES_WITHIN
        and now() - moments[0] < TRIES_WITHIN
    )


def is_invited(match: Match, user: Any) -> bool:
    """Holds an invitation: named, or a link that has not been revoked.

    Where the owner has blocked somebody, or they the owner, an invitation gives nothing.
    """
    if match.owner_id in hidden_ids(user):
        return False
    if Invitation.objects.filter(match=match, user=user).exists():
        return True
    opened = Admission.objects.filter(match=match, user=user, link__isnull=False)
    return opened.filter(link__revoked_at=None).exists()


def gate_of(match: Match, user: Any, password: str | None, *, address: str = "") -> Gate:
    """What this user shows at the door. None or "" typed is no try of a password.

    Raises `Refusal("too_many_tries")` where others from this address or at this table tried much.
    """
    if is_invited(match, user):
        return "invited"
    if match.access != Match.Access.PASSWORD or not password:
        return "nothing"
    if tries_blocked(match, user):
        return "wrong"
    count_password(user=user, address=address, match=match)
    return "right" if check_password(password, match.password) else "wrong"


def is_admitted(match: Match, user: Any) -> bool:
    """Has given the password earlier, as somebody who watches."""
    return Admission.objects.filter(match=match, user=user, by_password=True).exists()

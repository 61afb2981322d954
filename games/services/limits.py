"""How much one person may ask of the house, and how often. The numbers are settings.

Rows say how much there is; what leaves no row, or must hold before one is written, is counted
(`chat/core/limits.py`). Moderators are bound by no number, only by what costs everybody time.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from chat.core.clock import now
from chat.core.limits import take
from chat.moderation.newcomers import new_until, time_in_words
from chat.moderation.services import MODERATE
from games.models import Invitation, InviteLink, Match, Seat
from games.refusals import HouseCode, Refusal

DAY = timedelta(days=1)
PASSWORDS_WITHIN = 600  # seconds
HOUR = 3600


def lock_person(user: Any) -> Any:
    """Until the transaction ends, nothing else of this person is counted or made anew.

    The row as it is now.
    """
    return get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)


def check_matches(user: Any) -> None:
    """Raises `Refusal("too_many_matches")` for whoever may play at no more tables now."""
    most = settings.MATCHES_PER_GUEST if user.is_guest else settings.MATCHES_PER_MEMBER
    if _matches_of(user).count() >= most and not _is_exempt(user):
        raise Refusal(HouseCode.TOO_MANY_MATCHES, most=most)


def _matches_of(user: Any) -> QuerySet[Match]:
    """Open and running ones this person takes part in, or has left to bots alone."""
    active = Match.objects.filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    plays = Q(status=Seat.Status.SEATED, stand_in="")
    here = Seat.objects.filter(match=OuterRef("pk"))
    others = here.filter(plays, user__isnull=False, program=False).exclude(user=user)
    mine = here.filter(user=user)
    return active.filter(Exists(mine.filter(plays)) | Exists(mine) & ~Exists(others))


def check_invitation(*, user: Any, match: Match, guest: Any) -> None:
    """Raises `Refusal`: `too_many_invitations`. One that stands already is not counted again."""
    if Invitation.objects.filter(match=match, user=guest).exists() or _is_exempt(user):
        return
    lately = Invitation.objects.filter(by=user, at__gt=now() - DAY)
    most = settings.INVITATIONS_PER_GUEST if user.is_guest else settings.INVITATIONS_PER_MEMBER
    if lately.count() >= most:
        raise Refusal(HouseCode.TOO_MANY_INVITATIONS, most=most)
    _check_new(user, lately.count())
    most = settings.INVITATIONS_TO_ONE_PERSON
    if lately.filter(user=guest).count() >= most:
        words = _("You have invited this person %(most)s times today. Go on tomorrow.")
        raise Refusal(HouseCode.TOO_MANY_INVITATIONS, words % {"most": most})


def _check_new(user: Any, invited: int) -> None:
    """A new account invites few by name; links are free."""
    until, most = new_until(user), settings.NEW_ACCOUNT_INVITATIONS
    if until is not None and invited >= most:
        words = _("Your account is new: until %(until)s it can invite %(most)s people by name.")
        facts = {"until": time_in_words(until), "most": most}
        raise Refusal(HouseCode.TOO_MANY_INVITATIONS, words % facts)


def check_number_of_links(*, user: Any, match: Match) -> None:
    """Raises `Refusal("too_many_links")`; revoked ones count, since each is a row."""
    most = settings.INVITE_LINKS_PER_TABLE
    if InviteLink.objects.filter(match=match).count() >= most and not _is_exempt(user):
        raise Refusal(HouseCode.TOO_MANY_LINKS, most=most)


def count_change(user: Any) -> None:
    """Raises `Refusal("too_many_changes")`: each change of a table is told to everybody at it."""
    most = settings.TABLE_CHANGES_PER_HOUR
    if not take("table-changes", str(user.pk), most=most, seconds=HOUR):
        raise Refusal(HouseCode.TOO_MANY_CHANGES)


def count_password(*, user: Any, address: str, match: Match | None = None) -> None:
    """One more password to be hashed, tried (at `match`) or set. Raises `too_many_tries`.

    Before it is hashed and outside of transactions. By address and table as well, since another
    account is quickly made; an invitation still lets in where a table has had too many.
    """
    counted = (
        ("person", str(user.pk), settings.PASSWORDS_PER_PERSON),
        ("address", address, settings.PASSWORDS_PER_ADDRESS),
        ("table", match.public_id if match else "", settings.PASSWORDS_PER_TABLE),
    )
    for kind, who, most in counted:
        if who and not take(f"passwords-{kind}", who, most=most, seconds=PASSWORDS_WITHIN):
            words = _("Many passwords were set or tried. Wait ten minutes, then try again.")
            raise Refusal(HouseCode.TOO_MANY_TRIES, words)


def _is_exempt(user: Any) -> bool:
    return bool(user.has_perm(MODERATE))

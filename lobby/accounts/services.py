"""Services for accounts: suspend, lift a suspension, delete."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from auctions.services.calendar_feed import forget
from chat.contacts.friends import forget_friends
from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.models import (
    Allowance,
    Block,
    FormerName,
    ModeratorAct,
    ModeratorNote,
    Notice,
    NoticePreferences,
    Presence,
    PushDevice,
    ReadMark,
)
from chat.moderation.names_in_acts import all_names, forget_in, forget_name
from chat.moderation.services import check_rank, record_act
from games.blanks.packs.services import forget_author
from games.services.alerts import forget_alerts
from games.services.ratings import forget_ratings
from games.services.reliability import forget_reliability
from games.services.seats import forget_names, refresh_matches, stop_waiting, walk_out
from lobby.accounts.name_registry import give_back_names
from lobby.accounts.sessions import end_sessions
from lobby.accounts.tokens import revoke_tokens
from lobby.models import FOR_GOOD, User, reserve_names


def suspend(*, moderator: User, user: User, reason: str, until: datetime | None) -> ModeratorAct:
    """Suspend a person, end their sessions and sockets at once, and return the act.

    `until` is None for a permanent suspension. Raise `Refusal` with `own_account`,
    `not_superuser` (only superusers suspend staff), `no_such_user`, `already_suspended`,
    `bad_time`, or a code of `record_act`.
    """
    _check_rank(moderator, user)
    if user.deleted_at is not None:
        raise Refusal(ChatCode.NO_SUCH_USER)
    if user.is_suspended(now()):
        raise Refusal(ChatCode.ALREADY_SUSPENDED)
    if until is not None and until <= now():
        raise Refusal(ChatCode.BAD_TIME)
    with transaction.atomic():
        act = record_act(moderator=moderator, act="suspend", target=user, reason=reason)
        stop_waiting(user=user)
        user.suspended_until = until or FOR_GOOD
        user.suspended_for = reason
        user.save(update_fields=["suspended_until", "suspended_for"])
        end_sessions(user=user, reason=_("Your account is suspended."))
        return act


def lift_suspension(*, moderator: User, user: User, reason: str) -> None:
    """Lift a person's suspension.

    Raise `Refusal` with `nothing_to_do` or a code that `suspend` raises.
    """
    _check_rank(moderator, user)
    if not user.is_suspended(now()):
        raise Refusal(ChatCode.NOTHING_TO_DO)
    with transaction.atomic():
        record_act(moderator=moderator, act="lift suspension", target=user, reason=reason)
        user.suspended_until = None
        user.suspended_for = ""
        user.save(update_fields=["suspended_until", "suspended_for"])


def _check_rank(moderator: User, user: User) -> None:
    if moderator.pk == user.pk:
        raise Refusal(ChatCode.OWN_ACCOUNT)
    check_rank(moderator, user)


def delete_account(*, user: User) -> None:
    """Delete an account: leave every table and clear all personal data.

    The row stays, without a name: matches and messages are shown as by "a deleted user". Nobody
    can log in to it, and its names are reserved for a while.
    """
    with transaction.atomic():
        forget_names(user=user, names={*all_names(user), user.username})
        walk_out(user=user)
        stop_waiting(user=user)
        _forget(user)
        refresh_matches(user=user, forget=True)
        end_sessions(user=user, reason=_("This account has been deleted."))


def _forget(user: User) -> None:
    Block.objects.filter(blocker=user).delete()
    Notice.objects.filter(Q(user=user) | Q(by=user)).delete()
    for model in (Presence, ReadMark, Allowance, NoticePreferences, PushDevice, ModeratorNote):
        model._default_manager.filter(user=user).delete()
    forget_friends(user=user)
    forget_name(user)
    forget_author(user=user)
    forget_in(User.objects.exclude(suspended_for=""), "suspended_for", user)
    FormerName.objects.filter(user=user).delete()
    forget(user=user)
    forget_alerts(user=user)
    revoke_tokens(user=user)
    forget_ratings(user=user)
    forget_reliability(user=user)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    give_back_names(user)
    user.username = f"deleted-{user.pk}"
    user.display_name = user.first_name = user.last_name = user.email = ""
    user.time_zone, user.hue, user.device = "UTC", None, ""
    user.last_login = user.seen_on = None
    user.suspended_for = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.deleted_at = now()
    user.set_unusable_password()
    user.save()
    reserve_names(user)

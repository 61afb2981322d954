"""Ways back into an account for people who lost their password or second factor."""

from __future__ import annotations

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify
from chat.core.refusals import ChatCode, Refusal
from chat.delivery.kinds import ACCOUNT
from chat.moderation.services import record_act
from lobby.accounts.refusals import RecoveryCode
from lobby.models import User


def make_password_link(*, moderator: User, user: User, reason: str) -> str:
    """Return the path of a link with which this person chooses a new password.

    Raise `Refusal`: `staff_account`, `no_such_user`, `guest_account`, or as `record_act` does.
    """
    check_recoverable(user)
    with transaction.atomic():
        record_act(moderator=moderator, act="make password link", target=user, reason=reason)
        return password_link(user, _("A moderator made a link to choose a new password for you."))


def remove_second_factor(*, moderator: User, user: User, reason: str) -> None:
    """Remove a person's passkeys, authenticator app and recovery codes.

    Raise `Refusal`: `nothing_to_do`, or as `make_password_link` does.
    """
    check_recoverable(user)
    with transaction.atomic():
        record_act(moderator=moderator, act="remove second factor", target=user, reason=reason)
        if not forget_factors(user, _("A moderator removed your passkeys and second factor.")):
            raise Refusal(ChatCode.NOTHING_TO_DO)


def password_link(user: User, said: str) -> str:
    """Tell the person `said`, and return the path of a link to choose a new password."""
    # The key works for an hour (`PASSWORD_RESET_TIMEOUT`) and until the password changes.
    notify(user=user, kind=ACCOUNT, text=said)
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)


def forget_factors(user: User, said: str) -> bool:
    """Remove all second factors and tell the person `said`. Return False if there was none."""
    found, _by_model = Authenticator.objects.filter(user=user).delete()
    if found:
        notify(user=user, kind=ACCOUNT, text=said, url=reverse("mfa_index"))
    return bool(found)


def check_recoverable(user: User) -> None:
    """Raise `Refusal` if moderators cannot help this person back into the account."""
    if user.deleted_at is not None:
        raise Refusal(ChatCode.NO_SUCH_USER)
    if user.is_guest:
        raise Refusal(RecoveryCode.GUEST_ACCOUNT)
    # A moderator could otherwise act as another, or as a superuser.
    if user.is_staff or user.is_superuser:
        raise Refusal(RecoveryCode.STAFF_ACCOUNT)

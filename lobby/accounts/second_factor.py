"""Second factors of staff, and passkeys.

A passkey is both at once, as it asks its owner for a finger, a face or a PIN.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn import forms as webauthn
from asgiref.sync import sync_to_async
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.core.responses import page_of
from chat.people import Viewer

# --- Passkeys: keys in a person's phone or computer, by which they log in without a password.
#
# Each is one that its device looks after: it is found without a name, and asks for a finger, a
# face or a PIN. So it is two factors at once, and stands in for the code of an app as well.


Found = TypeVar("Found")

MOST = 20  # of one person: whoever logs in waits for all of theirs to be read
LONGEST = 20_000  # characters of what a browser says of a passkey
LONGEST_NAME = 40
# What its library raises at answers that no browser gives.
_MALFORMED = (
    ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error,
    NotImplementedError, RecursionError,
)  # fmt: skip


def has_passkeys(user: Any) -> bool:
    return bool(passkeys_of(user).exists())


def has_code_app(user: Any) -> bool:
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))


def is_last_factor(user: Any) -> bool:
    """Whether with one passkey less a password alone would do."""
    kept = Authenticator.objects.filter(user_id=user.pk)
    return bool(kept.exclude(type=Authenticator.Type.RECOVERY_CODES).count() < 2)


def passkeys_of(user: Any) -> Any:
    return Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.WEBAUTHN)


def _checked(check: Callable[[], Found]) -> Found:
    """What it finds. Raises ValidationError, in the house's words, for what is no good passkey."""
    try:
        return check()
    except ValidationError as error:
        if error.code != "incorrect_code":
            raise
    except _MALFORMED:
        pass
    raise ValidationError(
        _("This passkey does not fit here, or the page was open too long. Try again."), "passkey"
    )


class _Credential(forms.JSONField):
    widget = forms.HiddenInput

    def clean(self, value: Any) -> Any:
        """Raises ValidationError for what is longer than any browser's answer."""
        if isinstance(value, str) and len(value) > LONGEST:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return _checked(lambda: super(_Credential, self).clean(value))


class AddPasskeyForm(webauthn.AddWebAuthnForm):
    credential = _Credential()
    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name_field()
        self.fields["name"].required = False  # allauth gives one: the device has the key already

    def clean(self) -> dict[str, Any]:
        if passkeys_of(self.user).count() >= MOST:
            raise ValidationError(
                _("You have %(most)d passkeys. Remove one first.") % {"most": MOST}
            )
        return _checked(super().clean)


class EditPasskeyForm(webauthn.EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name_field()


class _UsePasskey:
    """Mixed into the forms by which one proves that one has it."""

    def clean_credential(self) -> Authenticator:
        found: Authenticator = _checked(super().clean_credential)  # type: ignore[misc]
        return found


class LoginPasskeyForm(_UsePasskey, webauthn.LoginWebAuthnForm):
    credential = _Credential()


class AuthenticatePasskeyForm(_UsePasskey, webauthn.AuthenticateWebAuthnForm):
    credential = _Credential()


class ReauthenticatePasskeyForm(_UsePasskey, webauthn.ReauthenticateWebAuthnForm):
    credential = _Credential()


def _name_field() -> forms.CharField:
    return forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("By which you tell your passkeys apart. Nobody else sees it."),
    )


def lacks_second_factor(user: Any, session: Any) -> bool:
    """Whether staff came by their password alone, in a house that asks them for more."""
    if not settings.STAFF_SECOND_FACTOR or not _is_staff(user):
        return False
    records = get_authentication_records(SimpleNamespace(session=session), user)
    return not (any(one.get("method") == "mfa" for one in records) and is_mfa_enabled(user))


def _is_staff(user: Any) -> bool:
    return bool(user.is_staff or user.is_superuser)


def is_of_account(path: str) -> bool:
    """Whether this is a page of the account: of logging in, passwords, addresses, factors."""
    return path.startswith(reverse("account_login").removesuffix("login/"))


def staff_detour(request: HttpRequest, user: Any) -> HttpResponse | None:
    """To where the second factor is given, or set up. The pages of the account stay open."""
    if not lacks_second_factor(user, request.session) or is_of_account(request.path):
        return None
    if not is_mfa_enabled(user):
        return HttpResponseRedirect(reverse("mfa_activate_totp"))
    back = request.get_full_path() if request.method == "GET" else page_of(request) or "/"
    return HttpResponseRedirect(f"{_question_for(user)}?{urlencode({'next': back})}")


def _question_for(user: Any) -> str:
    """The page that asks for what they have; a way to the others stands on it."""
    by_passkey = has_passkeys(user) and not has_code_app(user)
    return reverse("mfa_reauthenticate_webauthn" if by_passkey else "mfa_reauthenticate")


async def may_listen(user: Viewer, session: Any) -> bool:
    """Return True if the pages of this session may be sent updates."""
    is_staff = user.is_authenticated and _is_staff(user)
    return not (is_staff and await sync_to_async(lacks_second_factor)(user, session))

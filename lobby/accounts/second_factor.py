"""Second factors of staff, and passkeys.

A passkey counts as two factors, because it asks its owner for a finger, a face or a PIN.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn import forms as webauthn
from allauth.mfa.webauthn.views import AddWebAuthnView
from asgiref.sync import sync_to_async
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from chat.core.responses import page_of
from chat.people import Viewer

# --- Passkeys
#
# A passkey is stored in a person's phone or computer and logs them in without a password. It must
# be discoverable (found without a username) and must verify its user with a finger, a face or a
# PIN. So it is two factors at once and can replace the code of an app.


Found = TypeVar("Found")

MOST = 20  # per person; logging in reads them all
LONGEST = 20_000  # characters in a browser's description of a passkey
LONGEST_NAME = 40
# Raised by the WebAuthn library for malformed input that no browser sends.
_MALFORMED = (
    ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error,
    NotImplementedError, RecursionError,
)  # fmt: skip

_FAILED = gettext_lazy(
    "This passkey doesn't work here, or the page was open for too long. Try again."
)


def has_passkeys(user: Any) -> bool:
    return bool(passkeys_of(user).exists())


def has_code_app(user: Any) -> bool:
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))


def is_last_factor(user: Any) -> bool:
    """Return True if, without one passkey, a password alone would suffice."""
    kept = Authenticator.objects.filter(user_id=user.pk)
    return bool(kept.exclude(type=Authenticator.Type.RECOVERY_CODES).count() < 2)


def passkeys_of(user: Any) -> Any:
    return Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.WEBAUTHN)


def _checked(check: Callable[[], Found]) -> Found:
    """Return the result of a check.

    Raise `ValidationError` with this site's message if the passkey is invalid.
    """
    try:
        return check()
    except ValidationError as error:
        if error.code != "incorrect_code":
            raise
    except _MALFORMED:
        pass
    raise ValidationError(_FAILED, "passkey")


class _Credential(forms.JSONField):
    widget = forms.HiddenInput
    default_error_messages: ClassVar = {"required": _FAILED, "invalid": _FAILED}

    def clean(self, value: Any) -> Any:
        """Parse and check the credential.

        Raise `ValidationError` if it is longer than any browser's.
        """
        if isinstance(value, str) and len(value) > LONGEST:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return _checked(lambda: super(_Credential, self).clean(value))

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return nothing to show again: a refused credential serves no second time."""
        # Django's own would parse what was sent, without `_checked`.
        return initial


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


class AddPasskeyView(AddWebAuthnView):
    def form_invalid(self, form: Any) -> HttpResponse:
        """Show the form again with its errors, and status 400."""
        answer: HttpResponse = super().form_invalid(form)
        answer.status_code = HTTPStatus.BAD_REQUEST
        return answer


class EditPasskeyForm(webauthn.EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name_field()


class _UsePasskey:
    """A mixin for forms in which a person proves that they have a passkey."""

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
        help_text=_("A name to recognise the passkey by. Only you can see it."),
    )


def lacks_second_factor(user: Any, session: Any) -> bool:
    """Return True if this member of staff still owes a second factor.

    That is never so unless the site requires one of staff.
    """
    if not settings.STAFF_SECOND_FACTOR or not _is_staff(user):
        return False
    records = get_authentication_records(SimpleNamespace(session=session), user)
    return not (any(record.get("method") == "mfa" for record in records) and is_mfa_enabled(user))


def _is_staff(user: Any) -> bool:
    return bool(user.is_staff or user.is_superuser)


def is_of_account(path: str) -> bool:
    """Return True for the account's pages, such as those for log-in and password."""
    return path.startswith(reverse("account_login").removesuffix("login/"))


def staff_detour(request: HttpRequest, user: Any) -> HttpResponse | None:
    """Redirect staff without a second factor to where they give one or set it up.

    Return None if there is no need to. The pages of the account stay accessible.
    """
    if not lacks_second_factor(user, request.session) or is_of_account(request.path):
        return None
    if not is_mfa_enabled(user):
        return HttpResponseRedirect(reverse("mfa_activate_totp"))
    back = request.get_full_path() if request.method == "GET" else page_of(request) or "/"
    return HttpResponseRedirect(f"{_challenge_url(user)}?{urlencode({'next': back})}")


def _challenge_url(user: Any) -> str:
    """Return the URL of the page that asks for the factor this person has."""
    # Each of the two pages links to the other.
    by_passkey = has_passkeys(user) and not has_code_app(user)
    return reverse("mfa_reauthenticate_webauthn" if by_passkey else "mfa_reauthenticate")


async def may_listen(user: Viewer, session: Any) -> bool:
    """Return True if the pages of this session may be sent updates."""
    is_staff = user.is_authenticated and _is_staff(user)
    return not (is_staff and await sync_to_async(lacks_second_factor)(user, session))

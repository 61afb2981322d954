"""The django-allauth adapters that apply this site's rules for accounts."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.delivery.kinds import ACCOUNT
from lobby.accounts.browsers import browser_name, device_of, guessed_zone, remember_device
from lobby.accounts.name_registry import check_name, save_with_names
from lobby.accounts.sessions import close_session, close_sockets, others_of, stop_pushes
from lobby.accounts.suspension import suspended_page
from lobby.accounts.themes import wished_theme
from lobby.accounts.tokens import tokens_of
from lobby.models import AccessToken, User
from lobby.names import normalise_name


class AccountAdapter(DefaultAccountAdapter):
    """Adapts allauth to this site's names, suspensions, devices and open sockets.

    Everything else is left to allauth.
    """

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": gettext_lazy("Wrong username or password."),
        "email_password_mismatch": gettext_lazy("Wrong e-mail address or password."),
        "too_many_login_attempts": gettext_lazy(
            "Too many failed attempts. Wait five minutes, then try again."
        ),
        "incorrect_code": gettext_lazy("Wrong code. Enter the code from the latest e-mail."),
        "incorrect_password": gettext_lazy("Wrong password. Try again."),
        "enter_current_password": gettext_lazy("Wrong current password. Try again."),
        "cannot_remove_primary_email": gettext_lazy(
            "Switch to another address before removing this one."
        ),
        "duplicate_email": gettext_lazy("You have already added this address."),
        "unverified_primary_email": gettext_lazy("Confirm the address first."),
        "max_email_addresses": gettext_lazy("You can have at most %d e-mail addresses."),
        "invalid_password_reset": gettext_lazy("This link no longer works. Request a new one."),
        "invalid_or_expired_key": gettext_lazy("This link no longer works. Request a new one."),
        "username_taken": gettext_lazy("This name is taken. Choose another one."),
        "same_as_current": gettext_lazy("This is the current value. Enter a different one."),
        "rate_limited": gettext_lazy("Too many requests. Wait a minute, then try again."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = normalise_name(username)
        if not shallow:
            check_name(name)
        return name

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Save a new account with its names and the browser's time zone and theme."""
        user = super().save_user(request, user, form, commit=False)
        user.time_zone = guessed_zone(request)
        user.theme = wished_theme(request)
        user.device = device_of(request)
        if commit:
            save_with_names(user)
        return user

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        if user.is_suspended(now()):
            return suspended_page(request, user)
        refused: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return refused

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        device = device_of(request)
        User.objects.filter(pk=user.pk).update(device=device)
        remember_device(response, device)
        return response

    def logout(self, request: HttpRequest) -> None:
        key = request.session.session_key
        stop_pushes([key] if key else [])
        super().logout(request)
        if key:
            close_session(session_key=key, reason=_("You have logged out."))

    def set_password(self, user: Any, password: str) -> None:
        """Set a new password, end the person's other sessions and notify the person.

        Pages that were open in those sessions are closed.
        """
        super().set_password(user, password)
        mine = self.request.session.session_key if self.request.user.pk == user.pk else None
        stop_pushes(others_of(user, mine))
        close_sockets(user=user, reason=_("The password of this account was changed."), spare=mine)
        _tell_of_password(user)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the page of the tokens, which still work, if there are any."""
        if AccessToken.objects.filter(user=request.user.pk).exists():
            return reverse("lobby:tokens")
        return str(super().get_password_change_redirect_url(request))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        words = {
            "reauthenticate": _("Use your password"),
            "mfa_reauthenticate": _("Use a code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
        }
        ways = super().get_reauthentication_methods(user)
        return [{**way, "description": words[way["id"]]} for way in ways]


def _tell_of_password(user: User) -> None:
    text = _("Your password was changed. If that wasn't you, reset it at once.")
    url = reverse("account_reset_password")
    if tokens_of(user).exists():
        text = _("Your password was changed. Your API tokens still work: revoke them if unsure.")
        url = reverse("lobby:tokens")
    notify(user=user, kind=ACCOUNT, text=text, url=url)


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("Wrong code. Enter the code your app shows now."),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Add a passkey or an authenticator app before creating recovery codes."
        ),
        "unverified_email": gettext_lazy("Confirm your e-mail address first."),
        "add_email_blocked": gettext_lazy(
            "Turn off your second factor before adding an e-mail address."
        ),
        "cannot_delete_authenticator": gettext_lazy("Your account needs a second factor."),
    }

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as an SVG on a white ground."""
        # Cameras cannot read the code on a dark page.
        ground = '<rect width="100%" height="100%" fill="white"/><path'
        return str(super().build_totp_svg(url)).replace("<path", ground, 1)

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """Name a new passkey after the browser that made it."""
        return browser_name(context.request.headers.get("User-Agent", ""))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Ridotto"}

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        """Return the names that a device shows beside the passkey.

        The e-mail address is not among them.
        """
        known = super().get_public_key_credential_user_entity(user)
        return {**known, "name": user.username, "display_name": user.shown_name}

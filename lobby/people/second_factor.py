"""Staff prove who they are twice: a password that was guessed opens no moderator's desk.

A passkey is both at once, as it asks its owner for a finger, a face or a PIN.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from chat.core.responses import page_of
from chat.people.names import Viewer
from lobby.people.passkeys import has_code_app, has_passkeys


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
    """Whether the pages of this session get news: `chat.live.handshake.doors`."""
    is_staff = user.is_authenticated and _is_staff(user)
    return not (is_staff and await sync_to_async(lacks_second_factor)(user, session))

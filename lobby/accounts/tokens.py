"""Tokens of programs: made, shown once, known again by their digest; bot accounts."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _, gettext_lazy

from chat.api.refusals import ApiCode
from chat.contacts.friends import forget_friends
from chat.core.clock import now
from chat.core.refusals import Code, Refusal
from chat.core.try_write import best_effort
from chat.live.announce import disconnect
from games.models import Seat
from games.services.table_access import lock_person
from lobby.accounts.sessions import close_sockets
from lobby.models import AccessToken, User

# --- Why no token is made. ---


class TokenCode(Code):
    """Those of the page in the settings."""

    NO_TOKEN_NAME = (
        "no_token_name",
        gettext_lazy("Give the token a name, by which you will know it again."),
    )
    GUEST_BOT = "guest_bot", gettext_lazy("Guests do not become bots. Keep the account first.")
    HAS_PLAYED = (
        "has_played",
        gettext_lazy(
            "This account sits, or sat, at a table. Only one that never did becomes a bot."
        ),
    )
    TOO_MANY_TOKENS = (
        "too_many_tokens",
        gettext_lazy("You have %(most)s tokens, as many as you may. Revoke one first."),
    )


MOST = 10  # of one person
PREFIX = "ridotto_"  # so that who finds one in a file knows what it is, and scanners do
SHOWN = len(PREFIX) + 4  # of the rest, 24 of its 256 random bits
STEP = timedelta(minutes=1)  # between two notes of the last use
Scope = AccessToken.Scope


def tokens_of(user: User) -> QuerySet[AccessToken]:
    """Those a person has, the newest first."""
    return AccessToken.objects.filter(user=user).order_by("-pk")


@transaction.atomic
def make_token(*, user: User, name: str, scopes: Collection[str]) -> tuple[AccessToken, str]:
    """A new one, and its text, which nobody can be told again. Looking is part of each.

    Refuses `staff_token`, `no_token_name` and `too_many_tokens`.
    """
    if user.is_staff or user.is_superuser:
        raise Refusal(ApiCode.STAFF_TOKEN)
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise Refusal(TokenCode.NO_TOKEN_NAME)
    is_bot = lock_person(user).is_bot  # one at a time
    if tokens_of(user).count() >= MOST:
        raise Refusal(TokenCode.TOO_MANY_TOKENS, most=MOST)
    text = PREFIX + secrets.token_urlsafe(32)
    token = AccessToken.objects.create(
        user=user,
        name=name[:40],
        digest=_digest(text),
        start=text[:SHOWN],
        scopes=" ".join(_scopes(scopes, is_bot=is_bot)),
        made_at=now(),
    )
    return token, text


def _scopes(asked: Collection[str], *, is_bot: bool) -> list[str]:
    """Looking is part of each. A bot's own play as one, and nobody else's do."""
    plays = bool({Scope.PLAY, Scope.BOT} & {*asked})
    return [Scope.READ, *([Scope.BOT if is_bot else Scope.PLAY] if plays else [])]


@transaction.atomic
def revoke_token(*, user: User, pk: int) -> bool:
    """Nobody comes in by it any more, or is still in. False: the person has no such token."""
    found = AccessToken.objects.filter(user=user, pk=pk).first()
    if found is None:
        return False
    disconnect(found.topic, reason=_("The token is revoked."))
    found.delete()
    return True


def forget_tokens(*, user: User) -> None:
    """All of them, when the account is deleted."""
    AccessToken.objects.filter(user=user).delete()


def token_of(text: str) -> AccessToken:
    """The token with this text, with its person. Notes that it was used.

    Refuses `bad_token`, `suspended` and `staff_token`.
    """
    found = AccessToken.objects.select_related("user").filter(digest=_digest(text)).first()
    if found is None or not found.user.is_active:
        raise Refusal(ApiCode.BAD_TOKEN)
    if found.user.is_suspended(now()):
        raise Refusal(ApiCode.SUSPENDED)
    if found.user.is_staff or found.user.is_superuser:  # appointed since
        raise Refusal(ApiCode.STAFF_TOKEN)
    _note_use(found)
    return found


def _note_use(token: AccessToken) -> None:
    at = now()
    if token.used_at is not None and at - token.used_at < STEP:
        return
    # No request waits for it, and of two at once one writes.
    before = Q(used_at=None) | Q(used_at__lte=at - STEP)
    mine = AccessToken.objects.filter(before, pk=token.pk)
    best_effort(lambda: mine.update(used_at=at))


def _digest(text: str) -> str:
    """256 random bits need no slow hash: nobody finds them by trying."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- Accounts that become bots: programs that somebody runs, marked wherever their name stands.


@transaction.atomic
def become_bot(*, user: User) -> None:
    """From now on, and for good, this account is a bot. Its tokens, made by a person, are gone.

    Refuses `staff_token`, `guest_bot`, and `has_played`: what a person has played stays a person's.
    """
    locked: User = lock_person(user)
    if locked.is_staff or locked.is_superuser:
        raise Refusal(ApiCode.STAFF_TOKEN)
    if locked.is_guest:
        raise Refusal(TokenCode.GUEST_BOT)
    if locked.is_bot:
        return
    if Seat.objects.filter(user=locked).exists():
        raise Refusal(TokenCode.HAS_PLAYED)
    locked.is_bot = user.is_bot = True
    locked.save(update_fields=["is_bot"])
    forget_tokens(user=locked)
    forget_friends(user=locked)
    close_sockets(user=locked, reason=_("This account is a bot’s now."))

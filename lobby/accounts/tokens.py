"""API tokens, which are shown once and stored as digests; and bot accounts."""

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
from chat.delivery.push import remove_devices_of
from chat.live.announce import disconnect
from games.models import Seat
from games.services.table_access import lock_person
from lobby.accounts.sessions import close_sockets
from lobby.models import AccessToken, User

# --- Refusals


class TokenCode(Code):
    """Refusals of the token page in the settings."""

    NO_TOKEN_NAME = (
        "no_token_name",
        gettext_lazy("Give the token a name to recognise it by."),
    )
    GUEST_BOT = "guest_bot", gettext_lazy("Guests can't become bots. Sign up first.")
    HAS_PLAYED = (
        "has_played",
        gettext_lazy(
            "This account has played. Only accounts that have never joined a table can become bots."
        ),
    )
    TOO_MANY_TOKENS = (
        "too_many_tokens",
        gettext_lazy("You have %(most)s tokens, the maximum. Revoke one first."),
    )


MOST = 10  # per person
PREFIX = "ridotto_"  # tells people and secret scanners what a leaked token is
SHOWN = len(PREFIX) + 4  # the prefix and 4 characters, 24 of the token's 256 random bits
STEP = timedelta(minutes=1)  # between two updates of `used_at`
Scope = AccessToken.Scope


def tokens_of(user: User) -> QuerySet[AccessToken]:
    """Return a person's tokens, the newest first."""
    return AccessToken.objects.filter(user=user).order_by("-pk")


@transaction.atomic
def make_token(*, user: User, name: str, scopes: Collection[str]) -> tuple[AccessToken, str]:
    """Create a token and return it with its text, which is shown only once.

    Every token has the `read` scope. Raise `Refusal` with `staff_token`, `no_token_name` or
    `too_many_tokens`.
    """
    if user.is_staff or user.is_superuser:
        raise Refusal(ApiCode.STAFF_TOKEN)
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise Refusal(TokenCode.NO_TOKEN_NAME)
    is_bot = lock_person(user).is_bot  # locks, so that two requests cannot exceed the limit
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
    """Return the scopes to grant.

    `read` is always among them. A bot gets `bot` in place of `play`, and a person never gets it.
    """
    plays = bool({Scope.PLAY, Scope.BOT} & {*asked})
    return [Scope.READ, *([Scope.BOT if is_bot else Scope.PLAY] if plays else [])]


@transaction.atomic
def revoke_token(*, user: User, pk: int) -> bool:
    """Revoke a person's token and close its open connections.

    Return False if the person has no such token.
    """
    found = AccessToken.objects.filter(user=user, pk=pk).first()
    if found is None:
        return False
    _end(found)
    return True


@transaction.atomic
def revoke_tokens(*, user: User) -> None:
    """Revoke all tokens of a person and close their open connections."""
    for token in tokens_of(user):
        _end(token)


def _end(token: AccessToken) -> None:
    """Delete a token with its webhook, and close its connections."""
    disconnect(token.topic, reason=_("The token has been revoked."))
    remove_devices_of({token.topic: token.user_id})
    token.delete()


def token_of(text: str) -> AccessToken:
    """Return the token with this text, including its user, and note its use.

    Raise `Refusal` with `bad_token`, `suspended` or `staff_token`.
    """
    found = AccessToken.objects.select_related("user").filter(digest=_digest(text)).first()
    if found is None or not found.user.is_active:
        raise Refusal(ApiCode.BAD_TOKEN)
    if found.user.is_suspended(now()):
        raise Refusal(ApiCode.SUSPENDED)
    if found.user.is_staff or found.user.is_superuser:  # they joined the staff after making it
        raise Refusal(ApiCode.STAFF_TOKEN)
    _note_use(found)
    return found


def _note_use(token: AccessToken) -> None:
    at = now()
    if token.used_at is not None and at - token.used_at < STEP:
        return
    # No request waits for this, and only one of two simultaneous requests writes.
    before = Q(used_at=None) | Q(used_at__lte=at - STEP)
    mine = AccessToken.objects.filter(before, pk=token.pk)
    best_effort(lambda: mine.update(used_at=at))


def _digest(text: str) -> str:
    """Return the digest under which a token is stored."""
    # A fast hash is enough: 256 random bits cannot be guessed.
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- Bot accounts


@transaction.atomic
def become_bot(*, user: User) -> None:
    """Turn this account into a bot's, permanently, and delete its tokens.

    Raise `Refusal` with `staff_token`, `guest_bot` or `has_played`.
    """
    locked: User = lock_person(user)
    if locked.is_staff or locked.is_superuser:
        raise Refusal(ApiCode.STAFF_TOKEN)
    if locked.is_guest:
        raise Refusal(TokenCode.GUEST_BOT)
    if locked.is_bot:
        return
    # Matches played by a person must stay a person's.
    if Seat.objects.filter(user=locked).exists():
        raise Refusal(TokenCode.HAS_PLAYED)
    locked.is_bot = user.is_bot = True
    locked.save(update_fields=["is_bot"])
    revoke_tokens(user=locked)
    forget_friends(user=locked)
    close_sockets(user=locked, reason=_("This is now a bot account."))

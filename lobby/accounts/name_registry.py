"""The registry of names: who holds a name, and which names are reserved."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from chat.core.batched_jobs import claimed, delete_some
from chat.core.clock import now
from chat.core.name_keys import name_keys
from chat.messages.validation import blocked_words, has_blocked_word
from chat.moderation.names_in_acts import remember_name
from lobby.models import Name, RestingName, User, reserve_names
from lobby.names import LONGEST, LONGEST_CODED, is_of_the_house, length_of, validate_name

RESTS_DAYS = 90  # after the account was deleted
TAKEN = ValidationError(
    _("This name, or one that looks like it, is taken. Choose another one."), code="name_taken"
)
TAKEN_CODES = ("name_taken", "name_rests")


def check_name(text: str, *, holder: User | None = None) -> None:
    """Check that this person may use the name as a username or a display name.

    `holder` is None for a new account. Raise `ValidationError` if it may not be used.
    """
    validate_name(text)
    _check_free(text, holder)


def free_names(
    name: str, *, taken: Collection[str] = (), holder: User | None = None
) -> Iterator[str]:
    """Yield this name with numbers, as far as nobody has the result, here or in `taken`."""
    base = re.sub(r" \d+$", "", name)
    while length_of(base) > LONGEST - 3 or len(base) > LONGEST_CODED - 3:
        base = base[:-1]
    keys = frozenset[str]().union(*map(name_keys, taken))
    for number in range(2, 100):
        numbered = f"{base.strip()} {number}"
        with suppress(ValidationError):
            check_name(numbered, holder=holder)
            if keys.isdisjoint(name_keys(numbered)):
                yield numbered


def check_words(text: str) -> None:
    """Check the name of a user or a table for blocked words.

    Raise `ValidationError` if it contains one.
    """
    if has_blocked_word(text) or _looks_blocked(text):
        raise ValidationError(
            _("This name contains a blocked word. Choose another one."),
            code="blocked_word",
        )


def _looks_blocked(text: str) -> bool:
    """Return True if the name or a word of it looks like a blocked word."""
    keys = frozenset[str]().union(*map(name_keys, (text, *re.split(r"[\W_]+", text))))
    return any(not keys.isdisjoint(name_keys(word)) for word in blocked_words())


def _check_free(text: str, holder: User | None) -> None:
    check_words(text)
    if is_of_the_house(text) and not (holder and holder.is_staff):
        raise ValidationError(
            _(
                "This name looks official or contains a word such as owner, bot or "
                "moderator. Choose another one."
            ),
            code="name_reserved",
        )
    keys = name_keys(text)
    others = Name.objects.filter(key__in=keys)
    if (others.exclude(user=holder) if holder else others).exists():
        raise TAKEN
    if RestingName.objects.filter(key__in=keys, until__gt=now()).exists():
        raise ValidationError(
            _("This name, or one that looks like it, was used until recently. Choose another one."),
            code="name_rests",
        )


def save_with_names(user: User) -> None:
    """Save the user and register its names.

    Raise `ValidationError` if somebody else took a name first.
    """
    try:
        with transaction.atomic():
            was = User.objects.filter(pk=user.pk).only("username", "display_name").first()
            user.save()
            reserve_names(user)
            for name in _given_up(was, user) if was else ():
                remember_name(user, name)
    except IntegrityError as error:
        raise TAKEN from error


def _given_up(was: User, user: User) -> set[str]:
    return {was.username, was.display_name} - {user.username, user.display_name, ""}


def give_back_names(user: User) -> None:
    """Release the names of a deleted account and reserve them for a while.

    Call it inside a transaction.
    """
    until = now() + timedelta(days=RESTS_DAYS)
    resting = [RestingName(key=name.key, until=until) for name in user.names.all()]
    RestingName.objects.bulk_create(
        resting, update_conflicts=True, unique_fields=["key"], update_fields=["until"]
    )
    user.names.all().delete()


def forget_resting() -> bool:
    """Delete some reserved names that have expired.

    Return True if there may be more.
    """
    with transaction.atomic(durable=True):
        return claimed("lobby.names") and delete_some(
            RestingName.objects.filter(until__lte=now()).order_by("until")
        )

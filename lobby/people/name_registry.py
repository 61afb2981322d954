"""Who holds which name."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from chat.messages.blocked_words import blocked_words, has_blocked_word
from lobby.models import Name, User, reserve_names
from lobby.names import is_of_the_house, name_keys, validate_display_name, validate_username

TAKEN = ValidationError(
    _("This name, or one that looks like it, is taken. Choose another one."), code="name_taken"
)


def check_username(text: str, *, holder: User | None = None) -> None:
    """Whether this person may be called so. Raises ValidationError."""
    validate_username(text)
    _check_free(text, holder)


def check_display_name(text: str, *, holder: User | None = None) -> None:
    """Whether this person, or somebody new, may be shown as this. Raises ValidationError."""
    validate_display_name(text)
    _check_free(text, holder)


def check_words(text: str) -> None:
    """Blocked words hold for names of users and of tables. Raises ValidationError."""
    if has_blocked_word(text) or _looks_blocked(text):
        raise ValidationError(
            _("This name has a word that is not welcome here. Choose another one."),
            code="blocked_word",
        )


def _looks_blocked(text: str) -> bool:
    """Whether the name, or a word of it, looks like a blocked word."""
    keys = frozenset[str]().union(*map(name_keys, (text, *re.split(r"[\W_]+", text))))
    return any(not keys.isdisjoint(name_keys(word)) for word in blocked_words())


def _check_free(text: str, holder: User | None) -> None:
    check_words(text)
    if is_of_the_house(text) and not (holder and holder.is_staff):
        raise ValidationError(
            _("This name would pass for one of the house. Choose another one."),
            code="name_reserved",
        )
    others = Name.objects.filter(key__in=name_keys(text))
    if (others.exclude(user=holder) if holder else others).exists():
        raise TAKEN


def save_with_names(user: User) -> None:
    """Saves the user and lets it hold its names.

    Raises ValidationError if somebody was quicker.
    """
    try:
        with transaction.atomic():
            user.save()
            reserve_names(user)
    except IntegrityError as error:
        raise TAKEN from error

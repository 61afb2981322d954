"""Moderators: superusers appoint and dismiss them, which is recorded as an act."""

from __future__ import annotations

from django.contrib.auth.models import Group
from django.db import transaction

from chat.core.refusals import ChatCode, Refusal
from chat.moderation.services import record_act
from chat.people import Person, is_gone
from chat.rights import GROUP


@transaction.atomic
def appoint_moderator(*, moderator: Person, user: Person, reason: str) -> None:
    """Give a person access to the moderators' pages.

    Raise `Refusal`: `not_superuser`, `no_such_user`, `guest_moderator`, `already_moderator`.
    """
    group = _group(moderator)
    if is_gone(user):
        raise Refusal(ChatCode.NO_SUCH_USER)
    if getattr(user, "is_guest", False):
        raise Refusal(ChatCode.GUEST_MODERATOR)
    if user.groups.filter(pk=group.pk).exists():
        raise Refusal(ChatCode.ALREADY_MODERATOR)
    user.groups.add(group)
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    record_act(moderator=moderator, act="appoint moderator", target=user, reason=reason)


@transaction.atomic
def dismiss_moderator(*, moderator: Person, user: Person, reason: str) -> None:
    """Take a moderator's rights away.

    Raise `Refusal`: `not_superuser`, `no_moderator`.
    """
    group = _group(moderator)
    if not user.groups.filter(pk=group.pk).exists():
        raise Refusal(ChatCode.NO_MODERATOR)
    user.groups.remove(group)
    user.is_staff = user.is_superuser
    user.save(update_fields=["is_staff"])
    record_act(moderator=moderator, act="dismiss moderator", target=user, reason=reason)


def _group(moderator: Person) -> Group:
    if not (moderator.is_active and moderator.is_superuser):
        raise Refusal(ChatCode.NOT_SUPERUSER)
    return Group.objects.get_or_create(name=GROUP)[0]

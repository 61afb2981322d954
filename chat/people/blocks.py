"""Blocking: a person no longer sees what those they have blocked write."""

from __future__ import annotations

from django.db import transaction

from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.live.announce import announce
from chat.models import Block
from chat.people.names import Person, is_gone


@transaction.atomic
def block(*, blocker: Person, blocked: Person) -> None:
    """Hides this person's messages from the blocker, everywhere. Repeating it changes nothing.

    Refuses: `no_such_user`, `cannot_block_self`.
    """
    if blocked.pk == blocker.pk:
        raise Refusal(ChatCode.CANNOT_BLOCK_SELF)
    if is_gone(blocked):
        raise Refusal(ChatCode.NO_SUCH_USER)
    Block.objects.get_or_create(blocker=blocker, blocked=blocked, defaults={"at": now()})
    announce(f"user.{blocker.pk}")


@transaction.atomic
def unblock(*, blocker: Person, blocked: Person) -> None:
    """Shows this person's messages again."""
    if Block.objects.filter(blocker=blocker, blocked=blocked).delete()[0]:
        announce(f"user.{blocker.pk}")

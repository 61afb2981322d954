"""Blocks, which hide two people from each other and prevent invitations."""

from __future__ import annotations

from django.db import transaction

from chat.contacts.friends import lock_pair, part_by_block
from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.live.announce import announce
from chat.models import Block
from chat.people import Person, is_gone


@transaction.atomic
def block(*, blocker: Person, blocked: Person) -> None:
    """Hide two people from each other, everywhere, without notifying anybody.

    Repeating it changes nothing. Raise `Refusal`: `no_such_user`, `cannot_block_self`.
    """
    if blocked.pk == blocker.pk:
        raise Refusal(ChatCode.CANNOT_BLOCK_SELF)
    if is_gone(blocked):
        raise Refusal(ChatCode.NO_SUCH_USER)
    # A request made at the same time is either written before this, or finds the block.
    lock_pair(blocker, blocked)
    Block.objects.get_or_create(blocker=blocker, blocked=blocked, defaults={"at": now()})
    part_by_block(blocker=blocker, blocked=blocked)
    _announce(blocker, blocked)


@transaction.atomic
def unblock(*, blocker: Person, blocked: Person) -> None:
    """Show two people to each other again, unless the other has blocked as well."""
    if Block.objects.filter(blocker=blocker, blocked=blocked).delete()[0]:
        _announce(blocker, blocked)


def _announce(*people: Person) -> None:
    announce(*(f"user.{person.pk}" for person in people))

"""Blocking: two people no longer read what the other writes, see where they are, or invite them."""

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
    """Hides the two from each other, everywhere. Repeating it changes nothing; nobody is told.

    Refuses: `no_such_user`, `cannot_block_self`.
    """
    if blocked.pk == blocker.pk:
        raise Refusal(ChatCode.CANNOT_BLOCK_SELF)
    if is_gone(blocked):
        raise Refusal(ChatCode.NO_SUCH_USER)
    lock_pair(blocker, blocked)  # a request that comes at once is written before, or finds it
    Block.objects.get_or_create(blocker=blocker, blocked=blocked, defaults={"at": now()})
    part_by_block(blocker=blocker, blocked=blocked)
    _announce(blocker, blocked)


@transaction.atomic
def unblock(*, blocker: Person, blocked: Person) -> None:
    """Shows the two to each other again, unless the other has blocked as well."""
    if Block.objects.filter(blocker=blocker, blocked=blocked).delete()[0]:
        _announce(blocker, blocked)


def _announce(*people: Person) -> None:
    announce(*(f"user.{person.pk}" for person in people))

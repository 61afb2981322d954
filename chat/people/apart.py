"""Whether two people are hidden from each other: asked by what ends when they are."""

from __future__ import annotations

from chat.models import Block
from chat.people.names import Person


def blocks_between(one: Person, other: Person) -> bool:
    """Whether either has blocked the other."""
    pair = (one.pk, other.pk)
    return Block.objects.filter(blocker__in=pair, blocked__in=pair).exists()

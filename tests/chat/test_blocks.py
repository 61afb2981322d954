"""Blocking and unblocking show at once on the open pages of both people."""

from __future__ import annotations

import pytest

from chat.contacts.blocks import block, unblock
from chat.core.clock import now
from chat.models import Block
from chat.people import blocks_between
from lobby.models import User
from tests.support.refusals import code_of


def test_a_block_rerenders_the_pages_of_both(ada: User, bruno: User, announced: list[str]) -> None:
    both = [f"user.{ada.pk}", f"user.{bruno.pk}"]
    block(blocker=ada, blocked=bruno)
    assert announced == both
    unblock(blocker=ada, blocked=bruno)
    assert announced == both * 2
    unblock(blocker=ada, blocked=bruno)  # nothing to end
    assert announced == both * 2


@pytest.mark.both
def test_blocking_twice_is_once_and_works_both_ways(
    ada: User, bruno: User, moderator: User
) -> None:
    for _twice in range(2):
        block(blocker=ada, blocked=bruno)
    assert Block.objects.count() == 1
    assert blocks_between(ada, bruno)
    assert blocks_between(bruno, ada)
    assert not blocks_between(ada, moderator)


def test_nobody_blocks_a_deleted_account(ada: User, bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(deleted_at=now())
    bruno.refresh_from_db()
    assert code_of(block, blocker=ada, blocked=bruno) == "no_such_user"
    assert not Block.objects.exists()

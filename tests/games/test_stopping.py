"""All people at a table may agree to stop a running match."""

from __future__ import annotations

from typing import Any

import pytest

from games.services.interruption import agree_to_stop, recount_stop_votes
from games.services.seats import leave
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def _ended(match: Any) -> bool:
    match.refresh_from_db()
    return bool(match.status == "aborted")


def test_a_match_stops_once_everybody_agrees(running: Any) -> None:
    match, people = running("ann", "bob", "cem", bots=1)
    for user in people:
        assert not _ended(match)
        agree_to_stop(user=user, public_id=match.public_id, agrees=True)
    assert _ended(match)


def test_an_agreement_can_be_withdrawn(running: Any) -> None:
    match, (ann, bob) = running("ann", "bob")
    agree_to_stop(user=ann, public_id=match.public_id, agrees=True)
    agree_to_stop(user=ann, public_id=match.public_id, agrees=False)
    agree_to_stop(user=bob, public_id=match.public_id, agrees=True)
    assert not _ended(match)


def test_a_stranger_cannot_agree(running: Any, person: Any) -> None:
    match, _people = running("ann", "bob")
    assert (
        code_of(agree_to_stop, user=person("eve"), public_id=match.public_id, agrees=True)
        == "cannot_stop"
    )


def test_the_departure_of_the_last_dissenter_completes_the_agreement(running: Any) -> None:
    match, (ann, bob, cem) = running("ann", "bob", "cem")
    for user in (ann, bob):
        agree_to_stop(user=user, public_id=match.public_id, agrees=True)
    leave(user=cem, public_id=match.public_id)
    assert not _ended(match)
    recount_stop_votes(public_id=match.public_id)
    assert _ended(match)

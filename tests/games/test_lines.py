"""The log for a replay ends at the state that it is compared with."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match
from games.services.record import lines_of
from tests.games.table_kit import put

pytestmark = pytest.mark.django_db


def test_entries_written_after_a_match_was_read_are_not_in_its_log(example: Any) -> None:
    match, people = example("ann", "bob")
    put(match, people[0])
    read = Match.objects.get(pk=match.pk)
    put(match, people[1])
    assert [line.number for line in lines_of(read)] == [*range(1, read.entries + 1)]
    assert len(lines_of(Match.objects.get(pk=match.pk))) == read.entries + 1

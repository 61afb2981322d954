"""The message about the end of a match to people who could watch it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from chat.core.clock import now
from games.models import Match
from games.page.match_page import end_told
from games.page.viewer import viewing_of

Status = Match.Status


def _over(match: Match, ranks: Sequence[int], *, status: str, winner: bool = False) -> None:
    for index, rank in enumerate(ranks):
        match.seats.filter(index=index).update(rank=rank, winner=winner and rank == 1, score=0)
    Match.objects.filter(pk=match.pk).update(status=status, ended_at=now(), decision_id="")


@pytest.mark.parametrize(
    ("ranks", "over", "told"),
    [
        ([2, 1, 3], {"status": Status.FINISHED, "winner": True}, "123"),
        ([1, 1, 3], {"status": Status.FINISHED}, "113"),  # a tie that nobody wins
        ([1, 1, 1], {"status": Status.FINISHED}, "–––"),
        ([2, 1, 3], {"status": Status.ABORTED}, "–––"),
    ],
)
def test_the_end_lists_places_if_there_are_any(
    running: Any, person: Any, ranks: list[int], over: dict[str, Any], told: str
) -> None:
    match, _people = running("ann", "bob", "cid")
    _over(match, ranks, **over)
    html = end_told(viewing_of(person("eve"), match.public_id, {}))
    places = re.findall(r'<span class="rank">(.*?)\s*<span class="podium-name">', html, re.DOTALL)
    assert "".join(re.sub(r"<[^>]*>|Place|\s", "", place) for place in places) == told

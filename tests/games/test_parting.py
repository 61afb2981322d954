"""The message about the end of a match to people who could watch it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.db.models import F

from chat.core.clock import now
from chat.messages import rooms
from games.models import Match
from games.page.match_page import end_told
from games.page.viewer import viewing_of
from games.services.seats import kick, leave
from tests.support.log_in import client_for

Status = Match.Status


def test_a_removed_player_keeps_the_record_but_not_the_chat(running: Any) -> None:
    match, (ann, bob, cid, _dan) = running("ann", "bob", "cid", "dan", kick_in_play=True)
    index = match.seats.get(user=bob).index
    kick(user=ann, public_id=match.public_id, index=index)
    leave(user=cid, public_id=match.public_id)
    _over(Match.objects.get(pk=match.pk), [1, 2, 3, 4], status=Status.FINISHED)
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    assert client_for(bob).get(f"/m/{match.public_id}/").status_code == 200
    for room in ("table", "watch"):
        seen = rooms.access(bob, f"{room}-{match.public_id}")
        assert (seen.read, seen.write) == (False, False)
    stayed = rooms.access(cid, f"table-{match.public_id}")
    assert (stayed.read, stayed.write) == (True, True)


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

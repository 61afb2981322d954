"""A house whose only web tells no others, since there are none (`ONE_WEB`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import blanks_http as blanks
from tests.support.client import guest, wait_for
from tests.support.servers import Databases, free_port
from tests.support.site import ScaledSite


@pytest.fixture(scope="module")
def site(postgres: Databases) -> Iterator[ScaledSite]:
    with ScaledSite(postgres, webs=1, ONE_WEB="1") as site:
        yield site


def test_pages_hear_of_what_people_do_and_of_what_the_worker_does(site: ScaledSite) -> None:
    people = [guest(site.url) for _ in range(2)]
    match = blanks.table(people)
    with people[0].socket(f"/live/match/{match}/?since=0:0") as socket:
        wait_for(socket, "m-seat")
        assert blanks.act(people[1], match, blanks.forms(people[1], match)[0].keyed()).accepted
        assert "has played" in wait_for(socket, 'id="m-players"')
        site.move_clock(601)  # past the deadline: the worker plays for who has not answered
        wait_for(socket, 'id="m-board"')


def test_a_second_web_is_refused_with_a_sentence(site: ScaledSite) -> None:
    with pytest.raises(RuntimeError, match="leave ONE_WEB out for both, or end the other first"):
        site.manage("house", "--port", str(free_port()))

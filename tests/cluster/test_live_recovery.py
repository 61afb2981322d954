"""The site recovers by itself from the death of Redis or of the worker."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support import blanks_http as blanks
from tests.support.client import guest, opened, wait_for
from tests.support.patience import wait_until
from tests.support.servers import Databases
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def house(postgres: Databases) -> Iterator[ScaledSite]:
    """Start a site to break; the errors that its processes log are expected."""
    with ScaledSite(postgres) as site:
        site.loud = True
        yield site


def test_actions_without_redis_are_stored_and_shown_later(
    house: ScaledSite,
) -> None:
    first, second = house.urls
    people = [guest(first) for _ in range(4)]
    match = blanks.table(people)
    ready = [blanks.forms(person, match)[0] for person in people]
    accepted = []
    with opened(people[0], second, match) as socket:
        house.redis.kill()
        for person, form in zip(people[1:3], ready[1:3], strict=True):
            key = secrets.token_hex(8)
            if blanks.act(person.twin(), match, form.keyed(key)).accepted:
                accepted.append(key)
        house.redis.start()
        wait_until(house.is_ready, what="the site being ready again")
        # The page either reconnects, or receives the next update.
        key = secrets.token_hex(8)
        assert blanks.act(people[3].twin(), match, ready[3].keyed(key)).accepted
        accepted.append(key)
        try:
            wait_for(socket, "has played")
        except ConnectionClosed:
            with opened(people[0], second, match):
                pass
    assert set(accepted) <= blanks.accepted_keys(house, match)
    blanks.replays(house, match)


def test_a_page_of_another_process_shows_what_it_missed_in_a_short_gap(house: ScaledSite) -> None:
    # The layer reconnects by itself, and no later announcement helps.
    first, second = house.urls
    people = [guest(first) for _ in range(3)]
    match = blanks.table(people)
    form = blanks.forms(people[1], match)[0]
    with opened(people[0], second, match) as socket:
        house.redis.kill()
        time.sleep(0.3)
        house.redis.start()
        assert blanks.act(people[1].twin(), match, form.keyed()).accepted
        wait_for(socket, "has played")


def test_logged_in_people_play_on_without_redis(house: ScaledSite) -> None:
    people = [guest(house.url) for _ in range(3)]
    match = blanks.table(people)
    house.redis.kill()
    try:
        for person in people:
            assert person.twin().get("/lobby/").status == 200
            assert blanks.act(person, match, blanks.forms(person, match)[0].keyed()).accepted
        assert blanks.forms(people[0], match), "the vote is open"
        tab = people[2].twin()
        assert tab.get("/settings/").status == 200
        assert people[2].post("/account/logout/").accepted
        assert tab.get("/settings/").location.startswith("/account/login/")
    finally:
        house.redis.start()
    wait_until(house.is_ready, what="the site being ready again")
    blanks.replays(house, match)


def test_a_player_kicked_after_redis_recovered_is_turned_away(house: ScaledSite) -> None:
    first, second = house.urls
    people = [guest(first) for _ in range(3)]
    match = blanks.table(people, spectators=None)
    with opened(people[2], second, match) as socket:
        house.redis.kill()
        house.redis.start()
        wait_until(house.is_ready, what="the site being ready again")
        assert people[0].twin().post(f"/m/{match}/kick/2/").accepted
        with pytest.raises(ConnectionClosed):
            wait_for(socket, "nothing that will come")


def test_a_worker_outlives_redis_with_tasks_in_flight(house: ScaledSite) -> None:
    ann = guest(house.url)
    match = blanks.table([ann], bots="3")
    for _ in range(4):
        house.redis.kill()
        time.sleep(0.3)
        house.redis.start()
        wait_until(house.is_ready, what="the site being ready again")  # raises if a process ended
        assert blanks.act(ann, match, blanks.forms(ann, match)[0].keyed()).accepted
        wait_until(lambda: bool(blanks.forms(ann, match)), what="the bots' answers")
    blanks.replays(house, match)


def test_bots_continue_when_the_worker_returns(house: ScaledSite) -> None:
    ann = guest(house.url)
    match = blanks.table([ann], bots="3")
    house.kill("worker")
    assert blanks.act(ann, match, blanks.forms(ann, match)[0].keyed()).accepted
    house.start("worker")
    wait_until(lambda: bool(blanks.forms(ann, match)), what="the bots' answers and a vote")
    assert blanks.act(ann, match, blanks.forms(ann, match)[0].keyed()).accepted
    blanks.replays(house, match)

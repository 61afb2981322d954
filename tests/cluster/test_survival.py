"""Accepted actions survive killed processes and sockets that are cut."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from threading import Thread

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.blanks_http import accepted_keys, act, forms, play_on, table
from tests.support.client import Client, guest, wait_for
from tests.support.site import EmbeddedSite, ScaledSite

pytestmark = pytest.mark.deep


@pytest.fixture
def house() -> Iterator[EmbeddedSite]:
    with EmbeddedSite() as site:
        yield site


def _play_until_the_power_fails(person: Client, match: str, accepted: list[str]) -> None:
    """Answer until the site dies; record the key of each accepted answer."""
    try:
        for _ in range(200):
            for form in forms(person, match)[:1]:
                key = secrets.token_hex(16)
                if act(person, match, form.keyed(key)).accepted:
                    accepted.append(key)
    except (OSError, ValueError):
        return  # the power has failed


def test_a_killed_site_loses_nothing_it_accepted(house: EmbeddedSite) -> None:
    people = [guest(house.url) for _ in range(4)]
    match = table(people, bots="2")
    accepted: list[str] = []
    threads = [
        Thread(target=_play_until_the_power_fails, args=(person, match, accepted))
        for person in people
    ]
    for thread in threads:
        thread.start()
    while len(accepted) < 30 and any(thread.is_alive() for thread in threads):
        threads[0].join(0.05)
    house.loud = True
    house.kill()
    for thread in threads:
        thread.join()
    house.start()
    assert len(accepted) >= 30
    assert set(accepted) <= accepted_keys(house, match)
    assert "agrees with" in house.manage("replay", match)
    assert sum(play_on([person.twin() for person in people], match) for _ in range(3)) > 0


def test_a_page_whose_process_died_recovers_at_another(scaled_site: ScaledSite) -> None:
    first, second = scaled_site.urls[:2]
    people = [guest(first) for _ in range(3)]
    match = table(people)
    with people[0].twin(second).socket(f"/live/match/{match}/?since=0:0") as socket:
        wait_for(socket, "m-seat")
        scaled_site.loud = True
        scaled_site.kill("web1")
        with pytest.raises(ConnectionClosed):
            wait_for(socket, "nothing that will come")
    assert act(people[1], match, forms(people[1], match)[0].keyed()).accepted
    with people[0].twin(first).socket(f"/live/match/{match}/?since=0:0") as socket:
        assert "has played" in wait_for(socket, "m-players")
    scaled_site.start("web1")
    assert "agrees with" in scaled_site.manage("replay", match)


def test_a_kicked_players_page_closes_at_once(scaled_site: ScaledSite) -> None:
    first, second = scaled_site.urls[:2]
    people = [guest(first) for _ in range(3)]
    match = table(people, spectators=None)
    with people[2].twin(second).socket(f"/live/match/{match}/?since=0:0") as socket:
        wait_for(socket, "m-seat")
        assert people[0].post(f"/m/{match}/kick/2/").accepted
        with pytest.raises(ConnectionClosed) as closed:
            wait_for(socket, "nothing that will come")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403

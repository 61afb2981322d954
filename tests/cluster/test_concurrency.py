"""Many people act on one match at once; each command applies once or is refused."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support import blanks_http as blanks, races
from tests.support.client import Answer, Client, Fields, guest
from tests.support.servers import Databases
from tests.support.site import EmbeddedSite, ScaledSite, Site

pytestmark = pytest.mark.deep

Shot = Callable[[], Answer]
Posted = list[tuple[str, str]]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest) -> Iterator[Site]:
    if request.param == "sqlite":
        with EmbeddedSite() as embedded:
            yield embedded
    else:
        postgres: Databases = request.getfixturevalue("postgres")
        with ScaledSite(postgres) as scaled:
            yield scaled


@pytest.fixture(scope="module")
def crowd(house: Site) -> list[Client]:
    """Create fourteen guests, spread over the web processes."""
    return [guest(house.urls[number % len(house.urls)]) for number in range(14)]


def at_once(shots: Sequence[Shot]) -> list[Answer]:
    """Fire all posts at the same time, each from its own thread; return the answers."""
    answers = races.at_once(*shots)
    for answer in answers:
        assert answer.status in {200, 204, 302, 422}, answer.text[:2000]
        assert answer.accepted or answer.code, answer
        assert answer.code != "fault", answer.text
    return answers


def shot(house: Site, person: Client, path: str, form: Fields, number: int = 0) -> Shot:
    """Return a post from a new tab, with scripts or without, at one web process."""

    def fire() -> Answer:
        tab = person.twin(house.urls[number % len(house.urls)])
        try:
            return tab.post(path, form, headers={"HX-Request": "true"} if number % 3 else {})
        finally:
            tab.close()

    return fire


def _wishes(player: Client, stranger: Client, match: str) -> list[tuple[Client, Posted]]:
    """Return repeated, competing and unauthorised answers of the same decision.

    The player's answer comes three times with one key, then another answer with another key, then
    the stranger's.
    """
    mine = blanks.forms(player, match)
    same = mine[0].keyed()
    return [*([(player, same)] * 3), (player, mine[-1].keyed()), (stranger, mine[0].keyed())]


def test_fifty_actions_at_one_match_are_each_applied_once_or_refused(
    house: Site, crowd: list[Client]
) -> None:
    players, stranger = crowd[:10], crowd[10]
    match = blanks.table(players)
    accepted: set[str] = set()
    for _phase in ("play", "vote"):
        wishes = [wish for player in players for wish in _wishes(player, stranger, match)]
        other_round = blanks.Form((("action", "play"), ("round", "99"), ("cards", "w001")))
        wishes.append((players[0], other_round.keyed()))
        assert len(wishes) > 50
        path = f"/m/{match}/act/"
        answers = at_once(
            [shot(house, person, path, form, n) for n, (person, form) in enumerate(wishes)]
        )
        accepted |= {
            f"{person.name} {form[-1]}"
            for (person, form), answer in zip(wishes, answers, strict=True)
            if answer.accepted
        }
    truth = blanks.truth(house, match)
    done = Counter((e["seat"], e["action"], e["round"]) for e in truth["log"] if "round" in e)
    assert set(done.values()) == {1}
    assert set(done) == {(seat, action, 1) for seat in range(10) for action in ("play", "vote")}
    assert truth["keys"] == len(accepted) + 2  # without those of creating and starting the table
    assert truth["failures"] == 0
    blanks.replays(house, match)


def test_people_join_and_leave_during_actions(house: Site, crowd: list[Client]) -> None:
    owner, *rest = crowd
    players, newcomers = rest[:8], rest[8:13]
    match = blanks.table([owner, *players])
    seat = {name: index for index, (name, _s) in blanks.truth(house, match)["seats"].items()}
    shots: list[Shot] = []

    def add(person: Client, command: str, form: Fields) -> None:
        shots.append(shot(house, person, f"/m/{match}/{command}/", form, len(shots)))

    for person in (owner, *players):
        mine = blanks.forms(person, match)
        add(person, "act", mine[0].keyed())
        add(person, "act", mine[1].keyed())
        add(person, "stop", {"agrees": "1"} if person in players[4:] else {})
    for person in newcomers:
        key = secrets.token_hex(8)
        add(person, "join", {"key": key})
        add(person, "join", {"key": key})
        add(person, "watch", {})
    for person in players[:2]:
        add(person, "leave", {})
        add(person, "leave", {})
    for person in players[2:4]:
        add(owner, f"kick/{seat[person.name]}", {})
        add(owner, f"kick/{seat[person.name]}", {})
    add(owner, "bot", {"key": secrets.token_hex(8)})
    assert len(shots) >= 50
    at_once(shots)
    truth = blanks.truth(house, match)
    now = {name for name, status in truth["seats"].values() if status == "seated"}
    gone = {person.name for person in players[:4]}
    assert not now & gone
    assert {owner.name, *(person.name for person in players[4:])} <= now
    assert len([n for n, status in truth["seats"].values() if status == "seated"]) <= 12
    done = Counter(
        (e["seat"], e["action"], e.get("round")) for e in truth["log"] if e["seat"] is not None
    )
    assert set(done.values()) == {1}
    assert truth["failures"] == 0
    blanks.replays(house, match)


def test_simultaneous_starts_start_once(house: Site, crowd: list[Client]) -> None:
    match = blanks.set_table(*crowd[:3])
    same = secrets.token_hex(8)
    keys = [same, same, same, *(secrets.token_hex(8) for _ in range(9))]
    path = f"/m/{match}/start/"
    shots = [shot(house, crowd[0], path, {"key": k}, n) for n, k in enumerate(keys)]
    answers = at_once(shots)
    assert {answer.code for answer in answers} <= {"", "already_started"}
    truth = blanks.truth(house, match)
    assert [entry["action"] for entry in truth["log"]] == ["begin"]
    assert truth["keys"] == 2  # one is that of creating the table


def test_the_last_seat_is_given_to_one(house: Site, crowd: list[Client]) -> None:
    match = blanks.set_table(*crowd[:3], most="4")
    path = f"/m/{match}/join/"
    keys = {person.name: secrets.token_hex(8) for person in crowd}
    shots = [
        shot(house, person, path, {"key": keys[person.name]}, number)
        for number, person in enumerate([*crowd[3:], *crowd[3:]])
    ]
    answers = at_once(shots)
    assert {answer.code for answer in answers} == {"", "game_full"}
    seats = blanks.truth(house, match)["seats"]
    assert sorted(seats) == ["0", "1", "2", "3"]


def test_simultaneous_rematches_create_one_table(house: Site, crowd: list[Client]) -> None:
    players = crowd[:3]
    match = blanks.table(players, option_round_limit="1")
    while blanks.play_on(players, match):
        pass
    path = f"/m/{match}/rematch/"
    shots = [
        shot(house, players[0], path, {"key": secrets.token_hex(8)}, number) for number in range(8)
    ]
    assert len({answer.location for answer in at_once(shots)}) == 1


def test_one_key_at_two_matches_at_once_affects_neither(house: Site, crowd: list[Client]) -> None:
    ann, bob = crowd[:2]
    matches = [blanks.table([ann, bob]), blanks.table([ann, bob])]
    for _phase in ("play", "vote"):
        shots: list[Shot] = []
        for person in (ann, bob):
            key = secrets.token_hex(8)
            for match in matches:
                mine = blanks.forms(person, match)
                for form in mine[:1]:
                    path = f"/m/{match}/act/"
                    shots.append(shot(house, person, path, form.keyed(key), len(shots)))
        answers = at_once(shots)
        assert {answer.code for answer in answers} <= {"", "busy", "malformed"}
        for match in matches:
            blanks.play_on([ann, bob], match)
    for match in matches:
        truth = blanks.truth(house, match)
        assert (truth["failures"], truth["status"]) == (0, "running")
        blanks.replays(house, match)


SWEEP = """
import threading, time
from datetime import timedelta
from django.db import connection
from chat.core.clock import now
from games.models import Match
from games.services.scheduler import run_due
pk = Match.objects.values_list("pk", flat=True).get(public_id={match!r})
def sweep():
    for _ in range({times}):
        run_due(pk)
    connection.close()
for _ in range({times}):
    past = now() - timedelta(seconds=1)
    Match.objects.filter(pk=pk, status="running").update(deadline=past, due_at=past)
    threads = [threading.Thread(target=sweep) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
"""


def test_deadlines_during_actions_apply_once(house: Site, crowd: list[Client]) -> None:
    # Sweeps of another process and the site's own compete with people who still answer.
    players = crowd[:5]
    match = blanks.table(players)
    with ThreadPoolExecutor(max_workers=1) as pool:
        sweeping = pool.submit(house.shell, SWEEP.format(match=match, times=6))
        while not sweeping.done():
            shots = [
                shot(house, person, f"/m/{match}/act/", form.keyed(), number)
                for number, person in enumerate(players)
                for form in blanks.forms(person, match)[:2]
            ]
            if shots:
                at_once(shots)
        sweeping.result()
    truth = blanks.truth(house, match)
    timeouts = Counter(e["decision"] for e in truth["log"] if e["action"] == "timeout")
    assert len(timeouts) >= 2
    assert set(timeouts.values()) == {1}
    done = Counter((e["seat"], e["action"], e["round"]) for e in truth["log"] if "round" in e)
    assert set(done.values()) <= {1}
    assert truth["failures"] == 0
    blanks.replays(house, match)

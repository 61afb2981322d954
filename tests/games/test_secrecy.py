"""Secrecy of whole pages (law 4): changing a secret changes no byte of them.

The change is made in the database and all caches are cleared, so a page that reads secret data by
any means is caught. Pages that leak on purpose test this.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader
from msgspec import structs

from auctions.models import Bid
from chat.core import templates
from games.api import seats, streams
from games.engine import choices, codec
from games.engine.base import Event
from games.engine.dealer import Seeded
from games.models import Match
from games.page import frame, log
from games.page.frame import PARTS, FramePart
from games.page.viewer import Viewing
from games.registry import games
from games.services.match_engine import engine_of, state_of
from games.services.play import act
from games.services.scheduler import run_due
from tests.auctions.bidders import filled
from tests.auctions.conftest import _enable_venice, _known_moment, wednesday
from tests.auctions.page.week_pages import hide_other, user_of
from tests.games.secrecy import leaks, scramble_match

__all__ = ["_enable_venice", "_known_moment", "wednesday"]
pytestmark = [pytest.mark.django_db, pytest.mark.long]

PLAYED = sorted(slug for slug, game in games().items() if hasattr(game.title, "engines"))
# The number of actions, and the interval between checks: few in CI, many at night.
FEW, MANY = (20, 7), pytest.param((40, 5), marks=pytest.mark.nightly)


def some_action(match: Match, people: list[Any], chance: Seeded) -> None:
    """Let a person take a legal action, or else let the bots go on."""
    run_due(match.pk)
    match.refresh_from_db()
    if match.over:
        return
    state, engine = state_of(match), engine_of(match)
    seats = {match.seats.get(user=user).index: user for user in people}
    able = [index for index in seats if engine.choices(state, index)]
    if not able:
        return
    index = able[chance.below(len(able))]
    raw = choices.sample_any(engine.choices(state, index), chance)
    assert raw is not None
    act(user=seats[index], public_id=match.public_id, raw=raw, key="")
    match.refresh_from_db()


def begun(running: Any, game: str) -> tuple[Match, list[Any]]:
    match, people = running("ann", "bob", "cem", game=game, least=3, bots=1)
    return match, people


def has_private_event_for_others(match: Match, user: Any) -> bool:
    """Return True if an event in the log is for others and not for this user."""
    seat = match.seats.get(user=user).index
    return any(
        event.to and seat not in event.to
        for entry in match.log.all()
        for event in codec.decode(bytes(entry.events), tuple[Event, ...])
    )


def found(match: Match, user: Any, seed: str) -> tuple[list[str], bool]:
    """Return leaks to this user, and True if the secrets have changed."""
    seat = match.seats.filter(user=user).values_list("index", flat=True).first()
    changed = []
    scramble = partial(scramble_match, match, seat, seed)
    return leaks(match, user, lambda: changed.append(scramble())), changed[0]


@pytest.mark.parametrize("steps_and_every", [FEW, MANY])
@pytest.mark.parametrize(
    "game",
    [one if one == "blanks" else pytest.param(one, marks=pytest.mark.deep) for one in PLAYED],
)
def test_no_byte_depends_on_secrets(
    running: Any, person: Any, game: str, steps_and_every: tuple[int, int]
) -> None:
    steps, every = steps_and_every
    match, people = begun(running, game)
    viewers, chance = [*people, person("watcher")], Seeded(game)
    compared = changed = 0
    for step in range(steps):
        if step % every == 0:
            viewer = viewers[compared % len(viewers)]
            leaking, other = found(match, viewer, f"{game}{step}")
            assert leaking == [], f"{viewer} in step {step}"
            compared, changed = compared + 1, changed + other
        some_action(match, people, chance)
        if match.over:
            break
    assert changed > compared / 2, "scrambling changed too little to prove anything"


@pytest.mark.parametrize(
    "resolved", [3, *(pytest.param(n, marks=pytest.mark.deep) for n in (0, 6))]
)
@pytest.mark.parametrize("viewer", [0, pytest.param(None, marks=pytest.mark.deep)])
def test_no_byte_of_a_week_depends_on_others_bids_and_money(
    wednesday: datetime, resolved: int, viewer: int | None
) -> None:
    week = filled(resolved)
    hide = partial(hide_other, week, viewer, resolved)
    assert leaks(week.match, user_of(week, viewer), hide) == []


# --- Leaking pages


@pytest.fixture
def leaking(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that adds a fragment with a function's result to all pages."""

    def make(find: Any) -> None:
        env: Any = templates._environment()  # the one that renders pages
        template = {"games/parts/leak.jinja": "{{ said }}"}
        monkeypatch.setattr(env, "loader", ChoiceLoader([env.loader, DictLoader(template)]))

        def values(viewing: Viewing) -> Mapping[str, Any]:
            return {"said": str(find(viewing))}

        monkeypatch.setitem(PARTS, "leak", FramePart(values))

    return make


LEAKS = {
    "the state": lambda viewing: state_of(viewing.match),
    "the state of the snapshot": lambda viewing: viewing.snapshot.state,
    "another seat's view": lambda viewing: viewing.snapshot.view(1),
    "the log as stored": lambda viewing: [bytes(one.action) for one in viewing.match.log.all()],
    "the secret": lambda viewing: viewing.match.secret,
}


OFTEN = {"another seat's view", "the log as stored"}  # the others run with `make test-deep`


@pytest.mark.parametrize(
    "leak", [pytest.param(one, marks=[] if one in OFTEN else pytest.mark.deep) for one in LEAKS]
)
def test_a_leaking_fragment_is_detected(running: Any, person: Any, leaking: Any, leak: str) -> None:
    match, _people = begun(running, "merchants")
    leaking(LEAKS[leak])
    told, changed = found(match, person("watcher"), leak)
    assert changed
    assert {"page ", "m-leak", "news", "refusal", "answer"} <= set(told)


@pytest.mark.deep
def test_a_leaking_api_response_is_detected(
    running: Any, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _people = begun(running, "merchants")
    honest = seats.seen_in

    def leaking(viewing: Any) -> seats.Seen:
        return structs.replace(honest(viewing), view=viewing.snapshot.view(0))

    for module in (seats, streams):
        monkeypatch.setattr(module, "seen_in", leaking)
    told, changed = found(match, person("watcher"), "api")
    assert changed
    assert told == ["api tables/…/seat", "api tables/…/stream?wait=0"]


@pytest.mark.deep
def test_a_leaking_stream_is_detected(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = begun(running, "interop")
    chance = Seeded("log")
    while not has_private_event_for_others(match, people[0]):
        some_action(match, people, chance)
    monkeypatch.setattr(streams, "is_told", lambda *_asked: True)
    monkeypatch.setattr(streams, "_is_theirs", lambda *_asked: True)
    told, _changed = found(match, people[0], "log")
    assert told == ["api tables/…/stream?wait=0"]


@pytest.mark.deep
def test_a_leaking_log_is_detected(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = begun(running, "interop")
    chance = Seeded("log")
    # It differs from match to match when somebody first draws a card unseen.
    while not has_private_event_for_others(match, people[0]):
        assert not match.over
        some_action(match, people, chance)
    monkeypatch.setattr(log, "_may_read", lambda told, seat, opened: True)
    told, _changed = found(match, people[0], "log")
    assert "m-log" in told


@pytest.mark.deep
def test_a_board_rendered_from_a_players_view_is_detected(
    running: Any, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By the template's values, cached under a key that others read.
    match, _people = begun(running, "blanks")
    original = frame.render_part_uncached

    def leaking(viewing: Any, name: str) -> Any:
        if name != "board":
            return original(viewing, name)
        return original(viewing, name) + str(viewing.snapshot.view(0).hand)

    monkeypatch.setattr(frame, "render_part_uncached", leaking)
    told, changed = found(match, person("watcher"), "board")
    assert changed
    assert "m-board" in told


@pytest.mark.deep
def test_a_week_that_shows_bids_is_detected(wednesday: datetime, leaking: Any) -> None:
    week = filled(1)
    leaking(lambda viewing: list(Bid.objects.values_list("price", "units")))
    told = leaks(week.match, user_of(week, 0), partial(hide_other, week, 0, 1))
    assert {"page ", "m-leak", "news"} <= set(told)

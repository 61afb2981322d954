"""All games share one match page, so that an addition shows in each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.template import engines
from django.test import Client
from django.utils.safestring import SafeString
from jinja2 import ChoiceLoader, DictLoader

from chat.core.templates import _environment
from chat.live.fragments import open_page
from games.models import Match
from games.page.frame import PARTS, FramePart
from games.page.html_cache import render_around
from games.page.viewer import Viewing
from games.registry import games
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db

SAID = "fair &amp; dry at"


def test_rendering_around_a_fragment_equals_a_full_render(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []

    def draw(template: str, /, **values: Any) -> SafeString:
        drawn.append(values["middle"])
        source = "<b>{{ left }}</b>{{ middle }}<i>{{ right }}</i>"
        return SafeString(engines["jinja2"].from_string(source).render(values))

    monkeypatch.setattr("chat.core.templates.render", draw)
    for left in ("<1>", "<2>", "<1>"):
        for middle in (SafeString("<p>one</p>"), SafeString("<p>two</p>")):
            values = {"left": left, "middle": middle, "right": "&"}
            shown = render_around("of this test", "middle", values)
            assert shown == draw("", **values)
    assert len([middle for middle in drawn if not middle.startswith("<p>")]) == 2
    hostile = render_around("of this test", "middle", {**values, "middle": "<script>"})
    assert "<script>" not in hostile


def weather(viewing: Viewing) -> Mapping[str, Any]:
    return {"said": f"fair & dry at {viewing.match.name}", "seat": viewing.number}


@pytest.fixture
def _weather_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a fragment to every match page: one template, one function, one line."""
    env = _environment()  # not Django's, which is recreated after a test sets DEBUG
    template = {"games/parts/weather.jinja": "<p>{{ said }}</p>"}
    assert env.loader is not None
    monkeypatch.setattr(env, "loader", ChoiceLoader([env.loader, DictLoader(template)]))
    monkeypatch.setitem(PARTS, "weather", FramePart(weather, "Weather"))


@pytest.fixture(params=sorted(games()))
def seated(request: Any, table: Any) -> tuple[Match, Client]:
    """Open a table of each game; return it with its owner's browser."""
    least = max(2, games()[request.param].title.seats[0])
    match, people = table(*"abc"[:least], game=request.param, least=least)
    browser = client_for(people[0])
    return match, browser


@pytest.mark.usefixtures("_weather_on_every_page")
@pytest.mark.parametrize("running", [False, True])
def test_one_line_adds_a_fragment_to_every_match_page(
    seated: tuple[Match, Client], running: bool
) -> None:
    match, browser = seated
    here = f"/m/{match.public_id}/"
    if running:
        browser.post(f"{here}start/")
        match.refresh_from_db()
        assert match.status == Match.Status.RUNNING
    page = browser.get(here).content.decode()
    assert 'id="m-weather" class="frame-weather" aria-label="Weather"' in page
    assert SAID in page
    assert SAID in open_page("match", match.owner, match.public_id, {}).whole()
    script = {"HX-Request": "true", "X-Since": "0:0"}
    answers = [
        browser.post(f"{here}guide/", {"on": "1"}, headers=script),
        browser.post(f"{here}start/", headers=script),  # refused, or it starts
        browser.get(f"{here}news/"),
    ]
    for answer in answers:
        assert SAID in answer.content.decode()


def test_a_match_stopped_by_a_fault_has_a_page(seated: tuple[Match, Client]) -> None:
    match, browser = seated
    here = f"/m/{match.public_id}/"
    browser.post(f"{here}start/")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.STALLED)
    assert browser.get(here).status_code == 200
    assert browser.get(f"{here}news/").status_code == 200

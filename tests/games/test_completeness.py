"""An incomplete game is not registered, and all that it lacks is listed at once."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError

from games.checks import faults
from games.management.commands.game_check import play_through
from games.page.presentation import pages_of
from tests.example_game.entry import ExampleGame
from tests.example_game.title import ExampleTitle


class BareTitle(ExampleTitle):
    """A title without anything else."""

    slug = "bare"
    house_bot = "nobody"


class BareGame(ExampleGame):
    title = BareTitle()
    pages = ""
    scripts = ("games/bare/bare.js",)


BARE = BareGame()
# A part of each fault, in their order.
LACKS = [
    "'nobody'",
    "games.bare.page.PAGES",
    "templates/games/bare/board.jinja",
    "templates/games/bare/seat.jinja",
    "templates/games/bare/result.jinja",
    "templates/games/bare/summary.jinja",
    "static/games/bare/bare.js",
    "templates/games/bare/art/picture.svg",
    "templates/rules/bare.html",
    "static/games/bare/bare.css",
]


@pytest.fixture
def with_bare(settings: Any) -> None:
    here = "tests.games.test_completeness.BARE"
    settings.RIDOTTO_GAMES = [*settings.RIDOTTO_GAMES, here]


def checked(*arguments: str) -> str:
    told = StringIO()
    call_command("game_check", *arguments, stdout=told)
    return told.getvalue()


@pytest.mark.usefixtures("with_bare")
def test_all_missing_pieces_are_listed_together() -> None:
    found = faults()["bare"]
    assert [part in fault for part, fault in zip(LACKS, found, strict=True)] == [True] * len(LACKS)


@pytest.mark.usefixtures("with_bare")
def test_the_system_check_fails_for_an_incomplete_game() -> None:
    with pytest.raises(SystemCheckError) as stopped:
        call_command("check")
    for fault in faults()["bare"]:
        assert f"bare: (ridotto.E101) {fault}" in str(stopped.value)


@pytest.mark.usefixtures("with_bare")
def test_the_command_lists_complete_games_and_what_the_others_lack() -> None:
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("game_check", stdout=told)
    assert "blanks: complete\n" in told.getvalue()
    assert "bare:\n" + "".join(f"  {fault}\n" for fault in faults()["bare"]) in told.getvalue()
    assert checked("blanks") == "blanks: complete\n"


def test_the_command_rejects_an_unregistered_game() -> None:
    with pytest.raises(CommandError, match="is called dice"):
        checked("dice")


def test_a_failed_import_and_a_duplicate_slug_are_faults(settings: Any) -> None:
    given = settings.RIDOTTO_GAMES
    settings.RIDOTTO_GAMES = [*given, given[0], "games.none.entry.GAME"]
    found = faults()
    (duplicate,) = found["blanks"]
    assert "slug blanks" in duplicate
    assert "No module named 'games.none'" in found["games.none.entry.GAME"][0]


@pytest.mark.django_db
def test_the_check_plays_a_complete_game_and_renders_its_pages() -> None:
    assert play_through("example") == []


@pytest.mark.django_db
def test_the_check_detects_a_page_that_reads_a_missing_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def seat(snapshot: Any, seat: int | None) -> Any:
        return {"hand": snapshot.view(seat).cards_in_hand}

    monkeypatch.setitem(vars(pages_of("example")), "seat", seat)
    (fault,) = play_through("example")
    assert all(part in fault for part in ("seat", "AttributeError", "'cards_in_hand'"))

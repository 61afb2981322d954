"""The example's entry in the registry of games."""

from __future__ import annotations

from games.page.table_game import TableGame
from tests.example_game.title import EXAMPLE


class ExampleGame(TableGame):
    """Implements `registry.Game`."""

    title = EXAMPLE
    pages = "tests.example_game.page.PAGES"


GAME = ExampleGame()

"""What a game adds to the one frame: its templates, its sentences, its line of the phase."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

from games.engines.base import Event
from games.live.moment import Moment
from games.live.telling import NameTag


@dataclass(frozen=True)
class PlayerLine:
    """A player in the list beside the board. `status` is a word or two; `awaited` is marked."""

    index: int
    score: str
    status: str
    awaited: bool = False
    moved: int = 0  # how the score has changed lately


@dataclass(frozen=True)
class Guide:
    """A hint for somebody who plays this for the first time: what to do now, and why.

    `anchor`: the chapter of the rules page that says more, "" for none.
    """

    title: str
    text: str
    anchor: str = ""


class Pages(Protocol):
    """The pages of one game. Every method gets what the viewer may see, never more.

    Templates: `games/<slug>/board.html` (shared: the spectator's view), `seat.html` (one
    viewer's own), `once.html` (told once), `result.html` (the end), `summary.html` (the options, at
    the waiting table). Contexts come from the methods of the same names.
    """

    def phase(self, moment: Moment, seat: int | None) -> str:
        """One plain line: what happens now and what is expected of this viewer."""
        ...

    def players(self, moment: Moment, seat: int | None) -> list[PlayerLine]: ...

    def board(self, moment: Moment) -> Mapping[str, Any]: ...

    def board_key(self, moment: Moment) -> Hashable:
        """What of the spectator's view the board is made of: equal keys, equal boards."""
        ...

    def seat(self, moment: Moment, seat: int | None) -> Mapping[str, Any]: ...

    def seat_key(self, moment: Moment, seat: int) -> Hashable:
        """What of this seat's view its part is made of: equal keys, equal parts."""
        ...

    def once(self, moment: Moment, seat: int, event: Event) -> Mapping[str, Any]: ...

    def result(self, moment: Moment, seat: int | None) -> Mapping[str, Any]: ...

    def summary(self, moment: Moment) -> Mapping[str, Any]: ...

    def guide(self, moment: Moment, seat: int) -> Guide | None:
        """What a newcomer on this seat should know now; None: nothing new."""
        ...

    def sentence(self, event: Event, names: NameTag) -> SafeString | str:
        """The event as a sentence, "" for one that is not worth a line."""
        ...


@cache
def pages_of(game: str) -> Pages:
    """The pages of a game, by its slug: `games.pages.<slug>.PAGES`."""
    pages: Pages = import_string(f"games.pages.{game.replace('-', '_')}.PAGES")
    return pages

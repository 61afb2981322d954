"""What a game adds to the one frame: its templates, its sentences, its line of the phase."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

from games.engine.base import Event
from games.page.kit import view_key
from games.page.log import NameTag
from games.page.moments import Moment
from games.page.numbers import Numbers, no_numbers
from games.page.snapshot import MatchSnapshot
from games.registry import game_of


@dataclass(frozen=True)
class PlayerLine:
    """A player in the list beside the board. `status` is a word or two; `awaited` is marked.

    `counts`: what the score is of, for a screen reader; "" for points.
    """

    index: int
    score: str
    status: str
    awaited: bool = False
    moved: int = 0  # how the score has changed lately
    counts: str = ""


@dataclass(frozen=True)
class Guide:
    """A hint for somebody who plays this for the first time: what to do now, and why.

    `anchor`: the chapter of the rules page that says more, "" for none.
    """

    title: str
    text: str
    anchor: str = ""


@dataclass(frozen=True)
class Goal:
    """A game in three sentences, for whoever plays it for the first time.

    `terms`: words that they may not know, each with what it means.
    """

    goal: str | Promise
    turn: str | Promise  # what one does
    end: str | Promise
    terms: tuple[tuple[str | Promise, str | Promise], ...] = ()


def _board_key(snapshot: MatchSnapshot) -> Hashable:
    return view_key(snapshot, None)


def _no_hint(snapshot: MatchSnapshot, seat: int) -> None:
    return None


def _no_goal(snapshot: MatchSnapshot) -> None:
    return None


def _no_moments(snapshot: MatchSnapshot, seat: int | None) -> Sequence[Moment]:
    return ()


def _nothing(snapshot: MatchSnapshot, seat: int, event: Event) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Pages:
    """The pages of one game: functions that get what the viewer may see, never more.

    They return values; the template of the same name, `games/<slug>/<name>.jinja`, draws them. It
    is given those values by their names, and from the frame what stands after them here:

    `board`: shared by all, so it shows the spectator's view. `match_id`.
    `seat`: one viewer's own. `match_id`, `asks_twice` (before what cannot be taken back), `auto`
    (the names of the preferences that are on), `past` (in a replay, where others look on as well).
    `result`: the end, inside the panel and below the heading that every game has. `match_id`.
    `summary`: the options, at the waiting table. `match_id`, `taken` (seats).
    `once`: told once, in games that tell something so; inside `#m-once`. `since`.

    `phase`: one plain line: what happens now and what is expected of this viewer.
    `board_key`, `seat_key`: what that part is made of: equal keys, equal parts. Unless told
    otherwise all that the viewer may see; a key with less in it spares drawings.
    `moments`: what the game lives for, to be played over the board; oldest first, made of events
    that this viewer may read now (`moments.fold_public_log`), each with a `picture`.
    `guide`: what a newcomer on this seat should know now; None: nothing new.
    `goal`: what stands with it, and the words that explain themselves there.
    `numbers`: figures for the page of a match that is over; none: it has no such page.
    `sentence`: the event as a sentence, "" for one that is not worth a line.
    """

    phase: Callable[[MatchSnapshot, int | None], str]
    players: Callable[[MatchSnapshot, int | None], list[PlayerLine]]
    board: Callable[[MatchSnapshot], Mapping[str, Any]]
    board_key: Callable[[MatchSnapshot], Hashable] = _board_key
    seat: Callable[[MatchSnapshot, int | None], Mapping[str, Any]]
    seat_key: Callable[[MatchSnapshot, int], Hashable] = view_key
    once: Callable[[MatchSnapshot, int, Event], Mapping[str, Any]] = _nothing
    result: Callable[[MatchSnapshot, int | None], Mapping[str, Any]]
    summary: Callable[[MatchSnapshot], Mapping[str, Any]]
    moments: Callable[[MatchSnapshot, int | None], Sequence[Moment]] = _no_moments
    guide: Callable[[MatchSnapshot, int], Guide | None] = _no_hint
    goal: Callable[[MatchSnapshot], Goal | None] = _no_goal
    numbers: Numbers = no_numbers
    sentence: Callable[[Event, NameTag], SafeString | str]


@cache
def pages_of(game: str) -> Pages:
    """The pages of a game, by its slug."""
    pages: Pages = import_string(pages_path(game, game_of(game)))
    return pages


def pages_path(slug: str, game: Any) -> str:
    """Where the pages of a game at a table stand: as it says, else `games.<slug>.page.PAGES`."""
    return game.pages or f"games.{slug.replace('-', '_')}.page.PAGES"

"""What a game hands in for its page: values of templates, highlights, numbers, helpers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString
from django.utils.text import get_text_list

from chat.core.translation import gettext as _, pgettext
from chat.live.fragments import digest_of
from games.engine import codec
from games.engine.base import Event, Outcome
from games.page.log import NameTag, name_tag
from games.page.snapshot import MatchSnapshot
from games.registry import game_of

# --- Moments: what a game lives for, played over the board as it happens (`static/js/moment.js`).
#
# A page holds the last few that its viewer may see now. It plays those that are new to it, and
# plays the last one again on request. Without script there are none: the log tells the same.


T = TypeVar("T")
KEPT = 4  # on a page: several steps of others may come at once


@dataclass(frozen=True)
class Moment:
    """`said`: the one sentence a screen reader hears; it stands below the picture too.

    `name`: stays while the moment is the same, and differs from every other of the match. Viewers
    with the same names are shown the same: what is for one seat alone has that seat in its name.
    `picture` draws HTML without ids and controls, for nothing in it is read aloud or pressed.
    `lasts`: seconds, 3 to 8.
    """

    name: str
    said: SafeString | str
    picture: Callable[[], SafeString]
    lasts: int = 5


def fold_public_log(snapshot: MatchSnapshot, begin: T, take: Callable[[T, str, Event], T]) -> T:
    """What `take` makes of all that everybody was told and may still read, oldest first.

    It gets the event and a name for it. The name counts what everybody was told in the same
    chapter: it says nothing of the rest.
    """
    match, counted, made = snapshot.match, Counter[int](), begin
    for one in snapshot.told:
        event = one.event
        if event.once or event.to is not None:
            continue
        counted[one.chapter] += 1
        if match.over or event.fades is None or match.chapter - one.chapter < event.fades:
            made = take(made, f"{one.chapter}-{counted[one.chapter]}", event)
    return made


# --- What the page of any game is made with: names of players, keys of parts. ---


@dataclass(frozen=True)
class Who:
    """A player as a page names them. `me`: the viewer. `hue`: None for nobody in particular."""

    seat: int
    name: str
    hue: int | None
    me: bool = False
    bot: bool = False

    @property
    def initial(self) -> str:
        """The letter in the mark of the seat."""
        return self.name[:1].upper()

    @property
    def called(self) -> str:
        """As in the middle of a sentence: "you" for the viewer."""
        return pgettext("a name", "you") if self.me else self.name

    @property
    def tag(self) -> SafeString:
        """What they are called, in their colour."""
        return name_tag(self.called, self.hue)


def who(snapshot: MatchSnapshot, index: int, viewer: int | None = None) -> Who:
    """Who sits, or sat, on this seat; "somebody" where nothing is known of it."""
    occupant = snapshot.occupant(index)
    if occupant is None:
        return Who(index, _("somebody"), None)
    return Who(index, occupant.name, occupant.hue, index == viewer, occupant.bot)


def winners_line(snapshot: MatchSnapshot, outcome: Outcome | None, viewer: int | None) -> str:
    """Who has won, told to this viewer: "You won." """
    if outcome is None or outcome.reason == "aborted":
        return _("The match was broken off.")
    winners = [who(snapshot, one.seat, viewer) for one in outcome.standings if one.winner]
    if not winners:
        return _("Nobody won.")
    names = [one.name for one in winners if not one.me]
    if len(names) < len(winners):
        if not names:
            return _("You won.")
        names.insert(0, _("You"))
    said = {"names": get_text_list(names, _("and"))}
    return (_("%(names)s won together.") if names[1:] else _("%(names)s won.")) % said


def key_of(*values: object) -> str:
    """Equal for equal values of the engine; short, since every open page keeps some."""
    return digest_of(codec.encode(values))


def view_key(snapshot: MatchSnapshot, seat: int | None) -> str:
    """A key of all that this viewer may see: equal keys, equal parts."""
    return key_of(snapshot.view(seat))


# --- Numbers after the end: what a game hands in, and the page hands on, for a match that is
# over.
#
# A game gives figures, each a picture (`charts`) and the same as a table: a game at a table
# through `Pages.numbers`, of what its title counts (`TableTitle.numbers`). They show what the end
# has opened, and no more.


Cell = str | int | Who


@dataclass(frozen=True)
class Row:
    """A line of the table: as many cells as there are heads. `who`: whom it is of.

    A player in a cell is shown by mark and name.
    """

    cells: tuple[Cell, ...]
    who: Who | None = None


@dataclass(frozen=True)
class Figure:
    """A picture and its table. `name`: of its part of the page; `text`: what it tells.

    `heads`: words, and players where a column is theirs. `words`: how many of the first columns
    hold words. `note`: what one should know of it.
    """

    name: str
    title: str
    text: str
    picture: SafeString
    heads: tuple[str | Who, ...]
    rows: tuple[Row, ...]
    words: int = 1
    note: str = ""

    @property
    def folds(self) -> bool:
        """Whether a row stands in lines where there is no room: else its columns are narrow."""
        return len(self.heads) > 5 and all(isinstance(head, str) for head in self.heads)


Numbers = Callable[[MatchSnapshot, Any, int | None], Sequence[Figure]]
"""Of a match that is over, what its title counts, and the viewer's seat."""


def no_numbers(snapshot: MatchSnapshot, counted: Any, seat: int | None) -> Sequence[Figure]:
    """Of a game that hands in none."""
    return ()


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
    that this viewer may read now (`fold_public_log`), each with a `picture`.
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

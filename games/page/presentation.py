"""The contributions of a game to its page: values, highlights and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar
from zlib import crc32

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

# --- Highlights
#
# Animations over the board (`static/js/moment.js`). A page holds the last few that its viewer may
# see now. It plays those that are new to it, and repeats the last one on request. Without script
# there are none: the log has the same facts.


T = TypeVar("T")
KEPT = 4  # highlights on a page: one update may bring several actions of other players


@dataclass(frozen=True)
class Moment:
    """A highlight: an animation with one sentence.

    Viewers with the same names of highlights are shown the same picture, so the name of one that is
    meant for a single seat must contain that seat.
    """

    name: str  # stable, and unique in its match
    said: SafeString | str  # the sentence for screen readers, shown below the picture too
    # Renders HTML without ids and controls: nothing in it is read aloud or can be pressed.
    picture: Callable[[], SafeString]
    lasts: int = 5  # seconds, 3 to 8


def fold_public_log(snapshot: MatchSnapshot, begin: T, take: Callable[[T, str, Event], T]) -> T:
    """Fold `take` over the public events that may still be read, oldest first.

    `take` gets the value so far (`begin` at first), a name for the event, and the event. The name
    counts public events within the chapter, so it reveals nothing about private ones.
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


# --- Names of players and keys of fragments


@dataclass(frozen=True)
class Who:
    """A player as a page names them."""

    seat: int
    name: str
    hue: int | None  # None if nothing is known of the seat
    me: bool = False  # the viewer
    bot: bool = False

    @property
    def initial(self) -> str:
        """The letter in the seat's mark."""
        return self.name[:1].upper()

    @property
    def called(self) -> str:
        """The name for the middle of a sentence: "you" for the viewer."""
        return pgettext("a name", "you") if self.me else self.name

    @property
    def tag(self) -> SafeString:
        """The name for the middle of a sentence in the seat's colour."""
        return name_tag(self.called, self.hue)

    @property
    def subject(self) -> SafeString:
        """The name for the beginning of a sentence in the seat's colour."""
        return name_tag(_("You") if self.me else self.name, self.hue)


def who(snapshot: MatchSnapshot, index: int, viewer: int | None = None) -> Who:
    """Return the player on this seat, present or past, or "somebody" if unknown."""
    occupant = snapshot.occupant(index)
    if occupant is None:
        return Who(index, _("somebody"), None)
    return Who(index, occupant.name, occupant.hue, index == viewer, occupant.bot)


def winners_line(snapshot: MatchSnapshot, outcome: Outcome | None, viewer: int | None) -> str:
    """Describe the winners in a sentence, with "You" for the viewer."""
    if outcome is None or outcome.reason == "aborted":
        return _("The match was aborted.")
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
    """Return a short key that is equal for equal values of the engine."""
    return digest_of(codec.encode(values))  # a digest, since every open page holds some keys


def view_key(snapshot: MatchSnapshot, seat: int | None) -> str:
    """Return a key of everything this viewer may see: equal keys, equal fragments."""
    return key_of(snapshot.view(seat))


# --- Statistics of a finished match
#
# A game provides figures, each a picture (`charts`) with the same numbers as a table. A game at a
# table does so through `Pages.numbers`, from what its title counts (`TableTitle.numbers`). Figures
# may only show what the end of the match has opened.


Cell = str | int | Who


@dataclass(frozen=True)
class Row:
    """A row of a figure's table. Players in cells are shown by mark and name."""

    cells: tuple[Cell, ...]  # one for each head
    who: Who | None = None  # the player whose row it is


@dataclass(frozen=True)
class Figure:
    """A picture and its table."""

    name: str  # of its fragment
    title: str
    text: str  # the picture in words
    picture: SafeString
    heads: tuple[str | Who, ...]  # a player where the column is theirs
    rows: tuple[Row, ...]
    words: int = 1  # the number of leading columns that hold text
    note: str = ""  # a caveat for the reader

    @property
    def folds(self) -> bool:
        """True if rows fold into lines on narrow screens; else the columns are narrow."""
        return len(self.heads) > 5 and all(isinstance(head, str) for head in self.heads)


Numbers = Callable[[MatchSnapshot, Any, int | None], Sequence[Figure]]
"""Takes a finished match, what its title counts, and the viewer's seat."""


def no_numbers(snapshot: MatchSnapshot, counted: Any, seat: int | None) -> Sequence[Figure]:
    """Return no figures. The default of `Pages.numbers`."""
    return ()


@dataclass(frozen=True)
class PlayerLine:
    """A player in the list beside the board."""

    index: int
    score: str
    status: str  # a word or two
    awaited: bool = False  # the match waits for them, so the row is marked
    moved: int = 0  # the latest change of the score
    counts: str = ""  # the unit of the score for screen readers, "" for points


@dataclass(frozen=True)
class Guide:
    """A hint for a newcomer: what to do now, and why. Or a step of a lesson."""

    title: str
    text: str  # two lines on a phone
    anchor: str = ""  # the chapter of the rules page that says more
    more: str = ""  # what can wait until it is asked for
    step: int = 0  # of the lesson, from 1; 0 for a hint
    steps: int = 0  # in the lesson
    over: bool = False  # the lesson ends here

    @property
    def key(self) -> str:
        """A name by which a browser remembers that the hint was read."""
        return f"{crc32(self.title.encode()):x}"


@dataclass(frozen=True)
class Goal:
    """The game in three sentences for a newcomer."""

    goal: str | Promise
    turn: str | Promise  # what players do
    end: str | Promise
    terms: tuple[tuple[str | Promise, str | Promise], ...] = ()  # pairs of a term and its meaning


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

    `board`, `seat`, `result`, `summary` and `once` return the values for the template of the same
    name, `games/<slug>/<name>.jinja`. The frame adds more values, which the comments below name.
    """

    # One line: what happens now and what is expected of this viewer.
    phase: Callable[[MatchSnapshot, int | None], str]
    players: Callable[[MatchSnapshot, int | None], list[PlayerLine]]
    # The board shows the spectator's view, since all viewers share it. Added: `match_id`.
    board: Callable[[MatchSnapshot], Mapping[str, Any]]
    # The keys of board and seat: equal keys mean equal fragments. They default to all that the
    # viewer may see; a key with less in it saves renderings.
    board_key: Callable[[MatchSnapshot], Hashable] = _board_key
    # The viewer's own seat. Added: `match_id`, `asks_twice` (confirm what cannot be undone), `auto`
    # (the names of the preferences that are on), `past` (in a replay, which others watch too).
    seat: Callable[[MatchSnapshot, int | None], Mapping[str, Any]]
    seat_key: Callable[[MatchSnapshot, int], Hashable] = view_key
    # A one-time message for games that have them, inside `#m-once`. Added: `since`.
    once: Callable[[MatchSnapshot, int, Event], Mapping[str, Any]] = _nothing
    # The end, inside the panel below the heading that every game has. Added: `match_id`.
    result: Callable[[MatchSnapshot, int | None], Mapping[str, Any]]
    # The options, at the waiting table. Added: `match_id`, `taken` (the number of seats).
    summary: Callable[[MatchSnapshot], Mapping[str, Any]]
    # The highlights, oldest first, from events that the viewer may read now (`fold_public_log`).
    moments: Callable[[MatchSnapshot, int | None], Sequence[Moment]] = _no_moments
    # What a newcomer on this seat should know now; None if there is nothing new.
    guide: Callable[[MatchSnapshot, int], Guide | None] = _no_hint
    # The same in a lesson, where it depends on nothing but the view.
    lesson: Callable[[MatchSnapshot, int], Guide | None] = _no_hint
    # Shown with the guide, with the terms that explain themselves there.
    goal: Callable[[MatchSnapshot], Goal | None] = _no_goal
    # Figures for a finished match. A game without them has no such page.
    numbers: Numbers = no_numbers
    # The event as a sentence, "" if it is not worth a line in the log.
    sentence: Callable[[Event, NameTag], SafeString | str]


@cache
def pages_of(game: str) -> Pages:
    """Return the pages of a game by its slug."""
    pages: Pages = import_string(pages_path(game, game_of(game)))
    return pages


def pages_path(slug: str, game: Any) -> str:
    """Return the dotted path of a game's pages, `games.<slug>.page.PAGES` by default."""
    return game.pages or f"games.{slug.replace('-', '_')}.page.PAGES"

"""The titles of the house: dotted paths in the settings, so that no import arrow turns round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

from games.engine.base import Bot, TableTitle, Title

if TYPE_CHECKING:
    from games.models import Match

CROWD = 100
PartHook = Callable[[Any], SafeString | None]


class Game(Protocol):
    """A title with what the house needs of it beyond the rules. `page.table_game.TableGame` has the
    half that an engine answers; a game without one (Venice) answers all of it itself.
    """

    title: Title
    # What the clock does in a match is small steps, which any worker takes (`services.scheduler`);
    # else each match has a task of its own.
    in_steps: bool
    opens_when_aborted: bool  # whether secret and record are shown after an abort too
    # Parts of the frame (`page.frame.PARTS`) that the game draws itself, by name: from a viewing
    # of its own; None where the frame draws it as for any game.
    parts: Mapping[str, PartHook]
    page_template: str  # extends "games/match.html", or is that
    scripts: Sequence[str]  # modules of the page, as static files ("games/blanks/vote.js")
    told: Sequence[str]  # options that `remarks` tells: no list says them again
    checks: Any  # the module that checks such a record alone: one file, the standard library
    frame: str  # a class of the page beside that of every match; "" for none
    sprite: str  # a template of symbols that its parts use, drawn into the page once; "" for none

    def sealed(self) -> str:
        """What follows from the secret whose seal is shown, for those who wait for the start."""
        ...

    def prepare(self, match: Any) -> Any:
        """What the start needs. Raises `Refusal` where the match cannot start, changing nothing."""
        ...

    def start(self, *, match: Any, seats: Sequence[Any], prepared: Any, at: datetime) -> None:
        """Begins the match. Its row is locked, its seats are numbered.

        `seats`: none of a game for crowds (`is_crowd`), which reads them itself.
        """
        ...

    def stop(self, *, match: Any, why: str, at: datetime) -> None:
        """Ends the match without result."""
        ...

    def run_due(self, pk: int) -> None:
        """Does what the clock has to do in this match now. Twice at once, or late, is harmless."""
        ...

    def record(self, match: Any) -> Mapping[str, Any]:
        """The record. Raises `Refusal` while there is none."""
        ...

    def record_pieces(self, match: Any) -> Iterator[str]:
        """The same for download: JSON in pieces, since it may be too large to be built."""
        ...

    def viewing(self, user: Any, public_id: str, query: Mapping[str, str]) -> Any:
        """This user at this match: a `page.viewer.Viewing`. `query`: of the page's address."""
        ...

    def replay(self, viewing: Any, seat: str | None, step: int) -> Any:
        """One step of a match that is over: a `page.replay.Replay`. `seat`: as in the address,
        None: the viewer's own. Raises `LookupError` for no such seat, `IllegalAction` or
        `ValueError` for a log that does not fit the rules.
        """
        ...

    def has_numbers(self) -> bool:
        """Whether a match that is over has a page of numbers."""
        ...

    def numbers(self, viewing: Any) -> Sequence[Any]:
        """What stands on it: `page.presentation.Figure`s, for a viewer of such a match."""
        ...

    def check_options(self, match: Any) -> None:
        """Raises `Refusal("bad_option")` or such where options and table do not go together."""
        ...

    def options_again(self, match: Any) -> dict[str, Any]:
        """The options for a rematch, without what may no longer be used."""
        ...

    def remarks(self, matches: Sequence[Any]) -> Mapping[int, str]:
        """What is to be known of these tables before one sits down, in a few words, by key."""
        ...

    def length(self, match: Any) -> str:
        """How long a match at this table takes, where `title.minutes` do not say it; else ""."""
        ...

    def waiting(self, matches: Sequence[Any], user: Any) -> Mapping[int, tuple[str, datetime]]:
        """By key, for matches of this person in which nobody takes turns: what they may do next,
        in a few words, and until when.
        """
        ...

    def bot(self, match: Any, name: str) -> Bot:
        """The policy of this name, with what bots of this match go by beside their views."""
        ...

    def option_choices(self, user: Any) -> Mapping[str, list[tuple[str, str]]]:
        """For options whose values live in the database: name -> (value, label)."""
        ...


@cache
def games() -> dict[str, Game]:
    """Every game of the house by slug, in the order of the settings."""
    loaded = [import_string(path) for path in settings.RIDOTTO_GAMES]
    return {game.title.slug: game for game in loaded}


def game_of(slug: str) -> Game:
    """Raises `KeyError` for a game the house does not have."""
    return games()[slug]


def title_of(match: Match) -> TableTitle:
    return cast(TableTitle, game_of(match.game).title)


def has_engine(match: Match) -> bool:
    """Whether an engine plays it, step by step; a game of auctions has rules of another kind."""
    return hasattr(game_of(match.game).title, "engines")


def is_crowd(match: Match) -> bool:
    """Whether this game seats so many that nothing may be asked of all its seats at once."""
    return title_of(match).seats[1] > CROWD

"""The registry of games.

The settings name games by dotted paths, which avoids import cycles between games and platform.
"""

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
    """A title with everything else that the site needs of a game.

    `page.table_game.TableGame` implements it for games with an engine; a game without one (Venice)
    implements all of it itself.
    """

    title: Title
    # True: scheduled work consists of small steps that any worker takes (`services.scheduler`).
    # False: each match has a task of its own.
    in_steps: bool
    opens_when_aborted: bool  # secret and record are public after an abort too
    # Fragments of the frame (`page.frame.PARTS`) that the game renders itself, by name. A hook
    # takes the game's viewing; it returns None to leave the fragment to the frame.
    parts: Mapping[str, PartHook]
    page_template: str  # "games/match.html", or a template that extends it
    scripts: Sequence[str]  # modules of the page, as static files ("games/blanks/vote.js")
    told: Sequence[str]  # options that `remarks` mentions, so that lists do not repeat them
    checks: Any  # the module that verifies a record alone: one file, standard library only
    frame: str  # an additional CSS class of the page, "" for none
    sprite: str  # a template of SVG symbols, rendered into the page once; "" for none

    def sealed(self) -> str:
        """Return a sentence on what follows from the sealed secret.

        It is for people who wait for the start.
        """
        ...

    def prepare(self, match: Any) -> Any:
        """Return what the start of this match needs.

        It changes nothing. Raise `Refusal` if the match cannot start.
        """
        ...

    def start(self, *, match: Any, seats: Sequence[Any], prepared: Any, at: datetime) -> None:
        """Begin the match. Its row is locked, and its seats are numbered.

        `prepared`: the result of `prepare`. `seats`: empty for a game for crowds (`is_crowd`),
        which reads them itself.
        """
        ...

    def stop(self, *, match: Any, why: str, at: datetime) -> None:
        """End the match without a result."""
        ...

    def run_due(self, pk: int) -> None:
        """Do what is due in this match now.

        Calling it twice at once, or late, is harmless.
        """
        ...

    def record(self, match: Any) -> Mapping[str, Any]:
        """Return the record. Raise `Refusal` if there is none yet."""
        ...

    def record_pieces(self, match: Any) -> Iterator[str]:
        """Yield the record for download, as pieces of JSON.

        A record may be too large for memory.
        """
        ...

    def viewing(self, user: Any, public_id: str, query: Mapping[str, str]) -> Any:
        """Return a `page.viewer.Viewing` of this match for this user.

        `query`: the query of the page's address.
        """
        ...

    def replay(self, viewing: Any, seat: str | None, step: int) -> Any:
        """Return a `page.replay.Replay` of one step of a match that is over.

        `seat`: as in the page's address, None for the viewer's own. Raise `LookupError` for a seat
        that does not exist, `IllegalAction` or `ValueError` for a log that does not fit the rules.
        """
        ...

    def has_numbers(self) -> bool:
        """Return True if a match that is over has a page of numbers."""
        ...

    def numbers(self, viewing: Any) -> Sequence[Any]:
        """Return the contents of that page, as `page.presentation.Figure` objects."""
        ...

    def check_options(self, match: Any) -> None:
        """Check that options and table fit together.

        Raise `Refusal`, such as `bad_option`, if they do not.
        """
        ...

    def options_again(self, match: Any) -> dict[str, Any]:
        """Return the options for a rematch, without what may no longer be used."""
        ...

    def remarks(self, matches: Sequence[Any]) -> Mapping[int, str]:
        """Return short remarks on these tables for people about to join, by key."""
        ...

    def length(self, match: Any) -> str:
        """Return how long a match at this table takes, or "" if `title.minutes` apply."""
        ...

    def waiting(self, matches: Sequence[Any], user: Any) -> Mapping[int, tuple[str, datetime]]:
        """Return by key what this user may do next in these matches, and until when.

        It is for matches in which nobody takes turns. The text is a few words.
        """
        ...

    def bot(self, match: Any, name: str) -> Bot:
        """Return the policy of this name, with the notes for bots of this match applied."""
        ...

    def option_choices(self, user: Any) -> Mapping[str, list[tuple[str, str]]]:
        """Return the choices of options that are stored in the database.

        Each choice is a pair of value and label.
        """
        ...


@cache
def games() -> dict[str, Game]:
    """Return all games of the site by slug, in the order of the settings."""
    loaded = [import_string(path) for path in settings.RIDOTTO_GAMES]
    return {game.title.slug: game for game in loaded}


def game_of(slug: str) -> Game:
    """Return the game with this slug. Raise `KeyError` if the site does not have it."""
    return games()[slug]


def title_of(match: Match) -> TableTitle:
    return cast(TableTitle, game_of(match.game).title)


def has_engine(match: Match) -> bool:
    """Return True if an engine plays this match.

    Auction games have rules of another kind.
    """
    return hasattr(game_of(match.game).title, "engines")


def is_crowd(match: Match) -> bool:
    """Return True if the game has too many seats to handle all of them at once."""
    return title_of(match).seats[1] > CROWD

"""The titles of the house: dotted paths in the settings, so that no import arrow turns round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from games.engines.base import Title


class Game(Protocol):
    """A title with what the house needs of it beyond the rules: content, options, pages.

    `form_fields`: extra form fields of its options that no type can say (which packs exist).
    """

    title: Title
    picture: str
    opens_when_aborted: bool  # whether secret and record are shown after an abort too

    def content(self, match: Any) -> Any:
        """What a starting match copies. Raises `Refusal`, e.g. `pack_unavailable`."""
        ...

    def check_options(self, match: Any) -> None:
        """Raises `Refusal("bad_option")` or such where options and table do not go together."""
        ...

    def options_again(self, match: Any) -> dict[str, Any]:
        """The options for a rematch, without what may no longer be used."""
        ...

    def check_record(self, record: Mapping[str, Any]) -> list[str]:
        """What is wrong with the moves and the result of a downloaded record."""
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

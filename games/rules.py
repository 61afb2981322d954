"""From rows to rules: the engine and the state of a match."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from games.engine import codec
from games.engine.base import Engine, TableTitle
from games.models import Match
from games.refusals import HouseCode, Refusal
from games.registry import game_of
from games.selectors.titles import title_of
from games.setups import decode_setup, setup_data


def engine_type(match: Match) -> type[Any]:
    """The rules of the version the match was started with."""
    return title_of(match).engines[match.engine_version]


def action_type_of(public_id: str) -> Any:
    """What a seat of this match may post. Raises `Refusal` before the start."""
    game, version = _version_of(public_id)
    return cast(TableTitle, game_of(game).title).engines[version].action_type


def game_slug(public_id: str) -> str:
    """The game of a match. Raises `Refusal` before the start."""
    return _version_of(public_id)[0]


@lru_cache(maxsize=2048)
def _version_of(public_id: str) -> tuple[str, int]:
    """Cached once the match has started: the version it is played by never changes."""
    rows = Match.objects.filter(public_id=public_id).values_list("game", "engine_version")
    found = rows.first()
    if found is None:
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    if not found[1]:
        raise Refusal(HouseCode.NOT_PLAYING)
    return found


def options_of(match: Match) -> Any:
    """The game's own options, typed."""
    return codec.build(match.options, title_of(match).options_type)


def engine_of(match: Match) -> Engine:
    """The engine of a started match. Cached: a setup never changes."""
    return _engine(match.public_id, match.game, match.engine_version)


@lru_cache(maxsize=512)
def _engine(public_id: str, game: str, version: int) -> Engine:
    title = cast(TableTitle, game_of(game).title)
    return cast(Engine, title.engines[version](decode_setup(setup_data(public_id), title)))


def state_of(match: Match) -> Any:
    """The state of a started match, decoded from its snapshot."""
    assert match.snapshot is not None
    return codec.decode(bytes(match.snapshot), engine_of(match).state_type)

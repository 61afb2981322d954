"""The engine, the setup and the state of a match, from its database rows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

import msgspec

from games.engine import codec
from games.engine.base import Engine, SeatSetup, Setup, TableTitle
from games.models import Match, MatchSetup
from games.refusals import HouseCode, Refusal
from games.registry import game_of, has_engine, title_of

# --- Setup of a match
#
# Long after the end, the content of a setup (such as the cards of Blanks, which are the same in
# many matches) moves to a row that these matches share.


_CONTENT = "content"


def encode_setup(setup: Setup) -> bytes:
    return codec.encode(
        {
            "seats": codec.plain(setup.seats),
            "options": codec.plain(setup.options),
            _CONTENT: codec.plain(setup.content),
        }
    )


def decode_setup(data: bytes, title: TableTitle) -> Setup:
    raw = codec.fields(data)
    return Setup(
        seats=codec.decode(raw["seats"], tuple[SeatSetup, ...]),
        options=codec.decode(raw["options"], title.options_type),
        content=_content(raw[_CONTENT], title.content_type),
    )


@lru_cache(maxsize=64)
def _content(data: bytes, kind: Any) -> Any:
    # Cached so that matches with equal content share it: it is most of an engine's memory.
    return codec.decode(data, kind)


def setup_data(public_id: str) -> bytes:
    """Return the encoded setup of this match, wherever its content is stored."""
    setups = MatchSetup.objects.filter(match__public_id=public_id)
    found: tuple[Any, Any] = setups.values_list("data", "content__data").get()
    rest, content = found
    return bytes(rest) if content is None else with_content(bytes(rest), bytes(content))


def without_content(data: bytes) -> tuple[bytes, bytes]:
    """Return an encoded setup without its content, and the content."""
    raw = codec.fields(data)
    content = raw.pop(_CONTENT)
    return _encoded(raw), content


def with_content(rest: bytes, content: bytes) -> bytes:
    return _encoded(codec.fields(rest) | {_CONTENT: content})


def _encoded(raw: Mapping[str, bytes]) -> bytes:
    return codec.encode({name: msgspec.Raw(value) for name, value in raw.items()})


def is_outdated(match: Match) -> bool:
    """Return True if the match was started with rules that the site does not have."""
    known = title_of(match).engines if has_engine(match) and match.started else None
    return known is not None and match.engine_version not in known


def engine_type(match: Match) -> type[Any]:
    """Return the engine class of the version that the match was started with.

    Raise `Refusal("outdated")` if the site does not have it.
    """
    return _engine_type(match.game, match.engine_version)


def _engine_type(game: str, version: int) -> type[Any]:
    try:
        return cast(TableTitle, game_of(game).title).engines[version]
    except KeyError:
        raise Refusal(HouseCode.OUTDATED) from None


def action_type_of(public_id: str) -> Any:
    """Return the type of the actions that seats of this match may post.

    Raise `Refusal`: `no_such_table`, `not_playing` before the start, or `outdated`.
    """
    return _engine_type(*_version_of(public_id)).action_type


def game_slug(public_id: str) -> str:
    """Return the slug of the match's game. Raise as `action_type_of` does."""
    return _version_of(public_id)[0]


@lru_cache(maxsize=2048)
def _version_of(public_id: str) -> tuple[str, int]:
    # Only started matches are cached, and their version never changes.
    rows = Match.objects.filter(public_id=public_id).values_list("game", "engine_version")
    found = rows.first()
    if found is None:
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    if not found[1]:
        raise Refusal(HouseCode.NOT_PLAYING)
    return found


def options_of(match: Match) -> Any:
    """Return the game's own options of this match, typed."""
    return codec.build(match.options, title_of(match).options_type)


def engine_of(match: Match) -> Engine:
    """Return the engine of a started match."""
    # Cached, since a setup never changes.
    return _engine(match.public_id, match.game, match.engine_version)


@lru_cache(maxsize=512)
def _engine(public_id: str, game: str, version: int) -> Engine:
    title = cast(TableTitle, game_of(game).title)
    engine: Engine = _engine_type(game, version)(decode_setup(setup_data(public_id), title))
    return engine


def state_of(match: Match) -> Any:
    """Return the state of a started match, decoded from its snapshot."""
    assert match.snapshot is not None
    return codec.decode(bytes(match.snapshot), engine_of(match).state_type)

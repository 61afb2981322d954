"""What a match was made from at its start, as the database keeps it.

Long after the end the content of a setup (the cards of Blanks, which many matches have alike)
stands in a row that all of them share.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from games.engine import codec
from games.engine.base import SeatSetup, Setup, TableTitle
from games.models import MatchSetup

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
    """Shared by all matches that are played with the same: it is most of what an engine weighs."""
    return codec.decode(data, kind)


def setup_data(public_id: str) -> bytes:
    """The setup of this match as it was encoded, wherever its content stands."""
    setups = MatchSetup.objects.filter(match__public_id=public_id)
    found: tuple[Any, Any] = setups.values_list("data", "content__data").get()
    rest, content = found
    return bytes(rest) if content is None else with_content(bytes(rest), bytes(content))


def without_content(data: bytes) -> tuple[bytes, bytes]:
    """The setup without its content, and the content."""
    raw = codec.fields(data)
    content = raw.pop(_CONTENT)
    return _encoded(raw), content


def with_content(rest: bytes, content: bytes) -> bytes:
    return _encoded(codec.fields(rest) | {_CONTENT: content})


def _encoded(raw: Mapping[str, bytes]) -> bytes:
    return codec.encode({name: msgspec.Raw(value) for name, value in raw.items()})

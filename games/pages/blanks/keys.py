"""Keys of parts: short, since every open page keeps those of what it was last sent."""

from __future__ import annotations

from chat.core.digests import digest_of
from games.engines import codec


def key_of(*values: object) -> str:
    """Equal for equal values of the engine."""
    return digest_of(codec.encode(values))

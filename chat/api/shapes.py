"""JSON values that programs send and receive, by type."""

from __future__ import annotations

from typing import Annotated, dataclass_transform

import msgspec


# Tells the type checker what every subclass inherits: frozen, with keyword-only fields.
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all types that belong to no game."""


Key = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=64,
        pattern="^[!-~]+$",
        description="A new key for each command. A command that is sent again with the same key is "
        "executed only once, and both requests are answered.",
    ),
]


KEY_HEADER = "Idempotency-Key"


class Keyed(Shape, rename={"key": KEY_HEADER}):
    """The header of every command."""

    key: Key

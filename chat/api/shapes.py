"""What programs send and are sent: values of JSON, by their types."""

from __future__ import annotations

from typing import Annotated, dataclass_transform

import msgspec


# Says for the type checker what every subclass inherits: frozen, and fields by keyword only.
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Base of those that know of no game."""


Key = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=64,
        pattern="^[!-~]+$",
        description="A name of this command that was never used before. Sent again with the same "
        "one, it is carried out once, and answered both times.",
    ),
]


class Keyed(Shape, rename={"key": "Idempotency-Key"}):
    """The header of every command."""

    key: Key

"""The one place where values become bytes and back.

msgspec learns a struct type at its first use, and a second thread that uses the half-learned type
ends the process (seen with 0.22.0). So every type is learned here first, one at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, TypeVar

import msgspec

from games.engine.base import HouseAction, IllegalAction

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_learning = Lock()


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of this type, all of whose parts are learned then."""
    known = _decoders.get(kind)
    if known is not None:
        return known
    with _learning:
        return _decoders.setdefault(kind, msgspec.json.Decoder(kind))


def _convert(raw: Any, kind: Any, *, strict: bool) -> Any:
    _decoder(kind)
    return msgspec.convert(raw, kind, strict=strict)


def encode(value: Any) -> bytes:
    """JSON bytes; equal values give equal bytes."""
    return _encoder.encode(value)


def decode(data: bytes, kind: type[T]) -> T:
    """The value back. Raises `msgspec.ValidationError` on anything else."""
    value: T = _decoder(kind).decode(data)
    return value


def fields(data: bytes) -> dict[str, bytes]:
    """The values of an encoded mapping, each still encoded."""
    return {name: bytes(raw) for name, raw in decode(data, dict[str, msgspec.Raw]).items()}


def plain(value: Any) -> Any:
    """The value as dicts, lists and scalars."""
    return msgspec.to_builtins(value)


def build(raw: Any, kind: type[T], *, strict: bool = True) -> T:
    """A value from dicts, lists and scalars. Raises `msgspec.ValidationError`."""
    value: T = _convert(raw, kind, strict=strict)
    return value


def typed(value: object, kind: type[T]) -> T:
    """As given, or built from plain data (a stored setup)."""
    return value if isinstance(value, kind) else build(value, kind)


def decode_action(raw: Mapping[str, Any], kind: Any) -> Any:
    """What a seat posted, typed. Raises `IllegalAction("malformed")`.

    `kind` is an engine's `action_type`. Not strict about numbers in text, since forms send text.
    House actions are no part of `kind`, so a posted one is malformed.
    """
    try:
        return _convert(raw, kind, strict=False)
    except msgspec.ValidationError as error:
        raise IllegalAction("malformed", str(error)) from error


def decode_house(raw: Mapping[str, Any]) -> HouseAction:
    """A house action out of the log."""
    house: HouseAction = _convert(raw, HouseAction, strict=True)
    return house

"""Encoding and decoding: the only place that turns values into bytes and back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import Any, TypeVar

import msgspec
import msgspec.inspect

from games.engine.base import HouseAction, IllegalAction

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
# msgspec builds the information on a struct type at its first use. Another thread that uses the
# half-built type crashes the process (seen with 0.22.0), so types are built one at a time.
_learning = Lock()


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the cached decoder of this type; from then on the type is safe to use."""
    known = _decoders.get(kind)
    if known is not None:
        return known
    with _learning:
        return _decoders.setdefault(kind, msgspec.json.Decoder(kind))


def _convert(raw: Any, kind: Any, *, strict: bool) -> Any:
    _decoder(kind)
    return msgspec.convert(raw, kind, strict=strict)


def encode(value: Any) -> bytes:
    """Return the value as JSON bytes; equal values give equal bytes."""
    return _encoder.encode(value)


def decode(data: bytes, kind: type[T]) -> T:
    """Return the value that these bytes encode.

    Raise `msgspec.ValidationError` if they encode anything but a `kind`.
    """
    value: T = _decoder(kind).decode(data)
    return value


def fields(data: bytes) -> dict[str, bytes]:
    """Return the values of an encoded mapping, each still encoded."""
    return {name: bytes(raw) for name, raw in decode(data, dict[str, msgspec.Raw]).items()}


@cache  # every row of a list needs those of its options
def struct_fields(kind: type) -> tuple[msgspec.inspect.Field, ...]:
    """Return the fields of a struct type with their types, defaults, bounds and titles."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return info.fields


def plain(value: Any) -> Any:
    """Return the value as dicts, lists and scalars."""
    return msgspec.to_builtins(value)


def build(raw: Any, kind: type[T], *, strict: bool = True) -> T:
    """Return a value of type `kind`, made from dicts, lists and scalars.

    Raise `msgspec.ValidationError` if they do not fit.
    """
    value: T = _convert(raw, kind, strict=strict)
    return value


def typed(value: object, kind: type[T]) -> T:
    """Return the value itself, or build it if it is plain data (a stored setup).

    Raise `msgspec.ValidationError` if the data does not fit.
    """
    return value if isinstance(value, kind) else build(value, kind)


def decode_action(raw: Mapping[str, Any], kind: Any) -> Any:
    """Return the typed action that a seat posted.

    `kind` is an engine's `action_type`. Raise `IllegalAction("malformed")` if it does not fit;
    house actions are not part of `kind`, so a posted one does not.
    """
    try:
        # Not strict: forms send numbers as text.
        return _convert(raw, kind, strict=False)
    except msgspec.ValidationError as error:
        raise IllegalAction("malformed", str(error)) from error


def decode_house(raw: Mapping[str, Any]) -> HouseAction:
    """Return the typed house action of a log entry."""
    house: HouseAction = _convert(raw, HouseAction, strict=True)
    return house

"""The one place where values become bytes and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from games.engines.base import HouseAction, IllegalAction

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """JSON bytes; equal values give equal bytes."""
    return _encoder.encode(value)


def decode(data: bytes, kind: type[T]) -> T:
    """The value back. Raises `msgspec.ValidationError` on anything else."""
    return msgspec.json.decode(data, type=kind)


def fields(data: bytes) -> dict[str, bytes]:
    """The values of an encoded mapping, each still encoded."""
    return {name: bytes(raw) for name, raw in decode(data, dict[str, msgspec.Raw]).items()}


def plain(value: Any) -> Any:
    """The value as dicts, lists and scalars."""
    return msgspec.to_builtins(value)


def build(raw: Any, kind: type[T], *, strict: bool = True) -> T:
    """A value from dicts, lists and scalars. Raises `msgspec.ValidationError`."""
    return msgspec.convert(raw, kind, strict=strict)


def typed(value: object, kind: type[T]) -> T:
    """As given, or built from plain data (a stored setup)."""
    return value if isinstance(value, kind) else build(value, kind)


def decode_action(raw: Mapping[str, Any], kind: Any) -> Any:
    """What a seat posted, typed. Raises `IllegalAction("malformed")`.

    `kind` is an engine's `action_type`. Not strict about numbers in text, since forms send text.
    House actions are no part of `kind`, so a posted one is malformed.
    """
    try:
        return msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError as error:
        raise IllegalAction("malformed", str(error)) from error


def decode_house(raw: Mapping[str, Any]) -> HouseAction:
    """A house action out of the log."""
    house: HouseAction = msgspec.convert(raw, HouseAction)
    return house

"""What is the same for all pages drawn together is found out once.

When news come, a process draws all its pages that heard them in one round. The round begins after
the commit that made the news, so what is read in it is new enough for each of its pages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
_found: ContextVar[dict[Hashable, Any] | None] = ContextVar("found", default=None)


@contextmanager
def one_round() -> Iterator[None]:
    """Within it, `once_a_round` asks once."""
    token = _found.set({})
    try:
        yield
    finally:
        _found.reset(token)


def found_out(key: Hashable, value: object) -> None:
    """Within a round: `once_a_round` need not ask for this any more."""
    found = _found.get()
    if found is not None:
        found[key] = value


def once_a_round(key: Hashable, load: Callable[[], T]) -> T:
    """What `load` returns; within one round it is called once for a key."""
    found = _found.get()
    if found is None:
        return load()
    if key not in found:
        found[key] = load()
    value: T = found[key]
    return value

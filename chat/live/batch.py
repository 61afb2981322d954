"""What is the same for all pages drawn together is found out once.

When news come, a process draws all its pages that heard them in one round. The round begins after
the commit that made the news, so what is read in it is new enough for each of its pages.

What belongs to one viewer may be read for all viewers of a round together: whoever will be drawn
says beforehand whose eyes these are (`expect`), and each is handed what stands under his own key
and nothing else (`loaded_in_batch`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@dataclass
class _Batch:
    """What was found out so far, and by group who is drawn in it."""

    found: dict[Hashable, Any] = field(default_factory=dict)
    expected: defaultdict[Hashable, dict[Any, None]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    shares: defaultdict[Hashable, dict[Any, Any]] = field(default_factory=lambda: defaultdict(dict))


_batch: ContextVar[_Batch | None] = ContextVar("round", default=None)


@contextmanager
def one_batch() -> Iterator[None]:
    """Within it, `memoized_in_batch` asks once."""
    token = _batch.set(_Batch())
    try:
        yield
    finally:
        _batch.reset(token)


def memoized_in_batch(key: Hashable, load: Callable[[], T]) -> T:
    """What `load` returns; within one round it is called once for a key."""
    present = _batch.get()
    if present is None:
        return load()
    if key not in present.found:
        present.found[key] = load()
    value: T = present.found[key]
    return value


def expect(group: Hashable, who: Hashable) -> None:
    """Within a round: one of this group will be drawn in it, and ask for what is his."""
    present = _batch.get()
    if present is not None:
        present.expected[group][who] = None


def loaded_in_batch(
    name: Hashable, group: Hashable, who: K, load: Callable[[Sequence[K]], Mapping[K, T]]
) -> T | None:
    """What `load` finds for `who`; None where it finds nothing.

    Within a round it is called once for all of the group who are expected.
    """
    present = _batch.get()
    if present is None:
        return load([who]).get(who)
    shares = present.shares[name, group]
    if who not in shares:
        asked = list(dict.fromkeys([who, *present.expected[group]]))
        found = load(asked)
        shares.update((one, found.get(one)) for one in asked)
    share: T | None = shares[who]
    return share

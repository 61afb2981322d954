"""What is the same for all pages drawn together is found out once.

When news come, a process draws all its pages that heard them in one round. The round begins after
the commit that made the news, so what is read in it is new enough for each of its pages.

What belongs to one viewer may be read for all viewers of a round together: whoever will be drawn
says beforehand whose eyes these are (`expect`), and each is handed what stands under his own key
and nothing else (`own_share`).
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
class _Round:
    """What was found out so far, and by group who is drawn in it."""

    found: dict[Hashable, Any] = field(default_factory=dict)
    expected: defaultdict[Hashable, dict[Any, None]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    shares: defaultdict[Hashable, dict[Any, Any]] = field(default_factory=lambda: defaultdict(dict))


_round: ContextVar[_Round | None] = ContextVar("round", default=None)


@contextmanager
def one_round() -> Iterator[None]:
    """Within it, `once_a_round` asks once."""
    token = _round.set(_Round())
    try:
        yield
    finally:
        _round.reset(token)


def once_a_round(key: Hashable, load: Callable[[], T]) -> T:
    """What `load` returns; within one round it is called once for a key."""
    present = _round.get()
    if present is None:
        return load()
    if key not in present.found:
        present.found[key] = load()
    value: T = present.found[key]
    return value


def expect(group: Hashable, who: Hashable) -> None:
    """Within a round: one of this group will be drawn in it, and ask for what is his."""
    present = _round.get()
    if present is not None:
        present.expected[group][who] = None


def own_share(
    name: Hashable, group: Hashable, who: K, load: Callable[[Sequence[K]], Mapping[K, T]]
) -> T | None:
    """What `load` finds for `who`; None where it finds nothing.

    Within a round it is called once for all of the group who are expected.
    """
    present = _round.get()
    if present is None:
        return load([who]).get(who)
    shares = present.shares[name, group]
    if who not in shares:
        asked = list(dict.fromkeys([who, *present.expected[group]]))
        found = load(asked)
        shares.update((one, found.get(one)) for one in asked)
    share: T | None = shares[who]
    return share

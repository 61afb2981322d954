"""Pages that are rendered together share what they read.

When news arrive, a process renders all its pages that follow them in one batch. The batch starts
after the commit that made the news, so what is read in it is fresh enough for each of its pages.

Rows that belong to one viewer can be read for all viewers of a batch in one query: each page says
beforehand who will look (`join_batch`), and gets the rows under its own viewer's key and no
others (`loaded_in_batch`).
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
    """What has been loaded so far, and by group whose pages are in the batch."""

    found: dict[Hashable, Any] = field(default_factory=dict)
    members: defaultdict[Hashable, dict[Any, None]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    shares: defaultdict[Hashable, dict[Any, Any]] = field(default_factory=lambda: defaultdict(dict))


_batch: ContextVar[_Batch | None] = ContextVar("batch", default=None)


@contextmanager
def one_batch(known: Mapping[Hashable, Any] | None = None) -> Iterator[None]:
    """Within it, `memoized_in_batch` loads once, and nothing that is `known`."""
    token = _batch.set(_Batch(found=dict(known or {})))
    try:
        yield
    finally:
        _batch.reset(token)


def memoized_in_batch(key: Hashable, load: Callable[[], T]) -> T:
    """What `load` returns; within one batch it is called once a key."""
    present = _batch.get()
    if present is None:
        return load()
    if key not in present.found:
        present.found[key] = load()
    value: T = present.found[key]
    return value


def join_batch(group: Hashable, who: Hashable) -> None:
    """Within a batch: a page of this member of the group will ask for what is theirs."""
    present = _batch.get()
    if present is not None:
        present.members[group][who] = None


def loaded_in_batch(
    name: Hashable, group: Hashable, who: K, load: Callable[[Sequence[K]], Mapping[K, T]]
) -> T | None:
    """What `load` finds for `who`; None where it finds nothing.

    Within a batch it is called once for all members of the group that joined it.
    """
    present = _batch.get()
    if present is None:
        return load([who]).get(who)
    shares = present.shares[name, group]
    if who not in shares:
        asked = list(dict.fromkeys([who, *present.members[group]]))
        found = load(asked)
        shares.update((one, found.get(one)) for one in asked)
    share: T | None = shares[who]
    return share

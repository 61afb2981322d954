"""Batches of pages that are rendered together and share what they read.

When updates arrive, a process renders all pages that follow them in one batch. The batch starts
after the commit of the update, so what it reads is recent enough for each of its pages.

Rows that belong to one viewer can be read for all viewers of a batch in one query: each page
registers its viewer beforehand (`join_batch`) and is given only the rows under that viewer's key
(`loaded_in_batch`).
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import close_old_connections
from django.utils import translation

from chat.core.translation import rendering_in
from chat.live.fragments import Denied, Page

log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@dataclass
class _Batch:
    """The values loaded in a batch so far, and its viewers."""

    found: dict[Hashable, Any] = field(default_factory=dict)
    # By group, the members whose pages are in the batch. A dict serves as an ordered set.
    members: defaultdict[Hashable, dict[Any, None]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    # By loader and group, what was loaded for each member.
    shares: defaultdict[Hashable, dict[Any, Any]] = field(default_factory=lambda: defaultdict(dict))


_batch: ContextVar[_Batch | None] = ContextVar("batch", default=None)


@contextmanager
def one_batch(known: Mapping[Hashable, Any] | None = None) -> Iterator[None]:
    """Open a batch in which `memoized_in_batch` loads each value at most once.

    `known`: values by key which need not be loaded at all.
    """
    token = _batch.set(_Batch(found=dict(known or {})))
    try:
        yield
    finally:
        _batch.reset(token)


def memoized_in_batch(key: Hashable, load: Callable[[], T]) -> T:
    """Return what `load` returns, calling it at most once per key within a batch."""
    present = _batch.get()
    if present is None:
        return load()
    if key not in present.found:
        present.found[key] = load()
    value: T = present.found[key]
    return value


def join_batch(group: Hashable, who: Hashable) -> None:
    """Register a group member whose page will be rendered in the current batch.

    Does nothing outside a batch.
    """
    present = _batch.get()
    if present is not None:
        present.members[group][who] = None


def loaded_in_batch(
    name: Hashable, group: Hashable, who: K, load: Callable[[Sequence[K]], Mapping[K, T]]
) -> T | None:
    """Return what `load` finds for one member, or None if it finds nothing.

    Within a batch, `load` is called once for all members of the group that joined it.
    """
    present = _batch.get()
    if present is None:
        return load([who]).get(who)
    shares = present.shares[name, group]
    if who not in shares:
        asked = list(dict.fromkeys([who, *present.members[group]]))
        found = load(asked)
        shares.update((member, found.get(member)) for member in asked)
    share: T | None = shares[who]
    return share


# --- Rendering a batch


# Rendering pages must not wait for the one thread that Channels shares among all consumers.
# Two threads: one for a crowd, one for the others. More would only wait for each other, and each
# of them holds memory.
pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="pages")

Opener = Callable[[], Page]
Rendered = str | Denied | Exception


def open_batch(openers: Sequence[Opener]) -> list[tuple[Page, str] | Exception]:
    """Open these pages and return each with its full HTML, or the error it raised."""
    close_old_connections()
    with _site_language(), one_batch():
        pages = [_attempt(opener) for opener in openers]
        for page in pages:
            if isinstance(page, Page):
                page.join_batch()
        return [_whole(page) for page in pages]


def render_batch(jobs: Sequence[tuple[Page, frozenset[str]]]) -> list[Rendered]:
    """Return what these topics changed on each of these pages."""
    with _site_language(), one_batch():
        for page, _topics in jobs:
            page.join_batch()
        return [_changes(page, topics) for page, topics in jobs]


@contextmanager
def _site_language() -> Iterator[None]:
    """Use the site's language, since many people see the result."""
    with translation.override("en"), rendering_in("en"):
        yield


def _whole(page: Page | Exception) -> tuple[Page, str] | Exception:
    if isinstance(page, Exception):
        return page
    html = _attempt(page.whole)
    return html if isinstance(html, Exception) else (page, html)


def _attempt(work: Callable[[], T]) -> T | Exception:
    try:
        return work()
    except Exception as error:
        return error


def _changes(page: Page, topics: frozenset[str]) -> Rendered:
    try:
        return page.news(topics)
    except Denied as denied:
        return denied
    except Exception as error:
        log.exception("cannot render a page")
        return error

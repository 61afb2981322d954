"""Pages that are rendered together share what they read.

When updates arrive, a process renders all its pages that follow them in one batch. The batch starts
after the commit that made the update, so what is read in it is fresh enough for each of its pages.

Rows that belong to one viewer can be read for all viewers of a batch in one query: each page names
its viewer beforehand (`join_batch`), and gets the rows under its own viewer's key and no others
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
from django.utils import timezone, translation

from chat.core.translation import drawing
from chat.live.fragments import Denied, Page

log = logging.getLogger(__name__)

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


# --- Rendering a batch. ---


# Drawing pages must not wait for the one thread that Channels shares among all consumers.
# Two: one for a crowd, one for the others; more only wait for each other, and each holds memory.
pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="pages")

Opener = Callable[[], Page]
Rendered = str | Denied | Exception


def open_batch(openers: Sequence[Opener]) -> list[tuple[Page, str] | Exception]:
    """These pages, opened, and the whole of each."""
    close_old_connections()
    with _for_anybody(), one_batch():
        pages = [_tried(opener) for opener in openers]
        for page in pages:
            if isinstance(page, Page):
                page.join_batch()
        return [_whole(page) for page in pages]


def render_batch(jobs: Sequence[tuple[Page, frozenset[str]]]) -> list[Rendered]:
    """What these topics changed on each of these pages."""
    with _for_anybody(), one_batch():
        for page, _topics in jobs:
            page.join_batch()
        return [_news(page, topics) for page, topics in jobs]


@contextmanager
def _for_anybody() -> Iterator[None]:
    """In the language and time zone of the house: what is drawn is shown to many.

    The zone is set although it is the default: to find none takes five times as long, and an action
    asks for it a dozen times.
    """
    with (
        translation.override("en"),
        timezone.override(timezone.get_default_timezone()),
        drawing("en"),
    ):
        yield


def _whole(page: Page | Exception) -> tuple[Page, str] | Exception:
    if isinstance(page, Exception):
        return page
    html = _tried(page.whole)
    return html if isinstance(html, Exception) else (page, html)


def _tried(work: Callable[[], T]) -> T | Exception:
    try:
        return work()
    except Exception as error:
        return error


def _news(page: Page, topics: frozenset[str]) -> Rendered:
    try:
        return page.news(topics)
    except Denied as denied:
        return denied
    except Exception as error:
        log.exception("cannot draw a page")
        return error

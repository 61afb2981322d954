"""Drawing pages in rounds: what they share is found out once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from django.db import close_old_connections
from django.utils import timezone, translation

from chat.core.translation import drawing
from chat.live.batch import handed_on, one_batch
from chat.live.parts import Denied, Page

log = logging.getLogger(__name__)

# Drawing pages must not wait for the one thread that Channels shares among all consumers.
# Two: one for a crowd, one for the others; more only wait for each other, and each holds memory.
pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="pages")

T = TypeVar("T")
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
    """What these topics changed on each of these pages.

    A part is drawn for all of them before the next one is: what draws it is then still in the
    caches of the processor (docs/performance.md).
    """
    with _for_anybody(), one_batch(handed_on()):
        for page, _topics in jobs:
            page.join_batch()
        return _in_step(jobs)


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


def _in_step(jobs: Sequence[tuple[Page, frozenset[str]]]) -> list[Rendered]:
    html: list[list[str]] = [[] for _ in jobs]
    failed: dict[int, Denied | Exception] = {}
    under_way = {place: page.news_by_part(topics) for place, (page, topics) in enumerate(jobs)}
    while under_way:
        for place, pieces in tuple(under_way.items()):
            try:
                html[place].append(next(pieces))
            except StopIteration:
                del under_way[place]
            except Exception as error:
                if not isinstance(error, Denied):
                    log.exception("cannot draw a page")
                failed[place] = error
                del under_way[place]
    return [failed.get(place) or "".join(drawn) for place, drawn in enumerate(html)]

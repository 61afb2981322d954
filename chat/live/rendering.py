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
from chat.live.batch import one_batch
from chat.live.fragments import Denied, Page

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

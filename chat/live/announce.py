"""News: telling open pages that something they show may have changed.

News carry topics and nothing else: each page then reads anew what its viewer may see.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from chat.live.hub import NEWS, Message, local_hub

log = logging.getLogger(__name__)
_thread = threading.local()


def announce(*topics: str) -> None:
    """After the commit of the open transaction, tells every page that follows these topics.

    Topics are letters, digits, dots and hyphens, under 90 characters. Nothing is sent if the
    transaction is rolled back. News that cannot be delivered are lost, the change is not.
    """
    if topics:
        transaction.on_commit(lambda: _publish_topics(list(dict.fromkeys(topics))), robust=True)


def _publish_topics(topics: list[str]) -> None:
    send({"type": "news", "topics": topics})


def send(message: Message) -> None:
    """Sends to every process's hub, from a thread; within `batched_announcements`, at its end."""
    kept: list[Message] | None = getattr(_thread, "kept", None)
    if kept is None:
        _publish(message)
    else:
        kept.append(message)


@contextmanager
def batched_announcements() -> Iterator[None]:
    """Announcements made by this thread within are sent at the end, all topics at once.

    The thread then renders what they change on this process's pages. News that cannot be sent are
    logged and lost, as after any commit.
    """
    kept: list[Message] = []
    _thread.kept = kept
    try:
        yield
    finally:
        _thread.kept = None
        try:
            _publish_all(kept)
        except Exception:
            log.exception("not told: %s", kept)


def _publish_all(messages: Sequence[Message]) -> None:
    topics = dict.fromkeys(topic for message in messages for topic in message.get("topics", ()))
    for message in messages:
        if message["type"] != "news":
            _publish(message)
    if topics:
        _publish({"type": "news", "topics": list(topics)}, inline=True)


def _publish(message: Message, *, inline: bool = False) -> None:
    """To this process's own hub directly, to others over the channel layer.

    Where no page was opened yet (in a worker: ever) a loop is made for it, which costs some
    milliseconds. A process that is ending can do neither.
    """
    hub = local_hub()
    if hub is not None:
        if not settings.EMBEDDED:  # otherwise there are no others
            hub.begin_soon(_publish_to_others, {**message, "by": hub.name})
        hub.receive(message, inline=inline)
        return
    try:
        async_to_sync(get_channel_layer().group_send)(NEWS, message)
    except RuntimeError as error:
        if "shutdown" not in str(error):
            raise
        log.warning("not told, since this process ends: %s", message)


async def _publish_to_others(message: Any) -> None:
    try:
        await get_channel_layer().group_send(NEWS, message)
    except Exception as error:
        log.warning("not told (%s): %s", type(error).__name__, message)

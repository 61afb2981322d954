"""Updates: open pages are told that something they show may have changed.

Updates carry topics and the time of the commit, and nothing else: each page then reads anew what
its viewer may see.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from chat.live.channel_listener import EVERYBODY, Message, subject_of
from chat.live.hub import local_hub

log = logging.getLogger(__name__)
_thread = threading.local()

AGAIN_SECONDS = (0.1, 0.5, 2, 0)  # pauses after each try to tell other processes
SUBJECTS = 16  # news of more go to every process at once, instead of to those who follow each


def announce(*topics: str) -> None:
    """After the commit of the open transaction, tells every page that follows these topics.

    Topics are letters, digits, dots and hyphens, under 90 characters, or two of them put together
    by `elsewhere`. Nothing is sent if the transaction is rolled back. News that cannot be delivered
    are lost, the change is not.
    """
    if topics:
        transaction.on_commit(lambda: _publish_topics(list(dict.fromkeys(topics))), robust=True)


def _publish_topics(topics: list[str]) -> None:
    send({"type": "news", "topics": topics, "at": time.time()})


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
        committed = [message["at"] for message in messages if "at" in message]
        at = {"at": min(committed)} if committed else {}
        _publish({"type": "news", "topics": list(topics), **at}, inline=True)


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
        async_to_sync(_send_to_groups)(message)
    except RuntimeError as error:
        if "shutdown" not in str(error):
            raise
        log.warning("not told, since this process ends: %s", message)


async def _publish_to_others(message: Message) -> None:
    """Again after a pause where it fails: of a line that only this process lost no other knows."""
    left = _by_group(message)
    for pause in AGAIN_SECONDS:
        failed = await _send(left)
        if not failed:
            return
        left = {group: left[group] for group in failed}
        await asyncio.sleep(pause)
    log.warning("not told (%s): %s", type(next(iter(failed.values()))).__name__, message)


async def _send_to_groups(message: Message) -> None:
    """Raises the first error; those whose line holds are told."""
    for error in (await _send(_by_group(message))).values():
        raise error


def _by_group(message: Message) -> dict[str, Message]:
    """Return what each group of processes is sent: the topics of the subject that it follows."""
    topics: dict[str, list[str]] = {}
    for topic in message.get("topics", ()):
        topics.setdefault(subject_of(topic), []).append(topic)
    if not 0 < len(topics) <= SUBJECTS:
        return {EVERYBODY: message}
    return {subject: {**message, "topics": some} for subject, some in topics.items()}


async def _send(messages: Mapping[str, Message]) -> dict[str, Exception]:
    """Return the error of each group that could not be told. A layer may have several servers."""
    layer = get_channel_layer()
    sending = [layer.group_send(group, message) for group, message in messages.items()]
    results = zip(messages, await asyncio.gather(*sending, return_exceptions=True), strict=True)
    return {group: result for group, result in results if isinstance(result, Exception)}


# --- Telling again what a retry finds done: its news may have been lost with its first answer.


MOST = 3  # of one command: more would be somebody who keeps the pages of others busy
_REMEMBERED = 10_000

_lock = threading.Lock()
told: OrderedDict[tuple[int, str], int] = OrderedDict()


def announce_again(*topics: str, person: int, key: str) -> None:
    """As `announce`, for the first few retries of the command with this key."""
    with _lock:
        times = told.pop((person, key), 0) + 1
        told[person, key] = times
        if len(told) > _REMEMBERED:
            told.popitem(last=False)
    if times <= MOST:
        announce(*topics)


# --- Turning people away: their open pages close at once. ---


def session_topic(session_key: str) -> str:
    """The name under which the pages of one session are turned away; tells nothing of the key."""
    return "session." + hashlib.sha256(session_key.encode()).hexdigest()[:32]


def disconnect(owner: str, *, reason: str, spare: str = "") -> None:
    """After the commit, closes every open page of this person or session and tells it why.

    `spare`: pages that are this one's as well stay open.
    """
    message = {"type": "leave", "owner": owner, "reason": reason, "spare": spare}
    transaction.on_commit(lambda: send(message), robust=True)

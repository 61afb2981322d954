"""Announcements to open pages that something they show may have changed.

An announcement carries topics and the time of the commit, and nothing else: each page then reads
what its viewer may see.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from chat.live.channel_listener import EVERYBODY, Message, subject_of
from chat.live.hub import local_hub

log = logging.getLogger(__name__)
_thread = threading.local()

AGAIN_SECONDS = (0.1, 0.5, 2, 0)  # pauses after each try to notify other processes
UNSENT = 500  # more messages are not held while they cannot be sent; then pages query by themselves
SENT_WITHIN = 0.2  # seconds that a process without open pages waits for a message to be sent
SUBJECTS = 16  # updates about more subjects go to every process instead of to their followers


def announce(*topics: str) -> None:
    """Notify every page that follows these topics, once the open transaction commits.

    A topic has fewer than 90 characters: letters, digits, dots and hyphens, or two such topics
    joined by `elsewhere`. Nothing is sent if the transaction is rolled back. If the updates
    cannot be delivered, they are lost, but the change is not.
    """
    if topics:
        transaction.on_commit(lambda: _publish_topics(list(dict.fromkeys(topics))), robust=True)


def _publish_topics(topics: list[str]) -> None:
    send({"type": "news", "topics": topics, "at": time.time()})


def send(message: Message) -> None:
    """Send a message to the hub of every process, from a thread.

    Within `batched_announcements` it is held until the block ends.
    """
    kept: list[Message] | None = getattr(_thread, "kept", None)
    if kept is None:
        _publish(message)
    else:
        kept.append(message)


@contextmanager
def batched_announcements() -> Iterator[None]:
    """Hold back this thread's announcements and send them together at the end.

    The thread then renders the changes on this process's pages. Updates that cannot be sent are
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
            log.exception("not announced: %s", kept)


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
    """Pass a message to this process's hub, and to the others over the channel layer."""
    hub = local_hub()
    if hub is not None:
        if not settings.EMBEDDED:  # otherwise there are no others
            hub.begin_soon(_publish_to_others, {**message, "by": hub.name})
        hub.receive(message, inline=inline)
        return
    # Without open pages (always so in a worker) there is no loop. Wait only if nothing else waits:
    # the clock must not stop with the layer.
    idle = not _Unsent.count
    sending = asyncio.run_coroutine_threadsafe(_publish_to_others(message), _own_loop())
    if idle:
        with suppress(TimeoutError):
            sending.result(SENT_WITHIN)


class _Own:
    """The loop, in a thread of its own, with which a process without open pages sends."""

    lock = threading.Lock()
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread | None = None


def _own_loop() -> asyncio.AbstractEventLoop:
    with _Own.lock:
        if _Own.thread is None or not _Own.thread.is_alive():  # a forked worker has none yet
            _Own.loop = asyncio.new_event_loop()
            _Own.thread = threading.Thread(
                target=_Own.loop.run_forever, name="announcements", daemon=True
            )
            _Own.thread.start()
        return _Own.loop


class _Unsent:
    count = 0


async def _publish_to_others(message: Message) -> None:
    """Send a message to the other processes, with retries after failures."""
    if _Unsent.count >= UNSENT:
        return
    _Unsent.count += 1
    try:
        await _send_with_retries(message)
    finally:
        _Unsent.count -= 1


async def _send_with_retries(message: Message) -> None:
    # If only this process lost its connection, the others do not notice that they missed something.
    left = _by_group(message)
    for pause in AGAIN_SECONDS:
        failed = await _send(left)
        if not failed:
            return
        left = {group: left[group] for group in failed}
        await asyncio.sleep(pause)
    log.warning("not announced (%s): %s", type(next(iter(failed.values()))).__name__, message)


def _by_group(message: Message) -> dict[str, Message]:
    """Return a message for each group of processes, with the topics of its subject."""
    topics: dict[str, list[str]] = {}
    for topic in message.get("topics", ()):
        topics.setdefault(subject_of(topic), []).append(topic)
    if not 0 < len(topics) <= SUBJECTS:
        return {EVERYBODY: message}
    return {subject: {**message, "topics": some} for subject, some in topics.items()}


async def _send(messages: Mapping[str, Message]) -> dict[str, Exception]:
    """Send one message to each group and return the errors of those that failed."""
    # Some groups may fail and others not: a layer may have several servers.
    layer = get_channel_layer()
    sending = [layer.group_send(group, message) for group, message in messages.items()]
    results = zip(messages, await asyncio.gather(*sending, return_exceptions=True), strict=True)
    return {group: result for group, result in results if isinstance(result, Exception)}


# --- Repeated announcements
#
# A retry that finds its command done announces it again: the first update may have been lost
# together with the first answer.


MOST = 3  # per command: a client that retries more often would keep other people's pages busy
_REMEMBERED = 10_000

_lock = threading.Lock()
told: OrderedDict[tuple[int, str], int] = OrderedDict()


def announce_again(*topics: str, person: int, key: str) -> None:
    """Call `announce` for the first few retries of the command with this key."""
    with _lock:
        times = told.pop((person, key), 0) + 1
        told[person, key] = times
        if len(told) > _REMEMBERED:
            told.popitem(last=False)
    if times <= MOST:
        announce(*topics)


# --- Disconnecting people: their open pages close at once


def session_topic(session_key: str) -> str:
    """Return the name that a session's pages are disconnected under.

    It does not reveal the session key.
    """
    return "session." + hashlib.sha256(session_key.encode()).hexdigest()[:32]


def disconnect(owner: str, *, reason: str, spare: str = "") -> None:
    """Close every open page of a person or session after the commit, giving a reason.

    `owner`: a user's or session's name, as in `Listener.owners`. Pages that also belong to `spare`
    stay open.
    """
    message = {"type": "leave", "owner": owner, "reason": reason, "spare": spare}
    transaction.on_commit(lambda: send(message), robust=True)

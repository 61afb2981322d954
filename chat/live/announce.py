"""Telling open pages that something they show may have changed.

News carry topics and nothing else: whoever hears of them builds what its viewer may see anew.
"""

import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from chat.live import hub
from chat.live.hub import NEWS

log = logging.getLogger(__name__)


def announce(*topics: str) -> None:
    """After the commit of the open transaction, tells every page that listens to these topics.

    Topics are letters, digits, dots and hyphens, under 90 characters. Nothing is told if the
    transaction is rolled back. News that cannot be delivered are lost, the change is not.
    """
    if topics:
        transaction.on_commit(lambda: _tell(list(dict.fromkeys(topics))), robust=True)


def _tell(topics: list[str]) -> None:
    send({"type": "news", "topics": topics})


def send(message: dict[str, Any]) -> None:
    """Sends to every process's hub, from a thread: over this process's own loop if it has one.

    Without one (a worker) a loop is made for it, which costs some milliseconds. A process that is
    ending can do neither.
    """
    loop = hub.home()
    if loop is not None:
        loop.call_soon_threadsafe(_begin, message)
        return
    try:
        async_to_sync(get_channel_layer().group_send)(NEWS, message)
    except RuntimeError as error:
        if "shutdown" not in str(error):
            raise
        log.warning("not told, since this process ends: %s", message)


def _begin(message: dict[str, Any]) -> None:
    """On the loop, which has other things to do than to wait for it."""
    hub.hub().begin(_sent(message))


async def _sent(message: dict[str, Any]) -> None:
    try:
        await get_channel_layer().group_send(NEWS, message)
    except Exception as error:
        log.warning("not told (%s): %s", type(error).__name__, message)

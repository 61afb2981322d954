"""Telling open pages that something they show may have changed.

News carry a topic and nothing else: whoever hears of it builds what its viewer may see anew.
"""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction


def announce(*topics: str) -> None:
    """After the commit of the open transaction, tells every page that listens to these topics.

    Topics are letters, digits, dots and hyphens, under 90 characters. Nothing is told if the
    transaction is rolled back. News that cannot be delivered are lost, the change is not.
    """
    if topics:
        transaction.on_commit(lambda: _tell(topics), robust=True)


def _tell(topics: tuple[str, ...]) -> None:
    async_to_sync(_send)(topics)


async def _send(topics: tuple[str, ...]) -> None:
    layer = get_channel_layer()
    for topic in dict.fromkeys(topics):
        await layer.group_send(topic, {"type": "news", "topic": topic})

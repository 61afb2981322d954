"""Turning people away: their open pages close at once."""

from __future__ import annotations

import hashlib

from django.db import transaction

from chat.live.announce import send


def session_topic(session_key: str) -> str:
    """What the pages of one session listen to; tells nothing of the key."""
    return "session." + hashlib.sha256(session_key.encode()).hexdigest()[:32]


def turn_away(topic: str, *, reason: str, spare: str = "") -> None:
    """After the commit, closes every open page that listens to this topic and tells it why.

    `spare`: pages that listen to that topic as well stay open.
    """
    message = {"type": "leave", "reason": reason, "spare": spare}
    transaction.on_commit(lambda: send(topic, message), robust=True)

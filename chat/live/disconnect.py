"""Turning people away: their open pages close at once."""

from __future__ import annotations

import hashlib

from django.db import transaction

from chat.live.announce import send


def session_topic(session_key: str) -> str:
    """The name under which the pages of one session are turned away; tells nothing of the key."""
    return "session." + hashlib.sha256(session_key.encode()).hexdigest()[:32]


def disconnect(owner: str, *, reason: str, spare: str = "") -> None:
    """After the commit, closes every open page of this person or session and tells it why.

    `spare`: pages that are this one's as well stay open.
    """
    message = {"type": "leave", "owner": owner, "reason": reason, "spare": spare}
    transaction.on_commit(lambda: send(message), robust=True)

"""What a player does: bid, change a bid, take it back, set the loan, be done (rules 3.2, 6, 9).

A command is one transaction. Its time is the database's clock, read once its locks are held; there
is no grace (rules 3.3). It touches nothing that others can read: no version, no log, no counter.
Only that somebody is done is public.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction

from auctions.services.accepting import Answer, accept_command
from auctions.services.redaction import kind_and_place
from games.engine.base import IllegalAction
from games.refusals import HouseCode, Refusal, RulesRefusal
from games.services.failures import is_of_machine
from games.services.locks import clean_key, in_turn
from games.services.play import ACTIONS, counting_refusals

log = logging.getLogger(__name__)

PATIENCE = 10  # seconds: who must wait longer for a lock is told to come again


def act(*, user: Any, public_id: str, raw: Mapping[str, Any], key: str = "") -> Answer:
    """Carries out what a form posted: {"do": "bid" | "withdraw" | "reprice" | "loan" | "done" |
    "undone", fields}.

    Raises `Refusal` with a code of rules 6.3 or of the house; nothing has changed then. A key that
    was accepted is answered with the receipt of that time, also after the instant.
    """
    with counting_refusals(public_id):
        answer = _tried(user, public_id, raw, key)
    ACTIONS.labels("venice", "person", "accepted").inc()
    return answer


def _tried(user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Answer:
    """The command carried out, or why it was refused."""
    key = clean_key(key)
    try:
        with in_turn(patience=PATIENCE), transaction.atomic(durable=True):
            _patient()
            return accept_command(user=user, public_id=public_id, raw=raw, key=key)
    except IllegalAction as refused:
        raise RulesRefusal(refused.code, refused.message) from None
    except Refusal:
        raise
    except Exception as error:
        if is_of_machine(error):  # a lock or the one writer of SQLite did not come free, say
            log.warning("match %s: not carried out: %s", public_id, kind_and_place(error))
            raise Refusal(HouseCode.BUSY) from None
        log.error("match %s: a command failed: %s", public_id, kind_and_place(error))
        raise Refusal(HouseCode.FAULT) from None


def _patient() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")

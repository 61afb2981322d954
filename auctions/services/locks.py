"""The locks of a week, always taken in one order, and safe logging near bids.

Commands share the locks of the match and the auction with each other; a resolution has the auction
for itself. So a command that was reported as accepted is committed before the resolution reads the
bids (rules 3.3 and 17). SQLite has a single writer and needs none of this.
"""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Literal, TypeVar

from django.db import connection, models
from django.db.models import QuerySet

from auctions.models import Account, Auction
from auctions.selectors.week_setup import unresolved_auctions
from games.models import Match

M = TypeVar("M", bound=models.Model)
_COMMAND = ("pk", "public_id", "game", "status", "started_at", "access")


def share(rows: QuerySet[M], strength: Literal["SHARE", "KEY SHARE"]) -> M | None:
    """Return the first of these rows under a shared lock, or None if there is none."""
    if connection.vendor != "postgresql":
        return rows.first()
    # Django's `select_for_update` cannot express shared locks.
    sql, params = rows.query.sql_with_params()
    found = rows.model._default_manager.raw(f"{sql} FOR {strength}", params)
    return next(iter(found), None)


def match_for_command(public_id: str) -> Match | None:
    """Return the match, locked so that it cannot be aborted, or None if not found."""
    return share(Match.objects.filter(public_id=public_id).only(*_COMMAND), "KEY SHARE")


def auction_for_command(pk: int) -> Auction:
    """Return the auction as it is now, locked so that it cannot be resolved."""
    held = share(Auction.objects.filter(pk=pk).order_by(), "SHARE")
    assert held is not None
    return held


def match_to_move(match: Match) -> Match:
    """Return the match as it is now, locked against the scheduler and other moves."""
    return Match.objects.select_for_update(no_key=True, of=("self",)).get(pk=match.pk)


def auctions_to_come(match: Match) -> list[Auction]:
    """Lock and return the unresolved auctions in order, after their commands ended."""
    rows = unresolved_auctions(match)
    return list(rows.select_for_update(no_key=True, of=("self",)))


def own_account(account: Account) -> Account:
    """Return the account as it is now, locked: a seat runs one command at a time."""
    return Account.objects.select_for_update(no_key=True, of=("self",)).get(pk=account.pk)


def match_for_clock(pk: int) -> Match | None:
    """Return the match, locked for the scheduler, or None if another worker has it."""
    # Commands go on meanwhile: their lock does not conflict with this one.
    rows = Match.objects.filter(pk=pk)
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(no_key=True, skip_locked=True, of=("self",))
    return rows.first()


def auction_to_resolve(auction: Auction) -> Auction:
    """Lock and return the auction, once the last command about it has ended."""
    return Auction.objects.select_for_update(no_key=True, of=("self",)).get(pk=auction.pk)


# --- Logging of errors near bids: the kind and place of an error, never its message.
#
# Databases quote the offending values in their messages, and so do many other libraries.


def kind_and_place(error: BaseException) -> str:
    """Return an error's kind and place, such as "IntegrityError at commands.py:31"."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{__package__.split('.')[0]}/" in frame.filename]
    places = own or list(frames)
    place = f" at {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return f"{type(error).__name__}{place}"

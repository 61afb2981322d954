"""The locks of a week, always taken in one order, and what may be logged near bids.

Commands share match and auction with each other; a resolution has the auction for itself. So what a
command was told to be accepted is committed before the resolution reads (rules 3.3 and 17). SQLite
has one writer at a time and needs none of it.
"""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Literal, TypeVar

from django.db import connection, models
from django.db.models import QuerySet

from auctions.models import Account, Auction
from games.models import Match

M = TypeVar("M", bound=models.Model)
_COMMAND = ("pk", "public_id", "game", "status", "started_at", "access")


def share(rows: QuerySet[M], strength: Literal["SHARE", "KEY SHARE"]) -> M | None:
    """The first of these rows, with a lock that others may share; Django has no word for it."""
    if connection.vendor != "postgresql":
        return rows.first()
    sql, params = rows.query.sql_with_params()
    found = rows.model._default_manager.raw(f"{sql} FOR {strength}", params)
    return next(iter(found), None)


def match_for_command(public_id: str) -> Match | None:
    """Cannot be aborted while it is held; resolutions and other commands go on."""
    return share(Match.objects.filter(public_id=public_id).only(*_COMMAND), "KEY SHARE")


def auction_for_command(pk: int) -> Auction:
    """As it is now; not resolved while it is held."""
    held = share(Auction.objects.filter(pk=pk).order_by(), "SHARE")
    assert held is not None
    return held


def match_to_move(match: Match) -> Match:
    """As it is now, for whoever may move its auctions: one at a time, and no clock meanwhile."""
    return Match.objects.select_for_update(no_key=True, of=("self",)).get(pk=match.pk)


def auctions_to_come(match: Match) -> list[Auction]:
    """All that are not resolved, in order, when the last command about each has ended."""
    rows = Auction.objects.filter(match=match, resolved_at=None).order_by("number")
    return list(rows.select_for_update(no_key=True, of=("self",)))


def own_account(account: Account) -> Account:
    """As it is now; one command of a seat at a time."""
    return Account.objects.select_for_update(no_key=True, of=("self",)).get(pk=account.pk)


def match_for_clock(pk: int) -> Match | None:
    """The row, if no other worker is at it; commands go on meanwhile."""
    rows = Match.objects.filter(pk=pk)
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(no_key=True, skip_locked=True, of=("self",))
    return rows.first()


def auction_to_resolve(auction: Auction) -> Auction:
    """As it is when the last command about it has ended."""
    return Auction.objects.select_for_update(no_key=True, of=("self",)).get(pk=auction.pk)


# --- What may be logged of an error where bids were near: its kind and its place, never what it
# says.
#
# A database quotes the values it did not like, and so do many other errors.


def kind_and_place(error: BaseException) -> str:
    """ "IntegrityError at own_bids.py:31": the kind and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{__package__.split('.')[0]}/" in frame.filename]
    places = own or list(frames)
    place = f" at {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return f"{type(error).__name__}{place}"

"""Typed commands of Venice players, each posting what the site's form posts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auctions.rules.bids import DoneReceipt, LoanReceipt, Receipt
from auctions.services.commands import Answer, act


def place_bid(
    *, user: Any, public_id: str, auction: int, item: str, price: int, units: int, key: str = ""
) -> Receipt:
    """Bid `price` dollars per unit, or replace the units at this price.

    Raise like `act`.
    """
    raw = {"do": "bid", "auction": auction, "item": item, "price": price, "units": units}
    return _of_lot(act(user=user, public_id=public_id, raw=raw, key=key))


def withdraw_bid(
    *, user: Any, public_id: str, auction: int, item: str, price: int | None = None, key: str = ""
) -> Receipt:
    """Withdraw the bid at one price, or all bids on the lot. Raise like `act`."""
    raw = {"do": "withdraw", "auction": auction, "item": item, "price": price}
    return _of_lot(act(user=user, public_id=public_id, raw=raw, key=key))


def reprice_bid(
    *,
    user: Any,
    public_id: str,
    auction: int,
    item: str,
    old: int,
    price: int,
    units: int,
    key: str = "",
) -> Receipt:
    """Move the bid at `old` to `price`; both steps count or neither.

    Raise like `act`.
    """
    raw = {"do": "reprice", "auction": auction, "item": item}
    raw |= {"old": old, "price": price, "units": units}
    return _of_lot(act(user=user, public_id=public_id, raw=raw, key=key))


def set_loan(*, user: Any, public_id: str, amount: int, key: str = "") -> LoanReceipt:
    """Set the loan to this many dollars in total. Raise like `act`."""
    raw = {"do": "loan", "amount": amount}
    answer = act(user=user, public_id=public_id, raw=raw, key=key)
    assert isinstance(answer, LoanReceipt)
    return answer


def say_done(
    *, user: Any, public_id: str, auction: int | None = None, key: str = ""
) -> DoneReceipt:
    """Mark an auction as done, or all that are left. Raise like `act`."""
    return _marked(user, public_id, {"do": "done", "auction": auction}, key)


def take_back_done(
    *, user: Any, public_id: str, auction: int | None = None, key: str = ""
) -> DoneReceipt:
    """Take the mark back. Raise like `act`."""
    return _marked(user, public_id, {"do": "undone", "auction": auction}, key)


def _marked(user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> DoneReceipt:
    answer = act(user=user, public_id=public_id, raw=raw, key=key)
    assert isinstance(answer, DoneReceipt)
    return answer


def _of_lot(answer: Answer) -> Receipt:
    assert isinstance(answer, Receipt)
    return answer

"""Receipts by key: the same command again is answered as it was the first time (rules 15)."""

from __future__ import annotations

from typing import Any

from auctions.models import Receipt as ReceiptRow
from auctions.rules.agreement import DoneReceipt
from auctions.rules.bids import LoanReceipt, Receipt
from games.engine import codec
from games.engine.base import Value
from games.models import AcceptedKey, Match
from games.refusals import HouseCode, Refusal

Answer = Receipt | LoanReceipt | DoneReceipt


class Kept(Value):
    """One of them."""

    lot: Receipt | None = None
    loan: LoanReceipt | None = None
    done: DoneReceipt | None = None


def kept_receipt(*, user: Any, key: str, match: Match) -> Answer | None:
    """The receipt of a command that was accepted with this key.

    Raises `Refusal("malformed")` where the key was used for something else.
    """
    if not key:
        return None
    used = AcceptedKey.objects.filter(user=user, key=key).select_related("receipt").first()
    if used is None:
        return None
    if used.match_id != match.pk or not hasattr(used, "receipt"):
        raise Refusal(HouseCode.MALFORMED)
    kept = codec.decode(bytes(used.receipt.data), Kept)
    return kept.lot or kept.loan or kept.done


def keep_receipt(*, user: Any, key: str, answer: Answer) -> None:
    """To be answered again under this key, which has just been used up."""
    if not key:
        return
    used = AcceptedKey.objects.get(user=user, key=key)
    ReceiptRow.objects.create(key=used, data=codec.encode(_kept(answer)))


def _kept(answer: Answer) -> Kept:
    match answer:
        case Receipt():
            return Kept(lot=answer)
        case LoanReceipt():
            return Kept(loan=answer)
        case DoneReceipt():
            return Kept(done=answer)

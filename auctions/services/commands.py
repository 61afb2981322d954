"""Commands of players (bids, withdrawals, loan, marks) and their receipts by key.

A command runs in one transaction. Its time is the database's clock, read once its locks are held;
there is no grace period (rules 3.3). Except for marks, which are public, it touches nothing that
others can read: no version, no log, no counter.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Sum

from auctions.models import Account, Auction, Bid, Receipt as ReceiptRow
from auctions.rules import bids as rules
from auctions.rules.bids import (
    Desk,
    DoneReceipt,
    LoanReceipt,
    OwnBid,
    OwnBids,
    Receipt,
    auctions_meant,
)
from auctions.rules.commands import (
    Command,
    PlaceBid,
    RepriceBid,
    SayDone,
    SetLoan,
    TakeBackDone,
    WithdrawBid,
    read_command,
)
from auctions.rules.schedule import AUCTIONS, OPENING
from auctions.selectors.week_setup import Frame, frame_of, unresolved_auctions
from auctions.services.agreement import hold_earlier, keep_marks
from auctions.services.locks import (
    auction_for_command,
    kind_and_place,
    match_for_command,
    match_to_move,
    own_account,
)
from chat.core.clock import now
from chat.core.machine_faults import is_of_machine
from chat.live.announce import announce, announce_again
from games import topics
from games.engine import codec
from games.engine.base import IllegalAction, Value
from games.models import AcceptedKey, Match, Seat
from games.refusals import HouseCode, Refusal, RulesRefusal
from games.services.locks import accept, clean_key, in_turn
from games.services.play import ACTIONS, counting_refusals
from games.services.table_access import is_banned

# --- Rows of a seat's own bids. The caller holds the lock of the seat's account. ---


def bids_on(lot: int, account: Account) -> OwnBids:
    """Return this seat's bids in force on a lot (by its key), highest price first."""
    rows = Bid.objects.filter(lot=lot, account=account).order_by("-price")
    return tuple(
        OwnBid(price=price, units=units, since=since)
        for price, units, since in rows.values_list("price", "units", "since")
    )


def keep_bids(*, lot: int, account: Account, before: OwnBids, after: OwnBids) -> None:
    """Save the changes from `before` to `after`."""
    prices = {bid.price for bid in after}
    gone = [bid.price for bid in before if bid.price not in prices]
    if gone:
        Bid.objects.filter(lot=lot, account=account, price__in=gone).delete()
    for bid in after:
        if bid not in before:
            Bid.objects.update_or_create(
                lot_id=lot,
                account=account,
                price=bid.price,
                defaults={"units": bid.units, "since": bid.since},
            )


def sum_of(lots: Collection[int], account: Account) -> int:
    """Return the cost in dollars of all this seat's bids on these lots together."""
    rows = Bid.objects.filter(lot__in=lots, account=account)
    return rows.aggregate(total=Sum(F("price") * F("units")))["total"] or 0


# --- Receipts by key: a repeated command gets the first answer again (rules 15). ---


Answer = Receipt | LoanReceipt | DoneReceipt


class Kept(Value):
    """A stored receipt: exactly one field is set."""

    lot: Receipt | None = None
    loan: LoanReceipt | None = None
    done: DoneReceipt | None = None


def kept_receipt(*, user: Any, key: str, match: Match) -> Answer | None:
    """Return the receipt of the command accepted with this key, or None.

    Raise `Refusal` ("malformed") if the key was used for something else.
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
    """Store the receipt under this key, which has just been accepted."""
    if not key:
        return
    used = AcceptedKey.objects.get(user=user, key=key)
    ReceiptRow.objects.create(key=used, data=codec.encode(_stored(answer)))


def _stored(answer: Answer) -> Kept:
    match answer:
        case Receipt():
            return Kept(lot=answer)
        case LoanReceipt():
            return Kept(loan=answer)
        case DoneReceipt():
            return Kept(done=answer)


# --- Steps of a command: seat, key, locks, clock, rules, rows, receipt.
#
# The caller has opened the transaction. Locks are taken in the order that `locks` describes.


__all__ = ["Answer", "accept_command"]

Sealed = PlaceBid | WithdrawBid | RepriceBid | SetLoan
"""Commands that others never learn of. Marks are public."""


def accept_command(*, user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Answer:
    """Execute a command in the caller's transaction and return its receipt.

    Raise `Refusal` for the site's own reasons, and `IllegalAction` for those of the rules.
    """
    match = _match(public_id)
    done = _earlier_receipt(user, key, match)
    if done is not None:
        return done
    _check_site(match, user)
    command = read_command(raw, text=True)
    account = _account(match, user)
    # A command that is refused anyway need not wait for a resolution in progress.
    _check(_desk(match, account, now()), command)
    assert account is not None
    if isinstance(command, SayDone | TakeBackDone):
        return _set_marks(match, user, account, command, key)
    auction = _auction(frame_of(match), command)
    account = own_account(account)
    done = _earlier_receipt(user, key, match)  # the same command may have been sent twice at once
    if done is not None:
        return done
    at = now()
    desk = _desk(match, account, at, 0 if auction.resolved_at is None else auction.number + 1)
    answer = _execute(frame_of(match), desk, account, command)
    accept(user=user, key=key, match=match, at=at)
    keep_receipt(user=user, key=key, answer=answer)
    announce(topics.of_seat(match.public_id, account.number))
    return answer


def _set_marks(
    match: Match, user: Any, account: Account, command: SayDone | TakeBackDone, key: str
) -> Answer:
    """Mark auctions as done or take the marks back."""
    match = match_to_move(match)
    coming = unresolved_auctions(match)
    before = _earlier_receipt(user, key, match)
    if before is not None:
        return before
    at = now()
    resolved = coming[0].number if coming else AUCTIONS
    meant = auctions_meant(_desk(match, account, at, resolved), command.auction)
    answer = DoneReceipt(auctions=meant, done=isinstance(command, SayDone))
    marked = [auction for auction in coming if auction.number in meant]
    keep_marks(auctions=marked, account=account, done=answer.done, at=at)
    hold_earlier(match)
    accept(user=user, key=key, match=match, at=at)
    keep_receipt(user=user, key=key, answer=answer)
    announce(topics.of_match(match.public_id))
    return answer


def _earlier_receipt(user: Any, key: str, match: Match) -> Answer | None:
    """Return the receipt of an earlier command with this key, or None."""
    done = kept_receipt(user=user, key=key, match=match)
    account = _account(match, user) if done is not None else None
    if account is not None:
        # Announce it again: the first announcement may have been lost.
        topic = topics.of_seat(match.public_id, account.number)
        announce_again(topic, person=user.pk, key=key)
    return done


def _match(public_id: str) -> Match:
    match = match_for_command(public_id)
    if match is None or match.game != "venice":
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    return match


def _check_site(match: Match, user: Any) -> None:
    """Raise the site's own refusals, which come before those of the rules."""
    if match.status == Match.Status.ABORTED:
        raise Refusal(HouseCode.NOT_ACTIVE)
    if is_banned(match, user):
        raise Refusal(HouseCode.BANNED)


def _account(match: Match, user: Any) -> Account | None:
    """Return the account of this user's seat, not locked, or None without a seat."""
    seats = Seat.objects.filter(match=match, user=user, status=Seat.Status.SEATED)
    return Account.objects.filter(match=match, seat__in=seats).first()


def _desk(match: Match, account: Account | None, at: datetime, resolved: int = 0) -> Desk:
    """Return what the rules need to know.

    `resolved`: the number of auctions resolved, as far as the command's locks tell.
    """
    if match.started_at is None:
        return Desk(at=at, start=None, instants=(), lots=(), plays=False, cap=0)
    frame = frame_of(match)
    return Desk(
        at=at,
        start=frame.start,
        instants=frame.instants,
        lots=frame.lineup,
        plays=account is not None,
        cap=frame.cap,
        fast=frame.fast,
        resolved=resolved,
    )


def _check(desk: Desk, command: Command) -> None:
    if isinstance(command, SayDone | TakeBackDone):
        auctions_meant(desk, command.auction)
    elif isinstance(command, SetLoan):
        rules.set_loan(desk, command)
    else:
        rules.lot_asked(desk, command.auction, command.item)


def _auction(frame: Frame, command: Sealed) -> Auction:
    """Return the command's auction, locked so that it cannot be resolved now."""
    number = OPENING if isinstance(command, SetLoan) else command.auction
    return auction_for_command(frame.auctions[number])


def _execute(frame: Frame, desk: Desk, account: Account, command: Sealed) -> Answer:
    if isinstance(command, SetLoan):
        return _lend(account, rules.set_loan(desk, command))
    lot = frame.lot_id(command.auction, command.item)
    own = bids_on(lot, account)
    after = _bids_after(desk, command, own)
    keep_bids(lot=lot, account=account, before=own, after=after)
    total = sum_of(frame.lots[command.auction], account)
    return rules.receipt(after, auction_sum=total, money=account.purse)


def _bids_after(desk: Desk, command: PlaceBid | WithdrawBid | RepriceBid, own: OwnBids) -> OwnBids:
    match command:
        case PlaceBid():
            return rules.place_bid(desk, command, own)
        case WithdrawBid():
            return rules.withdraw_bid(desk, command, own)
        case RepriceBid():
            return rules.reprice_bid(desk, command, own)


def _lend(account: Account, loan: int) -> LoanReceipt:
    account.loan = account.purse = loan
    account.save(update_fields=["loan", "purse"])
    return rules.loan_receipt(loan)


log = logging.getLogger(__name__)

PATIENCE = 10  # seconds to wait for a lock before the command is refused as busy


def act(*, user: Any, public_id: str, raw: Mapping[str, Any], key: str = "") -> Answer:
    """Execute a posted command and return its receipt.

    `raw` holds the fields of the form: "do" is "bid", "withdraw", "reprice", "loan", "done" or
    "undone".

    Raise `Refusal` with a code of rules 6.3 or of the site if it was refused; nothing has changed
    then. A key that was accepted before is answered with its first receipt, also after the instant.
    """
    with counting_refusals(public_id):
        answer = _attempt(user, public_id, raw, key)
    ACTIONS.labels("venice", "person", "accepted").inc()
    return answer


def _attempt(user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Answer:
    """Execute the command in its own transaction; turn any failure into a `Refusal`."""
    key = clean_key(key)
    try:
        with in_turn(patience=PATIENCE), transaction.atomic(durable=True):
            _limit_lock_wait()
            return accept_command(user=user, public_id=public_id, raw=raw, key=key)
    except IllegalAction as refused:
        raise RulesRefusal(refused.code, refused.message) from None
    except Refusal:
        raise
    except Exception as error:
        if is_of_machine(error):  # for example, a lock or SQLite's only writer stayed busy
            log.warning("match %s: not carried out: %s", public_id, kind_and_place(error))
            raise Refusal(HouseCode.BUSY) from None
        log.error("match %s: a command failed: %s", public_id, kind_and_place(error))
        raise Refusal(HouseCode.FAULT) from None


def _limit_lock_wait() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")

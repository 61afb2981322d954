"""The way of a command: seat, key, locks, clock, rules, rows, receipt.

The caller holds the transaction. Locks are taken in the order of `locks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from auctions.models import Account, Auction
from auctions.rules import bids as rules
from auctions.rules.agreement import DoneReceipt, auctions_meant
from auctions.rules.bids import Desk, LoanReceipt, OwnBids
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
from auctions.rules.schedule import OPENING
from auctions.selectors.frame import Frame, frame_of
from auctions.services.agreeing import hold_earlier, keep_marks
from auctions.services.locks import (
    auction_for_command,
    auctions_to_come,
    match_for_command,
    match_to_move,
    own_account,
)
from auctions.services.own_bids import bids_on, keep_bids, sum_of
from auctions.services.receipts import Answer, keep_receipt, kept_receipt
from chat.core.clock import now
from chat.live.announce import announce
from chat.live.retelling import announce_again
from games import topics
from games.models import Match, Seat
from games.refusals import HouseCode, Refusal
from games.services.locks import accept
from games.services.table_access import is_banned

__all__ = ["Answer", "accept_command"]

Sealed = PlaceBid | WithdrawBid | RepriceBid | SetLoan
"""What others never hear of; marks are public."""


def accept_command(*, user: Any, public_id: str, raw: Mapping[str, Any], key: str) -> Answer:
    """Carries a command out. Raises `Refusal` of the house or `IllegalAction` of the rules."""
    match = _match(public_id)
    done = _done_before(user, key, match)
    if done is not None:
        return done
    _check_house(match, user)
    command = read_command(raw, text=True)
    account = _account(match, user)
    # Who is refused anyway need not wait for a resolution under way to hear it.
    _check(_desk(match, account, now()), command)
    assert account is not None
    if isinstance(command, SayDone | TakeBackDone):
        return _mark(match, user, account, command, key)
    auction = _auction(frame_of(match), command)
    account = own_account(account)
    done = _done_before(user, key, match)  # the same command at the same moment
    if done is not None:
        return done
    at = now()
    desk = _desk(match, account, at, auction)
    answer = _carry_out(frame_of(match), desk, account, command)
    accept(user=user, key=key, match=match, at=at)
    keep_receipt(user=user, key=key, answer=answer)
    announce(topics.of_seat(match.public_id, account.number))
    return answer


def _mark(
    match: Match, user: Any, account: Account, command: SayDone | TakeBackDone, key: str
) -> Answer:
    """Done with auctions, or not after all; all of them to come are held (rules 3.2)."""
    match = match_to_move(match)
    coming = auctions_to_come(match)
    before = _done_before(user, key, match)
    if before is not None:
        return before
    at = now()
    meant = auctions_meant(_desk(match, account, at, *coming[:1]), command.auction)
    answer = DoneReceipt(auctions=meant, done=isinstance(command, SayDone))
    marked = [auction for auction in coming if auction.number in meant]
    keep_marks(auctions=marked, account=account, done=answer.done, at=at)
    hold_earlier(match=match, auctions=coming, at=at)
    accept(user=user, key=key, match=match, at=at)
    keep_receipt(user=user, key=key, answer=answer)
    announce(topics.of_match(match.public_id))
    return answer


def _done_before(user: Any, key: str, match: Match) -> Answer | None:
    """The receipt of a command of this key: told again, since its news may have been lost."""
    done = kept_receipt(user=user, key=key, match=match)
    account = _account(match, user) if done is not None else None
    if account is not None:
        topic = topics.of_seat(match.public_id, account.number)
        announce_again(topic, person=user.pk, key=key)
    return done


def _match(public_id: str) -> Match:
    match = match_for_command(public_id)
    if match is None or match.game != "venice":
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    return match


def _check_house(match: Match, user: Any) -> None:
    """The house's own refusals, which come before those of the rules."""
    if match.status == Match.Status.ABORTED:
        raise Refusal(HouseCode.NOT_ACTIVE)
    if is_banned(match, user):
        raise Refusal(HouseCode.BANNED)


def _account(match: Match, user: Any) -> Account | None:
    """The account of this user's seat, not yet locked."""
    seats = Seat.objects.filter(match=match, user=user, status=Seat.Status.SEATED)
    return Account.objects.filter(match=match, seat__in=seats).first()


def _desk(
    match: Match, account: Account | None, at: datetime, auction: Auction | None = None
) -> Desk:
    """What the rules need to know; `auction` (if given) is the one the command is about, held."""
    if match.started_at is None:
        return Desk(at=at, start=None, instants=(), lots=(), plays=False, cap=0)
    frame = frame_of(match)
    resolved = auction is not None and auction.resolved_at is not None
    return Desk(
        at=at,
        start=frame.start,
        instants=frame.instants,
        lots=frame.lineup,
        plays=account is not None,
        cap=frame.cap,
        fast=frame.fast,
        resolved=auction.number + 1 if auction is not None and resolved else 0,
    )


def _check(desk: Desk, command: Command) -> None:
    if isinstance(command, SayDone | TakeBackDone):
        auctions_meant(desk, command.auction)
    elif isinstance(command, SetLoan):
        rules.set_loan(desk, command)
    else:
        rules.lot_asked(desk, command.auction, command.item)


def _auction(frame: Frame, command: Sealed) -> Auction:
    """The auction the command is about, shared with other commands: it cannot be resolved now."""
    number = OPENING if isinstance(command, SetLoan) else command.auction
    return auction_for_command(frame.auctions[number])


def _carry_out(frame: Frame, desk: Desk, account: Account, command: Sealed) -> Answer:
    if isinstance(command, SetLoan):
        return _lend(account, rules.set_loan(desk, command))
    lot = frame.lot_id(command.auction, command.item)
    own = bids_on(lot, account)
    after = _ruled(desk, command, own)
    keep_bids(lot=lot, account=account, before=own, after=after)
    total = sum_of(frame.lots[command.auction], account)
    return rules.receipt(after, auction_sum=total, money=account.purse)


def _ruled(desk: Desk, command: PlaceBid | WithdrawBid | RepriceBid, own: OwnBids) -> OwnBids:
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

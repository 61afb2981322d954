"""Notices to players: results, and reminders of auctions where they have no bids.

They are sent in steps of bounded size. A match may have a hundred thousand players and a run may be
interrupted, so each step is a transaction that stores its progress, and nobody is notified twice.
What a notice says about others is public; only the recipient learns of a reminder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from auctions.models import Account, Bid, Telling
from auctions.rules.schedule import OPENING
from auctions.selectors.fates import FateLine, fates_by_account
from auctions.selectors.results import Spoils, spoils_of
from auctions.selectors.week_setup import frame_of
from chat.contacts.notices import notify_many
from chat.core.clock import now
from chat.people import zone_of
from games.models import Match
from games.services.locks import in_turn

AT_ONCE = 500  # players in one step
STEPS = 40  # in one run; the next run continues
TOLD_AFTER = timedelta(seconds=10)  # open pages should show the result first
REMIND_BEFORE = timedelta(hours=3)
LEAST_GAP = timedelta(hours=6)  # between auctions that are worth a reminder

RESULT, REMINDER = "auction", "auction-reminder"

ResultText = Callable[[Match, int, Spoils, Account, Sequence[FateLine]], str]
ReminderText = Callable[[Match, int, datetime, bool, ZoneInfo], str]


def reminders_of(instants: Sequence[datetime]) -> list[datetime | None]:
    """Return the times of the reminders, or None for each if auctions are too close."""
    if instants[1] - instants[0] < LEAST_GAP:
        return [None] * len(instants)
    return [instant - REMIND_BEFORE for instant in instants]


def tell_results(*, text: ResultText, path: Callable[[Match, int], str]) -> None:
    """Notify players of resolved auctions in at most `STEPS` steps.

    `text` writes the notice for one seat, and `path` returns the address of an auction.
    """
    _run_steps(_results_due, lambda row: _tell_next(row, text, path))


def remind(*, text: ReminderText, path: Callable[[Match, int], str]) -> None:
    """Remind players without bids of upcoming auctions, in at most `STEPS` steps."""
    _run_steps(_reminders_due, lambda row: _remind_next(row, text, path))


def _run_steps(due: Callable[[], QuerySet[Telling]], step: Callable[[Telling], None]) -> None:
    for _ in range(STEPS):
        with in_turn(), transaction.atomic(durable=True):
            row = _lock_first(due())
            if row is None:
                return
            step(row)


def _lock_first(rows: QuerySet[Telling]) -> Telling | None:
    """Return the first row that no other worker has locked, or None."""
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(skip_locked=True, of=("self",))
    return rows.select_related("auction__match").order_by("auction__instant", "pk").first()


def _results_due() -> QuerySet[Telling]:
    return Telling.objects.filter(told=False, auction__resolved_at__lte=now() - TOLD_AFTER)


def _reminders_due() -> QuerySet[Telling]:
    return Telling.objects.filter(reminded=False, remind_at__lte=now())


def _tell_next(row: Telling, text: ResultText, path: Callable[[Match, int], str]) -> None:
    match, number = row.auction.match, row.auction.number
    people, last = _people(match, row.told_to)
    keys = [account.pk for account in people]
    won, fates = spoils_of(frame_of(match), number, keys), fates_by_account(match, number, keys)
    texts = {
        _user(account): text(match, number, won[account.pk], account, fates.get(account.pk, ()))
        for account in people
    }
    row.told_to, row.told = last, last >= frame_of(match).players
    row.save(update_fields=["told_to", "told"])
    _send(RESULT, match, texts, path(match, number))


def _remind_next(row: Telling, text: ReminderText, path: Callable[[Match, int], str]) -> None:
    match, auction = row.auction.match, row.auction
    going = match.status in {Match.Status.RUNNING, Match.Status.STALLED}
    texts: dict[int, str] = {}
    last = frame_of(match).players
    # Send no reminders of past auctions, nor of a match that was stopped.
    if going and now() < auction.instant:
        people, last = _people(match, row.reminded_to)
        idle = _without_bids(frame_of(match).lots[auction.number], people, auction.number)
        texts = {
            account.seat.user.pk: text(
                match, auction.number, auction.instant, account.loan > 0, zone_of(account.seat.user)
            )
            for account in idle
            if account.seat.user is not None
        }
    row.reminded_to, row.reminded = last, last >= frame_of(match).players
    row.save(update_fields=["reminded_to", "reminded"])
    _send(REMINDER, match, texts, path(match, auction.number), until=auction.instant)


def _people(match: Match, begin: int) -> tuple[list[Account], int]:
    """Return the next accounts of people from this seat number, and where to resume."""
    rows = Account.objects.filter(match=match, number__gte=begin, seat__user__is_active=True)
    found = list(rows.select_related("seat").order_by("number")[:AT_ONCE])
    full = len(found) == AT_ONCE
    return found, found[-1].number + 1 if full else frame_of(match).players


def _user(account: Account) -> int:
    assert account.seat.user_id is not None
    return account.seat.user_id


def _without_bids(lots: Sequence[int], people: Sequence[Account], auction: int) -> list[Account]:
    """Return the accounts without bids.

    Accounts without money are left out: they could win nothing.
    """
    bids = Bid.objects.filter(lot__in=lots, account=OuterRef("pk"))
    rows = Account.objects.filter(pk__in=[account.pk for account in people]).filter(~Exists(bids))
    if auction != OPENING:
        rows = rows.filter(Q(purse__gt=0))
    return list(rows.select_related("seat__user").order_by("number"))


def _send(
    kind: str, match: Match, texts: Mapping[int, str], path: str, *, until: datetime | None = None
) -> None:
    here = f"/m/{match.public_id}/"
    notify_many(kind=kind, told=texts, url=path, instead_of=here, until=until)

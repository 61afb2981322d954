"""Marks ("I am done"), and auctions held earlier once everybody is (rules 3.2).

This is checked when a mark is accepted, an auction has been resolved, the bots have bid or a person
can no longer act. The caller has locked the match's row, which a resolution locks too.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from auctions.models import Account, Auction, DoneMark, Telling, Week
from auctions.rules.bids import brought_forward
from auctions.selectors.marks import people_of
from auctions.services.locks import auctions_to_come
from auctions.services.wake_times import next_auction, set_next
from chat.core.clock import now
from games.models import Match


def keep_marks(*, auctions: Sequence[Auction], account: Account, done: bool, at: datetime) -> None:
    """Store or take back a player's marks on these auctions.

    A repeated mark changes nothing.
    """
    marks = DoneMark.objects.filter(auction__in=auctions, account=account)
    if not done:
        marks.filter(back_at=None).update(back_at=at)
        return
    marks.filter(back_at__isnull=False).update(at=at, back_at=None)
    known = set(marks.values_list("auction_id", flat=True))
    DoneMark.objects.bulk_create(
        DoneMark(auction=auction, account=account, at=at)
        for auction in auctions
        if auction.pk not in known
    )


def hold_earlier(match: Match) -> bool:
    """Move the upcoming instants forward if all are done; return True if they moved."""
    week, auction = Week.objects.get(match=match), next_auction(match)
    if auction is None or week.bots_at <= auction.number:
        return False
    said = _last_mark_at(match, auction)
    if said is None:
        return False
    # Only now: bids in a stream share these locks, and it can take seconds until they are free.
    auctions, at = auctions_to_come(match), now()
    before = [auction.instant for auction in auctions]
    after = brought_forward(before, 0, said=said, since=_since(match, auction), at=at)
    if list(after) == before:
        return False
    # Save them in order: each leaves its instant before the next one takes it.
    for auction, instant in zip(auctions, after, strict=True):
        auction.instant = instant
        auction.save(update_fields=["instant"])
    _remind_earlier(auctions, by=before[0] - after[0])
    set_next(match=match, week=week, at=at)
    return True


def _last_mark_at(match: Match, auction: Auction) -> datetime | None:
    """Return the time of the last person's mark, or None until everybody has marked."""
    people = people_of(match)
    marks = DoneMark.objects.filter(auction=auction, back_at=None)
    if people.exclude(pk__in=marks.values("account")).exists():
        return None
    last = marks.filter(account__in=people).order_by("-at").first()
    return None if last is None else last.at


def _since(match: Match, auction: Auction) -> datetime:
    """Return when the previous auction was resolved, or the start for the opening."""
    before = Auction.objects.filter(match=match, number=auction.number - 1).first()
    since = match.started_at if before is None else before.resolved_at
    assert since is not None
    return since


def _remind_earlier(auctions: Sequence[Auction], *, by: timedelta) -> None:
    rows = Telling.objects.filter(auction__in=auctions, reminded=False, remind_at__isnull=False)
    for row in rows:
        assert row.remind_at is not None
        row.remind_at -= by
        row.save(update_fields=["remind_at"])

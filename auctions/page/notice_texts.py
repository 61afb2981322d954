"""The texts of notices about auctions, which e-mails use too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.humanize.templatetags.humanize import ordinal
from django.urls import reverse
from django.utils.translation import gettext as _

from auctions.models import Account
from auctions.page.words import auction_name, date_and_time, first_of, item_name, joined, money
from auctions.rules.schedule import CLOSING, OPENING
from auctions.selectors.fates import FateLine
from auctions.selectors.results import Spoils
from games.models import Match

NAMED = 4  # items named in a notice, which must be short


def path_to(match: Match, auction: int) -> str:
    """Return the address of the page that shows this auction."""
    return f"{reverse('games:match', args=[match.public_id])}?day={auction}"


def result_text(
    match: Match, auction: int, won: Spoils, account: Account, fates: Sequence[FateLine]
) -> str:
    """Return a seat's result in this auction; after the closing, in the whole week."""
    if account.rank is not None and account.final is not None and auction == CLOSING:
        ended = {"table": match.name, "rank": ordinal(account.rank), "money": money(account.final)}
        return _("“%(table)s” is over: you came %(rank)s with %(money)s.") % ended
    words = {"table": match.name, "auction": auction_name(auction)}
    if not won.items:
        return _("“%(table)s”, %(auction)s: you won nothing.") % words + _missed(fates)
    goods = [f"{units} × {item_name(item)}" for item, units in won.items.items()]
    words |= {"goods": joined(first_of(goods, NAMED)), "paid": money(won.paid)}
    text = _("“%(table)s”, %(auction)s: you won %(goods)s for %(paid)s.") % words
    return text + _missed(fates)


def _missed(fates: Sequence[FateLine]) -> str:
    """Return what was outbid, with the price paid instead, and what was nullified."""
    outbid = [_outbid(line) for line in fates if line.lost]
    nullified = _nullified(fates)
    said = ""
    if outbid:
        said += " " + _("Outbid: %(bids)s.") % {"bids": joined(first_of(outbid, NAMED))}
    if nullified:
        bids = joined(first_of(nullified, NAMED))
        said += " " + _("Nullified because your purse could not pay: %(bids)s.") % {"bids": bids}
    return said


def _nullified(fates: Sequence[FateLine]) -> list[str]:
    """Return the nullified units of each item, whatever their price."""
    units = Counter[str]()
    for line in fates:
        units[line.item] += line.nullified
    return [f"{n} × {item_name(item)}" for item, n in units.items() if n]


def _outbid(line: FateLine) -> str:
    """Return the item with the price of its last unit."""
    return f"{line.lost} × {item_name(line.item)} ({money(line.cut)})"


def reminder_text(
    match: Match, auction: int, instant: datetime, borrowed: bool, zone: ZoneInfo
) -> str:
    """Return a reminder that there are no bids yet; before the opening, also no loan.

    `zone`: the reader's.
    """
    words = {
        "table": match.name,
        "auction": auction_name(auction),
        "when": date_and_time(instant, zone),
        "zone": zone.key,
    }
    if auction == OPENING and not borrowed:
        return (
            _("“%(table)s”: you have neither a loan nor bids for %(auction)s (%(when)s, %(zone)s).")
            % words
        )
    return _("“%(table)s”: you have no bids for %(auction)s (%(when)s, %(zone)s).") % words

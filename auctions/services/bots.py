"""The bots of a week: kinds drawn at the start, then bids in bulk, right after each resolution.

They know what their seat may know and are held to the rules that people are held to; what would be
refused is left out. A step is one transaction of bounded size, so that a match of bots does not
keep the clock from others.
"""

from __future__ import annotations

from datetime import datetime

from auctions.models import Auction, Week
from games.models import Match


def draw_kinds(*, match: Match, company: str) -> None:
    """Says of each bot at the table what kind it is."""


def bots_bid(*, match: Match, week: Week, auction: Auction, at: datetime) -> None:
    """One step: some of the bots that have not yet bid for this auction, or the last of them."""
    week.bots_at, week.bots_from = auction.number + 1, 0
    week.save(update_fields=["bots_at", "bots_from"])

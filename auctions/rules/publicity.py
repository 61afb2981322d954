"""When what becomes known to everybody (rules 11).

All of it counts in auctions that have *been resolved*, 0 to 7, never in the time of day. What is
not here is never known to others.
"""

from __future__ import annotations

from auctions.rules.schedule import AUCTIONS, CLOSING, LAST_COMMON


def winners_open(auction: int, resolved: int) -> bool:
    """Winning bids of this auction: seat, item, price, units won; so holdings and money spent."""
    return auction < resolved


def bids_open(auction: int, resolved: int) -> bool:
    """All bids in force at this auction's instant, with their fates."""
    if auction == CLOSING:
        return resolved == AUCTIONS
    return resolved > LAST_COMMON


def own_fates_open(auction: int, resolved: int) -> bool:
    """What of a seat's own bids won, was nullified, was lost: to its owner."""
    return auction < resolved


def week_open(resolved: int) -> bool:
    """Loans, purses, the secret, draw numbers, the whole record."""
    return resolved == AUCTIONS

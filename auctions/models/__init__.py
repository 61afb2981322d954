"""What the database keeps of Venice. Bids stand in `Bid` and in `Receipt` and nowhere else."""

from auctions.models.accounts import Account
from auctions.models.auctions import Auction, Lot, Telling
from auctions.models.bids import Award, Bid, Receipt
from auctions.models.marks import DoneMark
from auctions.models.people import CalendarFeed
from auctions.models.weeks import Week

__all__ = [
    "Account",
    "Auction",
    "Award",
    "Bid",
    "CalendarFeed",
    "DoneMark",
    "Lot",
    "Receipt",
    "Telling",
    "Week",
]

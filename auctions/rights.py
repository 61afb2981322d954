"""The moderators' permission to view auctions, which includes no bids or money."""

from chat.rights import view

AUCTION_RIGHTS = (view("auctions", "auction", "auction"),)

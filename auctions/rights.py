"""What moderators may look at here: when auctions are, and nothing of bids or money."""

from chat.rights import view

AUCTION_RIGHTS = (view("auctions", "auction", "auction"),)

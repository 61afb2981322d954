"""Venice: the seven-day auction game. Its rules are in `auctions/rules`."""

"""Venice: the seven-day auction game. Its rules come into `auctions/rules`."""

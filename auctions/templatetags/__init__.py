"""Words for templates of auctions."""

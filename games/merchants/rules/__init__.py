"""The rules of Merchant Kings: a market, two dice, sealed bids and hidden hands."""

"""The rules of Merchant Kings: a market, two dice, sealed seizes and hidden hands."""

"""Games at tables: their rules, the one way a match is played, and its page."""

"""Games at tables: their rules, the playing of matches, and their pages."""

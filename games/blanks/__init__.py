"""The game Blanks: its rules, bots, page and packs."""

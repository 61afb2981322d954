"""Blanks: its rules, bots, page and packs."""

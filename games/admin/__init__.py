"""Moderators' pages of matches, packs and the clock. Acts ask for a reason and go by services."""

from games.admin import cards, clock, matches, packs

__all__ = ["cards", "clock", "matches", "packs"]

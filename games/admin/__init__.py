"""Moderators' pages of matches, packs and deadlines.

Acts ask for a reason and are applied by services.
"""

from games.admin import deadlines, matches, packs

__all__ = ["deadlines", "matches", "packs"]

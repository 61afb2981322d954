"""The title of Venice, as registered with the site."""

from __future__ import annotations

from auctions.rules.title import VeniceTitle
from auctions.zones import zone_of

VENICE = VeniceTitle(zone_of)

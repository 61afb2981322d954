"""Pieces of Interop's page that mostly stay as they are from one snapshot to the next.

Most cards of the market and most deployments look the same after an action as before it: each is
drawn once for all that look the same.
"""

from __future__ import annotations

from collections.abc import Hashable

from django.utils.safestring import SafeString

from chat.core.templates import render
from games.interop.page.words import TERMS
from games.interop.rules.box import FEE_LEAST, FEE_MOST
from games.page.html_cache import cached_html

_FEES = range(FEE_LEAST, FEE_MOST + 1)


def part(name: str, **values: Hashable) -> SafeString:
    """`games/interop/<name>.jinja` with these values, and what all parts need."""
    return cached_html(
        ("interop", name, *values.items()),
        lambda: render(f"games/interop/{name}.jinja", part=part, fees=_FEES, terms=TERMS, **values),
    )

"""Names of players in the colours of their seats, and icons, where no template draws them."""

from __future__ import annotations

from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from chat.escaping import safe


def name_tag(name: str, hue: int | None) -> SafeString:
    """A name as it stands in a sentence."""
    colour = "" if hue is None else hue
    return SafeString(f'<b class="seat-name" data-hue="{colour}">{safe(name)}</b>')


@cache
def icon(name: str) -> str:
    """One of `components/icons`."""
    return render_to_string(f"components/icons/{name}.svg")

"""Names of players in the colours of their seats."""

from __future__ import annotations

from django.utils.safestring import SafeString

from chat.escaping import safe


def name_tag(name: str, hue: int | None) -> SafeString:
    """A name as it stands in a sentence."""
    colour = "" if hue is None else hue
    return SafeString(f'<b class="seat-name" data-hue="{colour}">{safe(name)}</b>')

"""Names of players in the colours of their seats, and icons, where no template draws them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from chat.core.escaping import filled, safe


def name_tag(name: str, hue: int | None) -> SafeString:
    """A name as it stands in a sentence."""
    colour = "" if hue is None else hue
    return SafeString(f'<b class="seat-name" data-hue="{colour}">{safe(name)}</b>')


def joined(tags: Sequence[SafeString]) -> SafeString:
    """Tags joined as in a sentence."""
    if len(tags) < 2:
        return tags[0] if tags else SafeString("")
    text = _("{first} and {last}")
    return filled(text, first=SafeString(", ".join(tags[:-1])), last=tags[-1])


@cache
def icon(name: str) -> str:
    """One of `components/icons`."""
    return render_to_string(f"components/icons/{name}.svg")

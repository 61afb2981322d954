"""Names of players in the colours of their seats, where they stand in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.core.escaping import filled
from chat.core.translation import gettext as _


def name_tag(name: str, hue: int | None) -> SafeString:
    """A name as it stands in a sentence: the macro of `components/people.jinja`, for Python."""
    colour = "" if hue is None else hue
    return format_html('<b class="seat-name" data-hue="{}">{}</b>', colour, name)


def joined(tags: Sequence[SafeString]) -> SafeString:
    """Tags joined as in a sentence."""
    if len(tags) < 2:
        return tags[0] if tags else SafeString("")
    text = _("{first} and {last}")
    return filled(text, first=SafeString(", ".join(tags[:-1])), last=tags[-1])

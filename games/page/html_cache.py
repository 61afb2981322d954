"""Drawing a part once for all who would be shown the same.

A part is drawn again only when what it is made of has changed: its key says what that is. A key
holds only what the viewer it is drawn for may know, or what everybody may.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from secrets import token_hex
from typing import Any

from django.utils.safestring import SafeString

from chat.core.templates import kept, safe
from chat.core.translation import language

_KEPT = 4096
_drawn: dict[Hashable, SafeString] = {}
_lock = threading.Lock()

# Stands for what is put in later. Nobody can write it: each process has its own, never shown.
_MIDDLE = SafeString(token_hex())


def cached_html(key: Hashable, draw: Callable[[], SafeString]) -> SafeString:
    """The HTML drawn under this key in this language, by this process; the oldest goes first.

    To find one takes no lock: most are asked for at every action.
    """
    key = (language(), key)
    found = _drawn.get(key)
    if found is not None:
        return found
    html = draw()
    with _lock:
        _drawn[key] = html
        while len(_drawn) > _KEPT:
            del _drawn[next(iter(_drawn))]
    return html


def render_around(template: str, middle: str, values: Mapping[str, Any]) -> SafeString:
    """As `render`, for a part of which only one value changes often: safe HTML, called `middle`.

    What stands around it is drawn once for all with the same other values.
    """
    around = kept(template, **{**values, middle: _MIDDLE})
    before, _, after = around.partition(_MIDDLE)
    return SafeString(before + safe(values[middle]) + after)

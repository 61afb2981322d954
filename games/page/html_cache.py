"""A cache of rendered fragments that several viewers share.

The key of a fragment holds everything it is rendered from, so it is rendered again only when that
changes. A key may hold only what its viewer, or everybody, may know.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from secrets import token_hex
from typing import Any

from django.utils.safestring import SafeString

from chat.core.templates import kept, safe
from chat.core.translation import language

_LIMIT = 4096
_cache: dict[Hashable, SafeString] = {}
_lock = threading.Lock()

# A placeholder for a value inserted later. It is random for each process and never sent, so that
# nobody can forge it.
_PLACEHOLDER = SafeString(token_hex())


def cached_html(key: Hashable, make: Callable[[], SafeString]) -> SafeString:
    """Return the HTML cached under this key and language, rendered if it is missing.

    The cache belongs to this process and drops its oldest entries first.
    """
    key = (language(), key)
    found = _cache.get(key)  # without the lock: every action asks for most fragments
    if found is not None:
        return found
    html = make()
    with _lock:
        _cache[key] = html
        while len(_cache) > _LIMIT:
            del _cache[next(iter(_cache))]
    return html


def render_around(template: str, middle: str, values: Mapping[str, Any]) -> SafeString:
    """Render a template in which only the value named `middle` changes often.

    That value must be safe HTML. The HTML around it is cached for all renderings with the same
    other values.
    """
    around = kept(template, **{**values, middle: _PLACEHOLDER})
    before, _, after = around.partition(_PLACEHOLDER)
    return SafeString(before + safe(values[middle]) + after)

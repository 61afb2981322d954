"""A cache of rendered fragments that several viewers share.

The key of a fragment holds everything it is rendered from, so it is rendered again only when that
changes. A key may hold only what its viewer, or everybody, may know.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Hashable, Mapping
from secrets import token_hex
from typing import Any

from django.utils.safestring import SafeString

from chat.core.templates import kept, safe
from chat.core.translation import language

_LIMIT = 8_000_000  # bytes, as `_size_of` counts them
_KEY = 1000  # bytes: a key and its place, roughly


class HtmlCache:
    """HTML by key, bounded in bytes. The oldest entries are dropped first."""

    def __init__(self) -> None:
        self._found: dict[Hashable, SafeString] = {}
        self._size = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> SafeString | None:
        return self._found.get(key)  # without the lock: every action asks for many fragments

    def add(self, key: Hashable, html: SafeString) -> None:
        with self._lock:
            if key in self._found:  # another thread rendered it, too
                return
            self._found[key] = html
            self._size += _size_of(html)
            while self._size > _LIMIT:
                self._size -= _size_of(self._found.pop(next(iter(self._found))))

    def clear(self) -> None:
        with self._lock:
            self._found.clear()
            self._size = 0


def _size_of(html: SafeString) -> int:
    return _KEY + sys.getsizeof(html)


_cache = HtmlCache()

# A placeholder for a value inserted later. It is random for each process and never sent, so that
# nobody can forge it.
_PLACEHOLDER = SafeString(token_hex())


def cached_html(key: Hashable, make: Callable[[], SafeString]) -> SafeString:
    """Return the HTML cached under this key and language, rendered if it is missing.

    The cache belongs to this process and drops its oldest entries first.
    """
    key = (language(), key)
    found = _cache.get(key)
    if found is None:
        found = make()
        _cache.add(key, found)
    return found


def render_around(template: str, middle: str, values: Mapping[str, Any]) -> SafeString:
    """Render a template in which only the value named `middle` changes often.

    That value must be safe HTML. The HTML around it is cached for all renderings with the same
    other values.
    """
    around = kept(template, **{**values, middle: _PLACEHOLDER})
    before, _, after = around.partition(_PLACEHOLDER)
    return SafeString(before + safe(values[middle]) + after)

"""Drawing a part once for all who would be shown the same.

A part is drawn again only when what it is made of has changed: its key says what that is. A key
holds only what the viewer it is drawn for may know, or what everybody may.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from django.utils.safestring import SafeString

from chat.core.translation import language

_KEPT = 4096
_drawn: OrderedDict[Hashable, SafeString] = OrderedDict()
_lock = threading.Lock()


def cached_html(key: Hashable, draw: Callable[[], SafeString]) -> SafeString:
    """The HTML drawn under this key in this language, by this process."""
    key = (language(), key)
    with _lock:
        html = _drawn.get(key)
        if html is not None:
            _drawn.move_to_end(key)
            return html
    html = draw()
    with _lock:
        _drawn[key] = html
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)
    return html

"""The log as a page shows it: its title, the viewer's lines, and what stands at its end.

An open page takes in new lines at the top of its log, and is sent the whole only where that is not
enough: a log of ten thousand letters grows by a few hundred an action.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from chat.core.escaping import safe
from chat.core.templates import kept, render
from chat.core.translation import language
from games.page.context import MatchContext
from games.page.html_cache import cached_html
from games.page.viewing import Viewing


def log_values(viewing: Viewing) -> Mapping[str, Any]:
    items = viewing.context.log_items
    filtered = viewing.number is not None and bool(items)  # whether there is anything to narrow
    title = kept("games/parts/log_head.jinja", filtered=filtered)
    return {"head": title, "items": items, "empty": not items, "end": end_lines(viewing)}


def end_lines(viewing: Viewing) -> SafeString:
    """The end of the log of a match that has begun: its hash, and what the house was bound by."""
    shown = viewing.context
    if not shown.table.started:
        return SafeString("")
    return _head_line(shown.head) + _seal_line(shown)


def _head_line(head: str) -> SafeString:
    """What stands for the log so far."""
    return kept("games/parts/log_chain.jinja", head=head) if head else SafeString("")


def _seal_line(shown: MatchContext) -> SafeString:
    return shown.shared(("log seal", language()), lambda: _drawn_seal(shown))


def _drawn_seal(shown: MatchContext) -> SafeString:
    key = ("log seal", shown.match_id, shown.chance_terms)
    return cached_html(key, lambda: render("games/parts/log_seal.jinja", chance=shown.chance))


@dataclass(frozen=True, slots=True)
class ShownLog:
    """What a page shows of a log. `around`: what its lines stand in, but for their hash, `head`.

    The lines are known by their `size`, in letters, and `hash`: a hundred open pages would hold a
    megabyte of them.
    """

    around: Hashable
    size: int
    hash: int
    head: str

    def added(self, items: SafeString) -> SafeString | None:
        """The lines at the top of `items` that are new to it; None: it is not how they go on."""
        new = len(items) - self.size
        return SafeString(items[:new]) if new >= 0 and hash(items[new:]) == self.hash else None


def shown_log(viewing: Viewing) -> ShownLog:
    """The log as it is drawn for this viewer now."""
    shown = viewing.context
    items = safe(shown.log_items)
    began = shown.table.started and (_seal_line(shown), bool(shown.head))
    around = (language(), viewing.number, bool(items), began)
    return ShownLog(around, len(items), hash(items), shown.head)


def news_of_log(viewing: Viewing, before: ShownLog, now: ShownLog) -> SafeString | None:
    """What a page that shows the log as `before` takes in; None: it needs the whole."""
    if now == before:
        return SafeString("")
    lines = before.added(viewing.context.log_items) if now.around == before.around else None
    if lines is None:
        return None
    head = now.head if now.head != before.head else ""
    values = {"lines": lines, "head": head, "revision": viewing.stream()}
    return render("games/parts/log_added.jinja", **values)

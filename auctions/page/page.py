"""The parts of the page that Venice draws itself; the frame draws the others.

What all may see is drawn once for all viewers; what only the owner of a seat may, for them alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any

from django.utils.safestring import SafeString

from auctions.page.board import board_of
from auctions.page.guide import hint
from auctions.page.look import Look
from auctions.page.moments import moments_of
from auctions.page.news import crier
from auctions.page.own import own_of
from auctions.page.phase import phase_html, phase_of
from auctions.page.players import BESIDE, crowd_of
from auctions.page.seat import seat_html, watching_html
from auctions.page.viewing import Viewing
from auctions.rules.title import VeniceTitle
from chat.core.templates import render
from chat.live.batch import memoized_in_batch
from games.page.frame import end_lines
from games.page.html_cache import cached_html


def _phase(viewing: Viewing) -> SafeString | None:
    if not viewing.started:
        return None
    return phase_html(phase_of(viewing))


def _board(viewing: Viewing) -> SafeString | None:
    if not viewing.started:
        return None
    board = board_of(viewing)
    key = ("board drawn", viewing.public_id, viewing.shown)
    return memoized_in_batch(
        key, lambda: _drawn("board", (board, viewing.public_id), {"board": board})
    )


def _players(viewing: Viewing) -> SafeString:
    """Some of them: there may be a hundred thousand."""
    if not viewing.started:
        return render("games/venice/seated.jinja", m=viewing.context)
    crowd = crowd_of(viewing, Look(), BESIDE)
    # In a crowd hardly anybody stands in the list, and all others are shown the same.
    listed = any(row.player.number == viewing.number for row in crowd.rows)
    me, public_id = viewing.number if listed else None, viewing.public_id
    bots_are = VeniceTitle.bots_are if any(row.player.house for row in crowd.rows) else ""
    values = {"crowd": crowd, "me": me, "match_id": public_id, "bots_are": bots_are}
    key = ("players drawn", public_id, me)
    return memoized_in_batch(key, lambda: _drawn("players", (public_id, me, crowd), values))


def _log(viewing: Viewing) -> SafeString:
    if not viewing.started:
        return render("games/venice/before.jinja")
    return memoized_in_batch(("log drawn", viewing.public_id), lambda: _lines(viewing))


def _lines(viewing: Viewing) -> SafeString:
    lines, end = tuple(crier(viewing)), end_lines(viewing)
    return _drawn("log", (viewing.public_id, lines, end), {"lines": lines, "end": end})


def _seat(viewing: Viewing) -> SafeString | None:
    """The viewer's own: drawn for them alone, and kept nowhere."""
    if not viewing.started:
        return None
    own = own_of(viewing)
    return watching_html(viewing) if own is None else seat_html(own)


def _moment(viewing: Viewing) -> SafeString:
    """Made of results, since a week keeps no log of events."""
    return render("games/parts/moment.jinja", moments=moments_of(viewing))


def _guide(viewing: Viewing) -> SafeString:
    """Speaks of the viewer's own bids: drawn for them alone, and kept nowhere."""
    own = own_of(viewing) if viewing.seat is not None and viewing.seat.guided else None
    if own is None:
        return SafeString("")
    viewing.context.hint = hint(own)
    return render("games/parts/guide.jinja", m=viewing.context)


def _drawn(name: str, key: Hashable, values: dict[str, Any]) -> SafeString:
    """Drawn once by this process for all whom it is the same for."""
    draw = partial(render, f"games/venice/{name}.jinja", **values)
    return cached_html(("venice", name, key), draw)


PARTS: Mapping[str, Callable[[Viewing], SafeString | None]] = {
    "phase": _phase, "moment": _moment, "board": _board, "guide": _guide, "players": _players,
    "seat": _seat, "log": _log,
}  # fmt: skip

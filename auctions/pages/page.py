"""The page of a week: its parts, each drawn for one viewer, the public ones once for all."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from django.template.loader import render_to_string

from auctions.pages.board import board_of
from auctions.pages.look import Look
from auctions.pages.own import own_of
from auctions.pages.phase import crier, phase_html, phase_of
from auctions.pages.players import BESIDE, crowd_of
from auctions.pages.seat import seat_html
from auctions.pages.viewing import Viewing
from auctions.pages.waiting import base_context
from chat.core.templates import render
from chat.live.batch import memoized_in_batch
from chat.live.parts import Block, Page, Part
from chat.messages.parts import chat_window, who_is_here
from games import topics
from games.live.html_cache import cached_html
from games.live.page import extra_parts

NAMES = ("phase", "board", "players", "seat", "log")
# A table that waits stands in the frame of all games, but for what grows with its players.
BEFORE = {"players": "games/venice/seated.html", "log": "games/venice/before.html"}
_LABELS = {"board": "Board", "players": "Players", "seat": "My seat", "log": "Log"}


def week_page(user: Any, public_id: str, query: dict[str, str]) -> Page:
    """The live page of a match for this viewer. Raises `Denied`."""
    viewing = Viewing(public_id, user, Look.of(query))
    viewing.check()
    return Page(
        parts=[*week_parts(viewing), *around_parts(viewing)],
        check=viewing.check,
        rest=viewing.rest,
        expect=viewing.expect,
        room=f"table-{public_id}",
    )


def week_parts(viewing: Viewing) -> list[Part]:
    """The parts that a command may change: they also make up its answer."""
    mine = topics.of_seat(viewing.public_id, viewing.number)
    whole = topics.of_match(viewing.public_id)

    def block(name: str) -> Block:
        label = {"aria-label": _LABELS[name]} if name in _LABELS else {}
        heard = {whole, mine} if name in ("phase", "seat") else {whole}
        return Block(
            id=f"m-{name}",
            topics=frozenset(heard),
            draw=partial(draw, viewing, name),
            attributes={"class": f"frame-{name}", **label},
        )

    return [block(name) for name in NAMES]


def around_parts(viewing: Viewing) -> list[Part]:
    """Chat, who is here, and what the house puts on every page."""
    room = f"{'table' if viewing.seat else 'watch'}-{viewing.public_id}"
    parts: list[Part] = [
        *chat_window(viewing.user, room, label=viewing.match.name),
        who_is_here(viewing.user, f"table-{viewing.public_id}"),
    ]
    for more in extra_parts:
        parts.extend(more(viewing.user))
    return parts


def draw(viewing: Viewing, name: str) -> str:
    """The inside of a part."""
    if viewing.stage in ("open", "closed"):
        return _before(viewing, name)
    return {
        "phase": _phase,
        "board": _board,
        "players": _players,
        "seat": _seat,
        "log": _log,
    }[name](viewing)


def _before(viewing: Viewing, name: str) -> str:
    context = base_context(viewing)
    if name == "board" and viewing.stage == "open" and context["m"].moved("summary"):
        context["summary"] = context["m"].drawn("summary")
    return render_to_string(BEFORE.get(name, f"games/parts/{name}.html"), context)


def _phase(viewing: Viewing) -> str:
    return phase_html(phase_of(viewing))


def _board(viewing: Viewing) -> str:
    board = board_of(viewing)
    key = ("board drawn", viewing.public_id, viewing.shown)
    return memoized_in_batch(
        key, lambda: _drawn("board", (board, viewing.public_id), {"board": board})
    )


def _players(viewing: Viewing) -> str:
    crowd = crowd_of(viewing, Look(), BESIDE)
    # In a crowd hardly anybody stands in the list, and all others are shown the same.
    listed = any(row.player.number == viewing.number for row in crowd.rows)
    me, public_id = viewing.number if listed else None, viewing.public_id
    context = {"crowd": crowd, "me": me, "match_id": public_id}
    key = ("players drawn", public_id, me)
    return memoized_in_batch(key, lambda: _drawn("players", (public_id, me, crowd), context))


def _log(viewing: Viewing) -> str:
    return memoized_in_batch(("log drawn", viewing.public_id), lambda: _lines(viewing))


def _lines(viewing: Viewing) -> str:
    lines = tuple(crier(viewing))
    return _drawn("log", (viewing.public_id, lines), {"lines": lines})


def _seat(viewing: Viewing) -> str:
    """The viewer's own: drawn for him alone, and kept nowhere."""
    own = own_of(viewing)
    if own is None:
        return render_to_string(
            "games/venice/watching.html", {**base_context(viewing), "v": viewing}
        )
    return seat_html(own)


def _drawn(name: str, key: Hashable, context: dict[str, Any]) -> str:
    """Drawn once by this process for all whom it is the same for."""
    template = f"games/venice/{name}.jinja"
    return cached_html(("venice", name, key), partial(render, template, **context))

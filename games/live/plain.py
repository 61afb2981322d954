"""Parts that change with nearly every action, written without a template.

A template takes five to ten times as long. Everything here escapes what it is given.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import gettext as _

from chat.core.escaping import safe
from games.live.html_cache import cached_html

if TYPE_CHECKING:
    from games.live.context import MatchContext


def phase(shown: MatchContext) -> str | None:
    """The line of the phase of a match that has begun, and its clock while it runs."""
    if not (shown.running or shown.ended):
        return None
    text = f'<p class="phase-text">{safe(shown.phase)}</p>'
    if not shown.deadline:
        return text
    deadline, total = shown.deadline, shown.total_seconds
    key = ("clock", deadline, total, get_current_timezone())
    return text + cached_html(key, partial(_clock, deadline, total))


def _clock(deadline: datetime, total: int) -> str:
    at = deadline.isoformat()
    clock = f'<time class="clock" data-deadline="{at}" data-total="{total}" datetime="{at}">'
    return f"{clock}{localtime(deadline):%H:%M:%S}</time>"


def board(shown: MatchContext) -> str | None:
    """The board of a running match, or how it ended, where the game draws that itself."""
    pages = shown.pages
    if shown.running and shown.moved("board"):
        return shown.drawn("board")
    if shown.ended and shown.moved("result"):
        return _result(shown.drawn("result"))
    if shown.running and pages.board_html is not None:
        return pages.board_html(shown.board)
    if shown.ended and pages.result_html is not None:
        return _result(pages.result_html(shown.result))
    return None


def _result(end: str) -> str:
    return f'<div class="panel stack result"><h2>{_("The result")}</h2>{end}</div>'


def players(shown: MatchContext) -> str:
    """Who sits here, and what a player may do about the match itself."""
    return f'<h2>{_("Players")}</h2><ul class="players">{shown.players}</ul>{shown.menu}'


def log(shown: MatchContext) -> str:
    """The log, newest first."""
    items = shown.log_items
    mine = (
        '<label class="log-filter"><input type="checkbox" id="log-mine" data-kept="log-mine"> '
        f"{_('only what concerns me')}</label>"
        if shown.seat is not None and items
        else ""
    )
    nothing = "" if items else f'<li class="hint">{_("Nothing has happened yet.")}</li>'
    return (
        f'<div class="log-head"><h2>{_("Log")}</h2>{mine}</div>'
        f'<ol class="log" reversed>{items}{nothing}'
        f'<li class="hint log-none">{_("Nothing concerns you yet.")}</li></ol>'
    )


# By the name of the part; None: there is a template for that.
PLAIN: dict[str, Callable[[MatchContext], str | None]] = {
    "phase": phase, "board": board, "players": players, "log": log
}  # fmt: skip

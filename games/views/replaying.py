"""A finished match, step by step, from any seat's eyes or with all hands open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from chat.core.templates import render
from chat.core.translation import gettext as _
from chat.live.batch import one_batch
from chat.live.parts import Denied
from games.engines.base import IllegalAction
from games.engines.dealer import Drawn
from games.live.context import MatchContext
from games.live.log import lines_of_step
from games.live.past import PastSnapshot, Walk, walk_of
from games.live.players import rows
from games.live.snapshot import snapshot_of
from games.live.viewing import viewing_of
from games.records import check_opened
from games.refusals import Refusal
from games.registry import game_of
from games.rules import has_engine

ALL = "all"  # in the address: with all hands open
# What names another element of the page.
_IDS = re.compile(r'\b(id|for|list|aria-(?:labelledby|describedby|controls))="')


@dataclass(frozen=True)
class Hand:
    """What one seat saw of its own."""

    name: str
    drawn: SafeString


@dataclass(frozen=True)
class Replay:
    """What the page shows of one step. `seat`: whose eyes, as the address says it.

    `said`: what was told in it. `rounds`: steps at which one begins. `last_decision`,
    `next_decision`: of this seat, None where there is none.
    """

    path: str
    step: int
    length: int
    seat: str
    eyes: Sequence[tuple[str, str]]
    players: SafeString
    hands: Sequence[Hand]
    said: Sequence[SafeString]
    draws: Sequence[Drawn]
    rounds: Sequence[int]
    last_decision: int | None
    next_decision: int | None

    def address(self, step: int) -> str:
        return f"{self.path}?{urlencode({'seat': self.seat, 'step': step})}"


@login_required
@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """One step of a match whose record is open, for whoever may see its result."""
    with one_batch():
        try:
            viewing = viewing_of(request.user, public_id, {})
            viewing.check()
            check_opened(viewing.match)
        except (Denied, Refusal) as refusal:
            raise Http404(refusal.message) from refusal
        snapshot = snapshot_of(public_id)
        if snapshot is None or not has_engine(viewing.match):
            raise Http404
        walk = walk_of(viewing.match, snapshot.seats)
        try:
            return _show(request, walk)
        except (IllegalAction, ValueError):  # a log that was changed; it may tell what was drawn
            raise Http404 from None


def _show(request: HttpRequest, walk: Walk) -> HttpResponse:
    seat, step = _seat(request, walk), _step(request, walk)
    past = walk.snapshot(step)
    game = game_of(past.match.game)
    eyes = None if seat in {"", ALL} else int(seat)
    shown = _context(past, request.user, eyes)
    values = {"r": _replay(walk, past, shown, seat, step), "m": shown}
    page = {
        "m": shown,
        "replay": render("games/parts/replay.jinja", **values),
        "scripts": game.scripts,
        "sprite": game.sprite,
    }
    return render_page(request, "games/replay.html", page)


def _replay(walk: Walk, past: PastSnapshot, shown: MatchContext, seat: str, step: int) -> Replay:
    decisions = walk.decisions(shown.seat)
    return Replay(
        path=reverse("games:replay", args=[past.match.public_id]),
        step=step,
        length=walk.length,
        seat=seat,
        eyes=[
            ("", _("A spectator")),
            *((str(one.index), one.name) for one in walk.seats),
            (ALL, _("All hands")),
        ],
        players=SafeString("".join(rows(shown))),
        hands=[*_hands(past, shown, seat)],
        said=lines_of_step(past, shown.seat, shown.pages.sentence, step),
        draws=walk.draws(step),
        rounds=walk.rounds,
        last_decision=max((one for one in decisions if one < step), default=None),
        next_decision=min((one for one in decisions if one > step), default=None),
    )


def _hands(past: PastSnapshot, shown: MatchContext, seat: str) -> Iterator[Hand]:
    """The seat's own, or everybody's."""
    for one in past.present if seat == ALL else ():
        drawn = _context(past, shown.user, one.index).drawn("seat")
        # Ids become the seat's own, for all hands stand on one page.
        yield Hand(one.name, SafeString(_IDS.sub(rf'\1="hand-{one.index}-', drawn)))
    if shown.seat in {one.index for one in past.present}:
        yield Hand(_("My seat"), shown.drawn("seat"))


def _context(past: PastSnapshot, user: Any, eyes: int | None) -> MatchContext:
    context = MatchContext(past, user)
    context.seat = eyes
    return context


def _seat(request: HttpRequest, walk: Walk) -> str:
    """Whose eyes: the viewer's own where nothing is said. Raises `Http404` for no such seat."""
    mine = next((str(one.index) for one in walk.seats if one.user_id == request.user.pk), "")
    seat = request.GET.get("seat", mine)
    if seat not in {"", ALL, *(str(one.index) for one in walk.seats)}:
        raise Http404
    return seat


def _step(request: HttpRequest, walk: Walk) -> int:
    text = request.GET.get("step", "1")
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Http404
    return min(max(int(text), 1), walk.length)

"""What a page shows of one step of a match that is over, through any eyes or with all hands open.

A game at a table is stepped through by its log (`past.Walk`); a game without an engine makes a
`Replay` of its own (`registry.Game.replay`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.core.translation import gettext as _
from games.page.context import MatchContext
from games.page.log import lines_of_step
from games.page.past import PastSnapshot, Walk
from games.page.players import rows

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

    `said`: what was told in it; `log`: what was told up to it, as list items. `draws`: what chance
    gave in it, with its proof, "" if nothing. `rounds`: steps at which one begins. `last_decision`,
    `next_decision`: of this seat, None where there is none.
    """

    path: str
    step: int
    length: int
    seat: str
    eyes: Sequence[tuple[str, str]]
    phase: str
    board: SafeString
    players: SafeString
    hands: Sequence[Hand]
    log: SafeString
    said: Sequence[str]
    draws: SafeString
    rounds: Sequence[int]
    last_decision: int | None
    next_decision: int | None

    def address(self, step: int) -> str:
        return f"{self.path}?{urlencode({'seat': self.seat, 'step': step})}"


def replay_of(walk: Walk, user: Any, seat: str | None, step: int) -> Replay:
    """This step, or the nearest that there is. `seat` None: the viewer's own eyes.

    Raises `LookupError` where nobody sat, `IllegalAction` or `ValueError` for a log that does not
    fit the rules.
    """
    if seat is None:
        seat = next((str(one.index) for one in walk.seats if one.user_id == user.pk), "")
    if seat not in {"", ALL, *(str(one.index) for one in walk.seats)}:
        raise LookupError(seat)
    step = min(max(step, 1), walk.length)
    past = walk.snapshot(step)
    shown = _context(past, user, None if seat in {"", ALL} else int(seat))
    decisions = walk.decisions(shown.seat)
    return Replay(
        path=path_of(past.match.public_id),
        step=step,
        length=walk.length,
        seat=seat,
        eyes=eyes_of((str(one.index), one.name) for one in walk.seats),
        phase=shown.phase,
        board=shown.drawn("board"),
        players=SafeString("".join(rows(shown))),
        hands=[*_hands(past, shown, seat)],
        log=shown.log_items,
        said=lines_of_step(past, shown.seat, shown.pages.sentence, step),
        draws=_draws(walk, past, step),
        rounds=walk.rounds,
        last_decision=max((one for one in decisions if one < step), default=None),
        next_decision=min((one for one in decisions if one > step), default=None),
    )


def _draws(walk: Walk, past: PastSnapshot, step: int) -> SafeString:
    drawn = walk.draws(step)
    if not drawn:
        return SafeString("")
    match = past.match
    values = {"draws": drawn, "match_id": match.public_id, "slug": match.game}
    return render("games/parts/replay_draws.jinja", **values)


def path_of(public_id: str) -> str:
    return reverse("games:replay", args=[public_id])


def eyes_of(seats: Iterable[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Through whose eyes a match is seen: as it stands in the address, and in words."""
    return [("", _("A spectator")), *seats, (ALL, _("All hands"))]


def own_ids(drawn: str, seat: int) -> SafeString:
    """With ids that are this seat's own, for all hands stand on one page."""
    return SafeString(_IDS.sub(rf'\1="hand-{seat}-', drawn))


def _hands(past: PastSnapshot, shown: MatchContext, seat: str) -> Iterator[Hand]:
    """The seat's own, or everybody's."""
    for one in past.present if seat == ALL else ():
        drawn = _context(past, shown.user, one.index).drawn("seat")
        yield Hand(one.name, own_ids(drawn, one.index))
    if shown.seat in {one.index for one in past.present}:
        yield Hand(_("My seat"), shown.drawn("seat"))


def _context(past: PastSnapshot, user: Any, eyes: int | None) -> MatchContext:
    context = MatchContext(past, user)
    context.seat = eyes
    return context

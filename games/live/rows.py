"""The list of players, written without a template: all of it changes with nearly every action."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.escaping import safe
from chat.live.parts import CSRF
from games.live.moment import Moment, Sitting
from games.live.naming import name_tag
from games.live.presenting import PlayerLine

if TYPE_CHECKING:
    from games.live.context import PlayerRow


@dataclass(frozen=True)
class _Row:
    """A player as every viewer is shown him, in the pieces between what differs."""

    marks: str
    name: str
    after: str


def row_html(row: PlayerRow, moment: Moment) -> str:
    """One player: who, what the game says of him, and what the owner may do about him."""
    index = row.sitting.index
    # Which seat is the owner's and who would stop is the same for all who look at this moment.
    drawn = moment.shared(("row", index, row.line), partial(_row, row))
    mine, you = (" is-me", _badge("badge", _("you"))) if row.me else ("", "")
    kick = _kick(row.sitting, moment.match.public_id) if row.may_kick else ""
    return (
        f'<li class="player{mine}{drawn.marks}" data-flip="p{index}">'
        f"{drawn.name}{you}{drawn.after}{kick}</li>"
    )


def _row(row: PlayerRow) -> _Row:
    sitting, line = row.sitting, row.line
    awaited = " is-awaited" if line is not None and line.awaited else ""
    return _Row(
        marks=f"{awaited}{' is-away' if sitting.away else ''}",
        name=f'{_mark(sitting)}<span class="player-name">{name_tag(sitting.name, sitting.hue)}',
        after=f"{_badges(row)}</span>{_line(line) if line else ''}",
    )


@cache
def _icon(name: str) -> str:
    return render_to_string(f"components/icons/{name}.svg")


def _mark(sitting: Sitting) -> str:
    """The round mark of a seat, as `components/avatar.html`."""
    inside = _icon("bot") if sitting.bot else safe(sitting.name[:1].upper())
    return f'<span class="seat-mark" data-hue="{sitting.hue}" aria-hidden="true">{inside}</span>'


def _badges(row: PlayerRow) -> str:
    sitting = row.sitting
    badges = []
    if sitting.bot:
        badges.append(("badge is-spare", _("bot")))
    if row.owner:
        badges.append(("badge is-spare", _("owner")))
    if sitting.stand_in:
        badges.append(("badge is-word", _("played by a bot")))
    if row.stops:
        badges.append(("badge is-word", _("would stop")))
    return "".join(_badge(*badge) for badge in badges)


def _badge(kind: str, text: str) -> str:
    return f' <span class="{kind}">{text}</span>'


def _line(line: PlayerLine) -> str:
    status = f'<span class="player-status">{safe(line.status)}</span>'
    if not line.score:
        return status
    moved = ""
    if line.moved:
        down, sign = (" is-down", "") if line.moved < 0 else ("", "+")
        ago = f'<span class="visually-hidden"> {_("in the last round")}</span>'
        moved = f' <span class="player-moved{down}">{sign}{line.moved}{ago}</span>'
    return (
        f'<span class="player-score"><span class="visually-hidden">{_("points")} </span>'
        f'<span id="score-{line.index}" data-count>{safe(line.score)}</span>{moved}</span>{status}'
    )


def _kick(sitting: Sitting, match_id: str) -> str:
    """The owner's way to be rid of somebody."""
    url, name = reverse("games:kick", args=[match_id, sitting.index]), {"name": sitting.name}
    if sitting.bot:
        asked = _("Take the bot %(name)s away from the table?") % name
    else:
        asked = _("Remove %(name)s? Only a new invitation lets them come back.") % name
    return (
        f'<form method="post" action="{url}" hx-post="{url}" hx-swap="none" '
        f'data-confirm="{safe(asked)}">{CSRF}<button class="button quiet small icon-only" '
        f'title="{_("Remove from the table")}">{_icon("cross")}<span class="visually-hidden">'
        f"{safe(_('Remove %(name)s') % name)}</span></button></form>"
    )

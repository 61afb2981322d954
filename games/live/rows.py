"""The list of players, written without a template: all of it changes with nearly every action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from chat.core.escaping import safe
from chat.core.templates import CSRF
from games.live.naming import icon, name_tag
from games.live.presenting import PlayerLine
from games.live.snapshot import MatchSnapshot, Occupant


@dataclass(frozen=True)
class _Row:
    """A player as all viewers are shown him, in the pieces between which they differ."""

    occupant: Occupant
    marks: str
    name: str
    after: str


def players_html(
    snapshot: MatchSnapshot, lines: Sequence[PlayerLine], seat: int | None, *, may_kick: bool
) -> SafeString:
    """Everybody who sits here, with what the game says of them, for the viewer on this seat."""
    rows = snapshot.shared(("players", get_language(), *lines), lambda: _rows(snapshot, lines))
    match_id = snapshot.match.public_id
    return SafeString("".join(_row_html(row, match_id, seat, may_kick) for row in rows))


def _row_html(row: _Row, match_id: str, seat: int | None, may_kick: bool) -> str:
    index = row.occupant.index
    me = you = kick = ""
    if index == seat:
        me, you = " is-me", _badge("badge", _("you"))
    elif may_kick:
        kick = _kick(row.occupant, match_id)
    return (
        f'<li class="player{me}{row.marks}" data-flip="p{index}">'
        f"{row.name}{you}{row.after}{kick}</li>"
    )


def _rows(snapshot: MatchSnapshot, lines: Sequence[PlayerLine]) -> list[_Row]:
    by_seat = {line.index: line for line in lines}
    return [_row(snapshot, occupant, by_seat.get(occupant.index)) for occupant in snapshot.present]


def _row(snapshot: MatchSnapshot, occupant: Occupant, line: PlayerLine | None) -> _Row:
    awaited = " is-awaited" if line is not None and line.awaited else ""
    return _Row(
        occupant=occupant,
        marks=f"{awaited}{' is-away' if occupant.away else ''}",
        name=f'{_mark(occupant)}<span class="player-name">{name_tag(occupant.name, occupant.hue)}',
        after=f"{_badges(snapshot, occupant)}</span>{_line(line) if line else ''}",
    )


def _mark(occupant: Occupant) -> str:
    """The round mark of a seat, as `components/avatar.html`."""
    inside = icon("bot") if occupant.bot else safe(occupant.name[:1].upper())
    return f'<span class="seat-mark" data-hue="{occupant.hue}" aria-hidden="true">{inside}</span>'


def _badges(snapshot: MatchSnapshot, occupant: Occupant) -> str:
    badges = []
    if occupant.bot:
        badges.append(("badge is-spare", _("bot")))
    if occupant == snapshot.owner:
        badges.append(("badge is-spare", _("owner")))
    if occupant.stand_in:
        badges.append(("badge is-word", _("played by a bot")))
    if occupant.index in snapshot.match.stop_votes:
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
    counts = safe(line.counts or _("points"))
    return (
        f'<span class="player-score"><span class="visually-hidden">{counts} </span>'
        f'<span id="score-{line.index}" data-count>{safe(line.score)}</span>{moved}</span>{status}'
    )


def _kick(occupant: Occupant, match_id: str) -> str:
    """The owner's way to be rid of somebody."""
    url, name = reverse("games:kick", args=[match_id, occupant.index]), {"name": occupant.name}
    if occupant.bot:
        asked = _("Take the bot %(name)s away from the table?") % name
    else:
        asked = _("Remove %(name)s? Only a new invitation lets them come back.") % name
    return (
        f'<form method="post" action="{url}" hx-post="{url}" hx-swap="none" '
        f'data-confirm="{safe(asked)}">{CSRF}<button class="button quiet small icon-only" '
        f'title="{_("Remove from the table")}">{icon("cross")}<span class="visually-hidden">'
        f"{safe(_('Remove %(name)s') % name)}</span></button></form>"
    )

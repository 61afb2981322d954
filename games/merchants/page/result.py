"""The end: Kings turned up, hands shown, the score worked out line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chat.core.translation import gettext as _, ngettext
from games.engine.base import Standing
from games.merchants.page import ending, naming
from games.merchants.page.faces import Face, face, faces
from games.merchants.page.viewer import player_in, view_of
from games.merchants.rules.view import MerchantsView, ScoreLine, ScoreView
from games.page.kit import Who, who, winners_line
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Line:
    """One suit, or the eggs: its cards, how they are reckoned in words, and the points."""

    title: str
    suit: str
    cards: tuple[Face, ...]
    sum: str
    points: int


@dataclass(frozen=True)
class Place:
    """One at the table. `rest`: cards that count nothing. `note`: why there is no score."""

    who: Who
    rank: int | None
    winner: bool
    king: Face | None
    lines: tuple[Line, ...]
    rest: tuple[Face, ...]
    total: int | None
    eggs: int
    note: str


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    standings = view.outcome.standings if view.outcome else ()
    places = [_place(snapshot, view, standing) for standing in standings]
    return {
        "headline": winners_line(snapshot, view.outcome, view.seat),
        "reason": ending.reason(view),
        "places": places,
        "mine": next((place for place in places if place.who.me), None),
        "counted": bool(view.scores),
        "kings": faces(view.opened.kings) if view.opened else (),
    }


def _place(snapshot: MatchSnapshot, view: MerchantsView, standing: Standing) -> Place:
    player = player_in(view, standing.seat)
    score = next((one for one in view.scores if one.seat == standing.seat), None)
    held = player.cards or () if player else ()
    front = tuple(emblem.card for emblem in player.front) if player else ()
    counted = {card for line in score.lines for card in line.cards} if score else set()
    eggs = tuple(card for card in held if card[1] == "A") if score else ()
    rest = [card for card in (*held, *front) if card not in counted and card not in eggs]
    return Place(
        who=who(snapshot, standing.seat, view.seat),
        rank=standing.rank,
        winner=standing.winner,
        king=face(player.king) if player and player.king else None,
        lines=_lines(score, eggs) if score else (),
        rest=faces(rest),
        total=score.total if score else None,
        eggs=score.eggs if score else 0,
        note=_note(standing),
    )


def _lines(score: ScoreView, eggs: tuple[str, ...]) -> tuple[Line, ...]:
    lines = [
        Line(
            naming.suit_name(line.suit), line.suit, faces(line.cards), _reckoned(line), line.points
        )
        for line in score.lines
    ]
    if score.eggs:
        text = ngettext("%(n)d egg × 20", "%(n)d eggs × 20", score.eggs) % {"n": score.eggs}
        lines.append(Line(_("Dragon eggs"), "", faces(eggs), text, score.egg_points))
    return tuple(lines)


def _reckoned(line: ScoreLine) -> str:
    """As one would say it at the table: "(4 + 7 + 10) × 2 for the King, + 4 for the Guild"."""
    plain = " + ".join(str(face(card).value) for card in line.cards)
    if line.doubled:
        plain = _("(%(sum)s) × 2 for the King") % {"sum": plain}
    if line.guild:
        return _("%(sum)s, + %(n)d for the Guild") % {"sum": plain, "n": line.guild}
    return plain


def _note(standing: Standing) -> str:
    match standing.note:
        case "eliminated":
            return _("driven out by the dragon")
        case "drawn":
            return _("tied for first place")
        case _:
            return ""

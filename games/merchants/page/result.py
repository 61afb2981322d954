"""The result of a match, the score line by line, and a summary of the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chat.core.translation import gettext as _, ngettext
from games.engine.base import Standing
from games.engine.codec import build
from games.merchants.page import card_faces
from games.merchants.page.card_faces import Face, face, faces
from games.merchants.page.typed_view import player_in, view_of
from games.merchants.rules.options import MerchantsOptions
from games.merchants.rules.show import SECONDS
from games.merchants.rules.state import Phase
from games.merchants.rules.view import MerchantsView, ScoreLine, ScoreView
from games.page.presentation import Who, who, winners_line
from games.page.snapshot import MatchSnapshot

# --- End of a match in words


def end_line(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    """Return the phase line of a finished match."""
    return f"{winners_line(snapshot, view.outcome, view.seat)} {reason(view)}".strip()


def reason(view: MerchantsView) -> str:
    """Return the reason why the match ended."""
    outcome = view.outcome
    match "aborted" if outcome is None else outcome.reason:
        case "deck":
            if outcome is not None and not outcome.is_won:
                return _("The deck ran out, and the leaders are tied on points and eggs.")
            return _("The deck ran out, and all hands are scored.")
        case "monopoly":
            return _("All eight goods of one suit in one hand: a monopoly.")
        case "four_eggs":
            return _("All four dragon eggs in one hand.")
        case "last_standing":
            return _("The dragon left nobody else in the game.")
        case _:
            return _("There is no winner.")


@dataclass(frozen=True)
class Line:
    """A line of a score: one suit, or the eggs."""

    title: str
    suit: str
    cards: tuple[Face, ...]
    sum: str  # the calculation, in words
    points: int


@dataclass(frozen=True)
class Place:
    """A player's place in the result."""

    who: Who
    rank: int | None
    winner: bool
    king: Face | None
    lines: tuple[Line, ...]
    rest: tuple[Face, ...]  # cards that do not count
    total: int | None
    eggs: int
    note: str  # the reason why there is no score


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    standings = view.outcome.standings if view.outcome else ()
    places = [_place(snapshot, view, standing) for standing in standings]
    return {
        "headline": winners_line(snapshot, view.outcome, view.seat),
        "reason": reason(view),
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
            card_faces.suit_name(line.suit),
            line.suit,
            faces(line.cards),
            _calculation(line),
            line.points,
        )
        for line in score.lines
    ]
    if score.eggs:
        text = ngettext("%(n)d egg × 20", "%(n)d eggs × 20", score.eggs) % {"n": score.eggs}
        lines.append(Line(_("Dragon eggs"), "", faces(eggs), text, score.egg_points))
    return tuple(lines)


def _calculation(line: ScoreLine) -> str:
    """Return the calculation of a line, as players would say it.

    For example: "(4 + 7 + 10) × 2 for the King, + 4 for the Guild".
    """
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


# --- Summary of the options, before the start


def summary_context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    options: MerchantsOptions = build(snapshot.match.options, MerchantsOptions)
    match options.mode:
        case "full":
            name, text = _("Full game"), _("All cards: characters, crates, eggs and the dragon.")
        case "quick":
            name = _("Quick start")
            text = _("Goods and Kings only: buying, seizing and dice, in about 12 minutes.")
        case "hard":
            name = _("Hard")
            text = _("Like the full game, but players struck by the dragon are out.")
    return {
        "mode": name,
        "text": text,
        "slow": snapshot.match.settings.pace == "slow",
        **_seconds(snapshot.match.settings.pace_percent),
    }


def _seconds(pace_percent: int) -> Mapping[str, int]:
    """Return the time limits of this table, for a turn and for other answers."""
    turn = SECONDS[Phase.MARKET]
    answers = [given for given in SECONDS.values() if 0 < given < turn]
    found = {"turn": turn, "least": min(answers), "most": max(answers)}
    return {name: round(given * pace_percent / 100) for name, given in found.items()}

"""The line above the board, the line of each player, and the options of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chat.core.translation import gettext as _, ngettext
from games.engine.codec import build
from games.interop.page import words
from games.interop.page.result import end_line
from games.interop.page.typed_view import view_of
from games.interop.rules.options import InteropOptions
from games.interop.rules.view import InteropView, PlayerView
from games.page.presentation import PlayerLine, who
from games.page.snapshot import MatchSnapshot


def sentence(snapshot: MatchSnapshot, seat: int | None) -> str:
    view = view_of(snapshot, seat)
    if view.phase == "over":
        return end_line(snapshot, view)
    now = _mine(view) if view.mine else _other(snapshot, view)
    if view.phase == "founders":
        return now
    where = _("Round %(round)d of %(rounds)d.") % {"round": view.round, "rounds": view.rounds}
    return f"{where} {now}"


def _mine(view: InteropView) -> str:
    match view.kind:
        case "founder":
            return _("Choose a kit to found your network on, and its licence.")
        case "keep":
            return _("Keep one of the cards you drew, or none.")
        case "allocate":
            return _("Place the new users on one of your applications.")
    return _("Your turn: buy, draw and adopt, then end your turn.")


def _other(snapshot: MatchSnapshot, view: InteropView) -> str:
    if view.turn is None:
        return ""
    values = {"name": who(snapshot, view.turn).name}
    return f"{_doing(view) % values} {_until(view)}".strip()


def _doing(view: InteropView) -> str:
    match view.kind:
        case "founder":
            return _("%(name)s is choosing a founder kit.")
        case "keep":
            deck = words.DECKS[view.drawn.deck] if view.drawn else ""
            return _("%(name)s draws from %(deck)s.").replace("%(deck)s", str(deck))
        case "allocate":
            return _("%(name)s is placing users.")
    return _("%(name)s is investing.")


def _until(view: InteropView) -> str:
    """Return how many players come before the viewer in this phase, in words."""
    if view.seat is None or view.turn is None:
        return ""
    order = _order(view)
    steps = order.index(view.seat) - order.index(view.turn)
    if steps <= 0:
        return _("You have had your turn.")
    if steps == 1:
        return _("You are next.")
    return ngettext("%(n)d player goes before you.", "%(n)d players go before you.", steps) % {
        "n": steps
    }


def _order(view: InteropView) -> list[int]:
    seats = len(view.players)
    if view.phase == "founders":
        return list(reversed(range(seats)))
    return [(view.first + step) % seats for step in range(seats)]


# --- Lines of the players


def lines(snapshot: MatchSnapshot, seat: int | None) -> list[PlayerLine]:
    view = view_of(snapshot, seat)
    return [
        PlayerLine(
            index=player.seat,
            score=str(player.money),
            status=_status(view, player),
            awaited=player.seat in view.awaited,
            moved=player.income or 0,
            counts=_("money"),
        )
        for player in view.players
    ]


def _status(view: InteropView, player: PlayerView) -> str:
    if view.phase == "over":
        return ""
    if player.seat == view.turn:
        return _player_doing(view)
    units = _("%(used)d of %(all)d units") % {"used": player.used, "all": player.capacity}
    if player.seat == view.first and view.phase != "founders":
        return _("first player, %(units)s") % {"units": units}
    return units


def _player_doing(view: InteropView) -> str:
    match view.kind:
        case "founder":
            return _("choosing a kit")
        case "keep":
            return _("looking at drawn cards")
        case "allocate":
            return _("placing users")
    return _("investing")


# --- Summary of the options, before the start


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    options = build(snapshot.match.options, InteropOptions)
    return {"options": options, "two": snapshot.match.settings.least == 2}

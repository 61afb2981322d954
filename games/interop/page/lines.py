"""The players beside the board: money, what each is doing, and the last income."""

from __future__ import annotations

from chat.core.translation import gettext as _
from games.interop.page.viewer import view_of
from games.interop.rules.view import InteropView, PlayerView
from games.page.presenting import PlayerLine
from games.page.snapshot import MatchSnapshot


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
        return _doing(view)
    units = _("%(used)d of %(all)d units") % {"used": player.used, "all": player.capacity}
    if player.seat == view.first and view.phase != "founders":
        return _("first player, %(units)s") % {"units": units}
    return units


def _doing(view: InteropView) -> str:
    match view.kind:
        case "founder":
            return _("chooses a kit")
        case "keep":
            return _("looks at drawn cards")
        case "allocate":
            return _("places users")
    return _("invests")

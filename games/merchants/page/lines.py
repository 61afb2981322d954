"""The players beside the board: what each is doing, and at the end the points."""

from __future__ import annotations

from chat.core.translation import gettext as _, ngettext
from games.merchants.page.viewer import view_of
from games.merchants.rules.view import MerchantsView, PlayerView
from games.page.presenting import PlayerLine
from games.page.snapshot import MatchSnapshot


def lines(snapshot: MatchSnapshot, seat: int | None) -> list[PlayerLine]:
    """While it is played there are no points to show: hands are their players' own."""
    view = view_of(snapshot, seat)
    totals = {score.seat: str(score.total) for score in view.scores}
    return [
        PlayerLine(
            index=player.seat,
            score=totals.get(player.seat, ""),
            status=_status(view, player),
            awaited=player.seat in view.awaited,
        )
        for player in view.players
    ]


def _status(view: MerchantsView, player: PlayerView) -> str:
    if player.out:
        return _("out of the game")
    if view.phase == "over":
        return ""
    parts = [ngettext("%(n)d card", "%(n)d cards", player.hand) % {"n": player.hand}]
    if player.dealer:
        parts.append(_("dealer"))
    if player.seat in view.awaited:
        parts.append(_("to act"))
    elif player.active and view.stage == "turn":
        parts.append(_("has the turn"))
    return " · ".join(parts)

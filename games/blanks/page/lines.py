"""The players beside the board: score, what each is doing, and the points of the last round."""

from __future__ import annotations

from chat.core.translation import gettext as _, language
from games.blanks.page.viewer import view_of
from games.blanks.rules.view import BlanksView, PlayerView
from games.page.presenting import PlayerLine
from games.page.snapshot import MatchSnapshot


def lines(snapshot: MatchSnapshot, seat: int | None) -> list[PlayerLine]:
    """The same for every viewer: what a spectator sees."""
    return snapshot.shared(("lines", language()), lambda: _lines(view_of(snapshot, None)))


def _lines(view: BlanksView) -> list[PlayerLine]:
    latest = view.results[-1].points if view.results and view.phase != "vote" else ()
    return [
        PlayerLine(
            index=player.seat,
            score=str(player.score),
            status=_status(view, player),
            awaited=player.seat in view.awaited,
            moved=int(player.seat in latest),
        )
        for player in view.players
    ]


def _status(view: BlanksView, player: PlayerView) -> str:
    if view.phase == "over":
        return ""
    match player.status:
        case "away":
            return _("away")
        case "waiting":
            return _("waits for the next round")
    if view.phase == "play":
        return _("has played") if player.played else _("choosing")
    return _("has voted") if player.voted else _("voting")

"""The phase line above the board, and the players' lines beside it."""

from __future__ import annotations

from chat.core.translation import gettext as _, language, ngettext
from games.blanks.page.result import end_line
from games.blanks.page.typed_view import player_in, some, view_of
from games.blanks.rules.view import BlanksView, PlayerView
from games.page.presentation import PlayerLine
from games.page.snapshot import MatchSnapshot


def sentence(snapshot: MatchSnapshot, seat: int | None) -> str:
    view = view_of(snapshot, seat)
    if view.phase == "over":
        return end_line(snapshot, view, seat)
    if view.phase == "break":
        return _in_break(snapshot, view, seat)
    others = [index for index in view.awaited if index != seat]
    waiting = _("Waiting for %(names)s.") % {"names": some(snapshot, others)} if others else ""
    return f"{_own_part(view, seat)} {waiting}".strip()


def _own_part(view: BlanksView, seat: int | None) -> str:
    player = player_in(view, seat)
    if player is None:
        playing = view.phase == "play"
        return _("The players choose their cards.") if playing else _("The players vote.")
    match player.status:
        case "away":
            return _("You are away, so nobody waits for you. Come back to play the next round.")
        case "waiting":
            return _("You join in the next round.")
    if view.mine:
        return _asked(view)
    return _done(view, player.played)


def _in_break(snapshot: MatchSnapshot, view: BlanksView, seat: int | None) -> str:
    """Say for whom the table waits. The clock beside it shows until when."""
    if seat in view.away:
        return _(
            "The table is waiting for you. If too few players come back in time, the match ends."
        )
    text = _(
        "A break: waiting for %(names)s to come back. If too few players return in time, the match"
        " ends."
    )
    return text % {"names": some(snapshot, view.away)}


def _asked(view: BlanksView) -> str:
    if view.phase == "vote":
        return _("Vote for the answer you like best.")
    pick = view.black.pick if view.black else 1
    return ngettext("Choose a card.", "Choose %(n)d cards, in order.", pick) % {"n": pick}


def _done(view: BlanksView, played: bool) -> str:
    if view.phase == "vote":
        return _("You have voted.") if view.my_vote else _("You did not vote in this round.")
    return _("You have played.") if played else _("You are not playing in this round.")


# --- Players beside the board


def lines(snapshot: MatchSnapshot, seat: int | None) -> list[PlayerLine]:
    """Return the players' lines as a spectator sees them, which all viewers share."""
    return snapshot.shared(("lines", language()), lambda: _lines(view_of(snapshot, None)))


def _lines(view: BlanksView) -> list[PlayerLine]:
    latest = view.results[-1].points if view.results and view.phase != "vote" else ()
    return [
        PlayerLine(
            index=player.seat,
            score=str(player.score),
            status=_status(view, player),
            awaited=player.seat in (view.away if view.phase == "break" else view.awaited),
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
            return _("joins next round")
    if view.phase == "break":
        return _("here")
    if view.phase == "play":
        return _("has played") if player.played else _("choosing")
    return _("has voted") if player.voted else _("voting")

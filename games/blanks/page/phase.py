"""The one line over the board: what happens now, and what is expected of this viewer."""

from __future__ import annotations

from chat.core.translation import gettext as _, ngettext
from games.blanks.page.result import end_line
from games.blanks.page.viewer import player_in, some, view_of
from games.blanks.rules.view import BlanksView
from games.page.snapshot import MatchSnapshot


def sentence(snapshot: MatchSnapshot, seat: int | None) -> str:
    view = view_of(snapshot, seat)
    if view.phase == "over":
        return end_line(snapshot, view, seat)
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
            return _("You will join in from the next round.")
    if view.mine:
        return _asked(view)
    return _done(view, player.played)


def _asked(view: BlanksView) -> str:
    if view.phase == "vote":
        return _("Vote for the answer you like best.")
    pick = view.black.pick if view.black else 1
    return ngettext("Choose %(n)d card.", "Choose %(n)d cards, in order.", pick) % {"n": pick}


def _done(view: BlanksView, played: bool) -> str:
    if view.phase == "vote":
        return _("You have voted.") if view.my_vote else _("You did not vote in this round.")
    return _("You have played.") if played else _("You are not playing in this round.")

"""How a match ended, in a sentence or two."""

from __future__ import annotations

from django.utils.text import get_text_list

from chat.core.translation import gettext as _
from games.engines.merchants.view import MerchantsView
from games.live.kit import who
from games.live.snapshot import MatchSnapshot


def end_line(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    """The phase line of a match that is over."""
    return f"{headline(snapshot, view)} {reason(view)}".strip()


def headline(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    outcome = view.outcome
    if outcome is None or outcome.reason == "aborted":
        return _("The match was broken off.")
    winners = [who(snapshot, one.seat).name for one in outcome.standings if one.winner]
    if not winners:
        return _("Nobody won.")
    return _("%(names)s won.") % {"names": get_text_list(winners, _("and"))}


def reason(view: MerchantsView) -> str:
    """Why it ended."""
    outcome = view.outcome
    match "aborted" if outcome is None else outcome.reason:
        case "deck":
            if outcome is not None and not any(one.winner for one in outcome.standings):
                return _("The deck ran out, and the best were equal in points and eggs.")
            return _("The deck ran out, and all hands were counted.")
        case "monopoly":
            return _("All eight goods of one suit in one hand: a monopoly.")
        case "four_eggs":
            return _("All four dragon eggs in one hand.")
        case "last_standing":
            return _("The dragon left nobody else.")
        case _:
            return _("There is no winner.")

"""How a match ended, in a sentence or two."""

from __future__ import annotations

from chat.core.translation import gettext as _
from games.merchants.rules.view import MerchantsView
from games.page.kit import winners_line
from games.page.snapshot import MatchSnapshot


def end_line(snapshot: MatchSnapshot, view: MerchantsView) -> str:
    """The phase line of a match that is over."""
    return f"{winners_line(snapshot, view.outcome, view.seat)} {reason(view)}".strip()


def reason(view: MerchantsView) -> str:
    """Why it ended."""
    outcome = view.outcome
    match "aborted" if outcome is None else outcome.reason:
        case "deck":
            if outcome is not None and not outcome.is_won:
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

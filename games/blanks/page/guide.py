"""Hints for a first game of Blanks, from what the player sees."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from chat.core.translation import gettext as _
from games.blanks.page.typed_view import view_of
from games.blanks.rules.view import BlanksView
from games.page.presentation import Goal, Guide
from games.page.snapshot import MatchSnapshot

GOAL = Goal(
    gettext_lazy("Make the others laugh: the answer with the most votes scores a point."),
    gettext_lazy(
        "Fill the black card from your hand, then vote for the best answer that is not yours."
    ),
    gettext_lazy("When somebody reaches the target, or after the last round."),
)


def goal(_snapshot: MatchSnapshot) -> Goal:
    return GOAL


def hint(snapshot: MatchSnapshot, seat: int) -> Guide | None:
    view = view_of(snapshot, seat)
    if view.phase == "play":
        return _answering(view)
    if view.phase == "vote":
        return _voting(view)
    return None


def _answering(view: BlanksView) -> Guide:
    if not view.mine:
        text = _(
            "Nobody sees your answer yet. When everybody has played, the answers are shuffled."
        )
        return Guide(_("Wait for the others"), text, "round")
    if view.round == 1:
        text = _(
            "Read the black card, then choose the white card that makes it funniest. "
            "You see it in the gap before you play it. Your hand is refilled every "
            "round."
        )
        return Guide(_("Answer the prompt"), text, "answer")
    if view.black is not None and view.black.pick > 1:
        text = _("This card has several gaps. Your cards fill them in the order you choose them.")
        return Guide(_("More than one gap"), text, "answer")
    text = _("Think of who is voting: what has made this table laugh so far?")
    return Guide(_("Answer the prompt"), text, "answer")


def _voting(view: BlanksView) -> Guide:
    if view.mine:
        text = _(
            "The answers have no names. Vote for the best one that is not yours: the answer with "
            "the most votes scores a point for its author. In a tie, each author scores."
        )
        return Guide(_("Give your one vote"), text, "vote")
    if not view.options.discards:
        return Guide(_("While the others vote"), _("Your hand fills up again next round."), "vote")
    text = _("Check your hand: for one point you can discard cards you will never use.")
    return Guide(_("While the others vote"), text, "discard")

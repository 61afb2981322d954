"""Hints for a first game of Blanks, from what the player sees."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from chat.core.translation import gettext as _, ngettext
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
        text = _("Choose the white card that makes the black card funniest, then play it.")
        more = _("You see it in the gap before you play it. Your hand is refilled every round.")
        return Guide(_("Answer the prompt"), text, "answer", more)
    if view.black is not None and view.black.pick > 1:
        text = _("This card has several gaps. Your cards fill them in the order you choose them.")
        return Guide(_("More than one gap"), text, "answer")
    text = _("Think of who is voting: what has made this table laugh so far?")
    return Guide(_("Your next answer"), text, "answer")


def _voting(view: BlanksView) -> Guide:
    if view.mine:
        text = _("The answers have no names. Vote for the best one that is not yours.")
        more = _(
            "The answer with the most votes scores a point for its author. In a tie, each author "
            "scores."
        )
        return Guide(_("Give your one vote"), text, "vote", more)
    if not view.options.discards:
        return Guide(_("While the others vote"), _("Your hand fills up again next round."), "vote")
    text = _("Check your hand: for one point you can discard cards you will never use.")
    return Guide(_("While the others vote"), text, "discard")


# --- The lesson: two rounds with a vote each


_STEPS = 5


def lesson(snapshot: MatchSnapshot, seat: int) -> Guide | None:
    view = view_of(snapshot, seat)
    if view.phase not in ("play", "vote"):
        return None
    if view.round > _STEPS // 2:
        return _end()
    number = 2 * view.round - (view.phase == "play")
    title, text = _step(view, seat) if view.mine else _wait(view)
    return Guide(title, text, step=number, steps=_STEPS)


def _step(view: BlanksView, seat: int) -> tuple[str, str]:
    first = view.round == 1
    if view.phase == "play" and first:
        text = _(
            "Everybody gets the same black card. Choose the white card that fills its gap best; "
            "you see the whole sentence. Then play it."
        )
        return _("Fill the gap"), text
    if view.phase == "vote" and first:
        text = _(
            "These are all the answers, shuffled and without names. Vote for the one you like "
            "best. You cannot vote for your own."
        )
        return _("Vote for the funniest answer"), text
    if view.phase == "play":
        points = next(one.score for one in view.players if one.seat == seat)
        text = ngettext(
            "The answer with the most votes scores a point, and a tie scores for each of its "
            "authors. You have %(n)s point. Your hand is full again: answer the next card.",
            "The answer with the most votes scores a point, and a tie scores for each of its "
            "authors. You have %(n)s points. Your hand is full again: answer the next card.",
            points,
        )
        return _("Votes are points"), text % {"n": points}
    text = _(
        "Vote once more. After your vote you could pay a point to discard cards that you will "
        "never use; new ones take their place."
    )
    return _("A second vote"), text


def _wait(view: BlanksView) -> tuple[str, str]:
    if view.phase == "play":
        return _("Your answer is in"), _("Nobody sees it until the others have played as well.")
    return _("Your vote is in"), _("When everybody has voted, the votes and names are shown.")


def _end() -> Guide:
    text = _(
        "Answer and vote: that is the whole game. It ends when somebody has enough points, "
        "usually seven. It is most fun with friends, who know what makes you laugh."
    )
    return Guide(_("Now you know Blanks"), text, step=_STEPS, steps=_STEPS, over=True)

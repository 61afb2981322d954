"""The statistics of Blanks: the votes that each author's sentences received."""

from __future__ import annotations

from collections.abc import Sequence

from chat.core.translation import gettext as _, ngettext
from games.blanks.rules.scoring import Author
from games.page.charts import Bar, bar_picture
from games.page.presentation import Figure, Row, who
from games.page.snapshot import MatchSnapshot


def figures(
    snapshot: MatchSnapshot, counted: Sequence[Author], seat: int | None
) -> Sequence[Figure]:
    """Return the figures of a finished match, none if nothing was voted on."""
    if not counted:
        return ()
    named = [
        (one, who(snapshot, one.seat, seat))
        for one in sorted(counted, key=lambda one: (-one.votes, one.seat))
    ]
    title = _("Votes by author")
    return [
        Figure(
            name="votes",
            title=title,
            text=_("All votes that each author’s sentences received. Ballots are never revealed."),
            picture=bar_picture(
                [Bar(owner.name, (one.votes,), _votes(one), owner.hue) for one, owner in named],
                title,
            ),
            heads=(
                _("Author"),
                _("Sentences"),
                _("Votes"),
                _("A sentence"),
                _("Best sentence"),
                _("Rounds won"),
            ),
            rows=tuple(
                Row(
                    (
                        owner.name,
                        one.sentences,
                        one.votes,
                        f"{one.votes / one.sentences:.1f}",
                        one.most,
                        one.points,
                    ),
                    owner,
                )
                for one, owner in named
            ),
        )
    ]


def _votes(one: Author) -> str:
    return ngettext("%(n)s vote", "%(n)s votes", one.votes) % {"n": one.votes}

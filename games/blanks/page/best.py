"""The evening's best (rules 14.7): the winning sentences of a match, to keep and to quote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from chat.core.translation import gettext as _, ngettext
from games.blanks.page.viewer import people
from games.blanks.page.wording import filled_html, texts_of
from games.blanks.rules.view import BestPlayView, BestRoundView, BlanksView
from games.page.kit import Who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class BestAnswer:
    """A winning sentence. `by`: author and votes, as a picture says them; `quote`: to be copied."""

    filled: SafeString
    who: Who
    votes: int
    by: str
    quote: str


@dataclass(frozen=True)
class BestRound:
    """`answers`: several if they had equally many votes, none if nobody got a point."""

    number: int
    black: str
    answers: tuple[BestAnswer, ...]


@dataclass(frozen=True)
class Evening:
    """`quote`: all sentences, to be copied; "" where nobody got a point. `name`: of the table."""

    name: str
    rounds: tuple[BestRound, ...]
    quote: str


def evening(snapshot: MatchSnapshot, view: BlanksView) -> Evening | None:
    """None where no round was voted on, and while the match is not over."""
    if not view.best:
        return None
    called, name = people(snapshot, view.seat), snapshot.match.name
    rounds = tuple(_round(one, called) for one in view.best)
    quotes = [answer.quote for one in rounds for answer in one.answers]
    title = _("The evening’s best: %(name)s") % {"name": name}
    quote = "\n\n".join((title, *quotes)) if quotes else ""
    return Evening(name=name, rounds=rounds, quote=quote)


def _round(one: BestRoundView, called: Callable[[int], Who]) -> BestRound:
    answers = tuple(_answer(one.black, play, called(play.seat)) for play in one.plays)
    return BestRound(number=one.round, black=one.black, answers=answers)


def _answer(black: str, play: BestPlayView, author: Who) -> BestAnswer:
    votes = ngettext("%(n)d vote", "%(n)d votes", play.votes) % {"n": play.votes}
    by = _("%(name)s, %(votes)s") % {"name": author.name, "votes": votes}
    return BestAnswer(
        filled=filled_html(black, texts_of(play.cards), play.sentence),
        who=author,
        votes=play.votes,
        by=by,
        quote=f"{play.sentence}\n— {by}",
    )

"""The result of a match: winners, standings and the best sentences (rules 14.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from chat.core.translation import gettext as _, ngettext
from games.blanks.page.board import rounds
from games.blanks.page.prompts import filled_html, texts_of
from games.blanks.page.typed_view import people, view_of
from games.blanks.rules.view import BestPlayView, BestRoundView, BlanksView, OptionsView
from games.engine.base import Outcome, Standing
from games.page.presentation import Who, who, winners_line
from games.page.snapshot import MatchSnapshot

# --- Best sentences of a match, to keep and to quote (rules 14.7)


@dataclass(frozen=True)
class BestAnswer:
    """A winning sentence."""

    filled: SafeString
    who: Who
    votes: int
    by: str  # author and votes, as a caption
    quote: str  # the text for the clipboard


@dataclass(frozen=True)
class BestRound:
    """The winning sentences of one round."""

    number: int
    black: str
    answers: tuple[BestAnswer, ...]  # several after a tie, none if nobody got a point


@dataclass(frozen=True)
class Evening:
    """The winning sentences of a match."""

    name: str  # of the table
    rounds: tuple[BestRound, ...]
    quote: str  # all sentences for the clipboard, "" if nobody got a point


def evening(snapshot: MatchSnapshot, view: BlanksView) -> Evening | None:
    """Return the winning sentences of a finished match.

    None before the end, and if no round was voted on.
    """
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


@dataclass(frozen=True)
class Place:
    """A row of the standings."""

    who: Who
    rank: int | None  # None if nobody won
    score: int
    winner: bool
    note: str  # how the player left


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    places = _places(snapshot, view.outcome, seat)
    return {
        "headline": winners_line(snapshot, view.outcome, seat),
        "reason": _reason(view),
        "mine": next((place for place in places if place.who.me and place.rank), None),
        "players": sum(place.rank is not None for place in places),
        "places": places,
        "rounds": rounds(snapshot, view)[::-1],
        "evening": evening(snapshot, view),
    }


def end_line(snapshot: MatchSnapshot, view: BlanksView, seat: int | None) -> str:
    """Return the phase line of a finished match."""
    return f"{winners_line(snapshot, view.outcome, seat)} {_reason(view)}".strip()


def _places(snapshot: MatchSnapshot, outcome: Outcome | None, seat: int | None) -> list[Place]:
    standings = outcome.standings if outcome else ()
    won = outcome is not None and outcome.is_won
    return [
        Place(
            who=who(snapshot, standing.seat, seat),
            rank=standing.rank if won else None,
            score=standing.score,
            winner=standing.winner,
            note=_note(standing),
        )
        for standing in standings
    ]


def _note(standing: Standing) -> str:
    words = {"left": _("left"), "kicked": _("removed by the host")}
    words["removed"] = _("removed by a moderator")
    return words.get(standing.note, "")


def _reason(view: BlanksView) -> str:
    """Return a sentence on why the match ended."""
    reason = view.outcome.reason if view.outcome else "aborted"
    return _REASONS[reason](view.options)


def _target(options: OptionsView) -> str:
    count = options.target_score
    text = ngettext(
        "The target of %(n)d point was reached.", "The target of %(n)d points was reached.", count
    )
    return text % {"n": count}


def _limit(options: OptionsView) -> str:
    count = options.round_limit
    return ngettext("The only round was played.", "All %(n)d rounds were played.", count) % {
        "n": count
    }


_REASONS: dict[str, Callable[[OptionsView], str]] = {
    "target_score": _target,
    "round_limit": _limit,
    "too_few_players": lambda _options: _("There were too few players left."),
    "black_deck_empty": lambda _options: _("There were no black cards left."),
    "aborted": lambda _options: _("It has no winner."),
}

"""Rounds that are over: who got a point and how the votes fell (rules 14.4). No white cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _, ngettext

from games.engines.blanks.view import BlanksView, ResultView
from games.live.snapshot import MatchSnapshot
from games.pages.blanks.seen import Who, names_html, people


@dataclass(frozen=True)
class Tally:
    """A player's votes in one round, and whether they brought a point."""

    who: Who
    votes: int
    point: bool


@dataclass(frozen=True)
class Round:
    """`winners`: who got a point. `tallies`: most votes first; empty when there was no vote."""

    number: int
    black: str
    winners: tuple[Who, ...]
    tallies: tuple[Tally, ...]
    voted: bool


def rounds(snapshot: MatchSnapshot, view: BlanksView) -> list[Round]:
    """Newest first."""
    called = people(snapshot, view.seat)
    return [_batch(result, called) for result in reversed(view.results)]


def _batch(result: ResultView, called: Callable[[int], Who]) -> Round:
    counts = sorted(result.votes, key=lambda count: (-count.votes, count.seat))
    tallies = (
        Tally(called(count.seat), count.votes, count.seat in result.points) for count in counts
    )
    return Round(
        number=result.round,
        black=result.black,
        winners=tuple(called(seat) for seat in result.points),
        tallies=tuple(tallies) if result.voted else (),
        voted=result.voted,
    )


def rounds_html(past: Iterable[Round]) -> list[str]:
    """Each round in short."""
    votes = cache(_votes)  # the same few numbers again and again
    return [_round_html(one, votes) for one in past]


def _round_html(one: Round, votes: Callable[[int], str]) -> str:
    name = _("Round %(n)s:") % {"n": one.number}
    tallies = tallies_html(one, lambda tally: votes(tally.votes)) if one.tallies else ""
    return f'<p class="round-line"><b>{name}</b> {_outcome(one)}</p>{tallies}'


def _outcome(one: Round) -> str:
    if one.winners:
        return f"{_('a point for')} {names_html(one.winners)}"
    return _("no votes, no point") if one.voted else _("no vote, too few answers")


def _votes(count: int) -> str:
    return ngettext("%(n)s vote", "%(n)s votes", count) % {"n": count}


def tallies_html(one: Round, said: Callable[[Tally], str]) -> str:
    """How the votes fell: of each player what is `said`."""
    items = "".join(
        f'<li class="tally{" is-winner" if tally.point else ""}">{tally.who.tag} '
        f"<span>{said(tally)}</span></li>"
        for tally in one.tallies
    )
    return f'<ul class="tallies">{items}</ul>'

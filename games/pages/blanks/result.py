"""The end: who won, why it ended, the standings, round by round. No hands, no plays (D29)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _, ngettext

from chat.core.escaping import safe
from games.engines.base import Outcome, Standing
from games.engines.blanks.view import BlanksView, OptionsView
from games.live.naming import icon, name_tag
from games.live.snapshot import MatchSnapshot
from games.pages.blanks.rounds import Round, rounds, tallies_html
from games.pages.blanks.seen import Who, view_of, who


@dataclass(frozen=True)
class Place:
    """A line of the standings. `note`: how somebody without a rank went."""

    who: Who
    rank: int | None
    score: int
    winner: bool
    note: str


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    places = _places(snapshot, view.outcome, seat)
    ranked = [place for place in places if place.rank is not None]
    return {
        "headline": _headline(snapshot, view.outcome),
        "reason": _reason(view),
        "mine": next((place for place in ranked if place.who.me), None),
        "players": len(ranked),
        "places": places,
        "rounds": rounds(snapshot, view)[::-1],
    }


def html(end: Mapping[str, Any]) -> str:
    """The end out of its context."""
    own = (
        f'<p class="my-place">{_own_place(end["mine"], end["players"])}</p>' if end["mine"] else ""
    )
    places = "".join(_place_html(place) for place in end["places"])
    words = f"<strong>{safe(end['headline'])}</strong> {safe(end['reason'])}"
    return (
        f'<div class="result-words"><p class="lede">{words}</p>{own}</div>'
        f'<ol class="podium">{places}</ol>{_table(end["rounds"])}'
    )


def _own_place(mine: Place, players: int) -> str:
    text = ngettext(
        "Your place: %(rank)s of %(of)s, with %(score)s point.",
        "Your place: %(rank)s of %(of)s, with %(score)s points.",
        mine.score,
    )
    return text % {"rank": mine.rank, "of": players, "score": mine.score}


def _place_html(place: Place) -> str:
    """A line of the standings."""
    kind = f"{'is-winner' if place.winner else ''}{' is-mine' if place.who.me else ''}"
    rank, score = '<span aria-hidden="true">–</span>', ""
    if place.rank:
        rank = f'<span class="visually-hidden">{_("Place")} </span>{place.rank}'
        points = ngettext("%(n)s point", "%(n)s points", place.score) % {"n": place.score}
        score = f'<span class="podium-score">{points}</span>'
    badges = ""
    if place.who.me:
        badges += f' <span class="badge">{_("you")}</span>'
    if place.winner:
        badges += f' <span class="badge brass">{icon("crown")}{_("winner")}</span>'
    if place.note:
        badges += f' <span class="soft">{safe(place.note)}</span>'
    return (
        f'<li class="{kind}"><span class="rank">{rank}</span><span class="podium-name">'
        f"{name_tag(place.who.name, place.who.hue)}{badges}</span>{score}</li>"
    )


def _table(past: Sequence[Round]) -> str:
    """Round by round."""
    if not past:
        return ""
    rows = "".join(
        f'<tr><th scope="row"><span class="only-narrow">{_("Round")} </span>{one.number}</th>'
        f"<td>{safe(one.black)}</td><td>{_votes(one)}</td></tr>"
        for one in past
    )
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in (_("Round"), _("Prompt"), _("Votes"))
    )
    return (
        f'<h3>{_("Round by round")}</h3><table class="table folds"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _votes(one: Round) -> str:
    if not one.tallies:
        return f'<span class="soft">{_("no vote, too few answers")}</span>'
    point = f' <span class="badge brass">{_("+1 point")}</span>'
    return tallies_html(one, lambda tally: f"{tally.votes}{point if tally.point else ''}")


def end_line(snapshot: MatchSnapshot, view: BlanksView) -> str:
    """The phase line of a match that is over."""
    return f"{_headline(snapshot, view.outcome)} {_reason(view)}".strip()


def _places(snapshot: MatchSnapshot, outcome: Outcome | None, seat: int | None) -> list[Place]:
    standings = outcome.standings if outcome else ()
    return [
        Place(
            who=who(snapshot, standing.seat, seat),
            rank=standing.rank,
            score=standing.score,
            winner=standing.winner,
            note=_note(standing),
        )
        for standing in standings
    ]


def _note(standing: Standing) -> str:
    words = {"left": _("left"), "kicked": _("removed by the owner")}
    words["removed"] = _("removed by a moderator")
    return words.get(standing.note, "")


def _headline(snapshot: MatchSnapshot, outcome: Outcome | None) -> str:
    if outcome is None or outcome.reason == "aborted":
        return _("The match was broken off.")
    winners = [who(snapshot, one.seat).name for one in outcome.standings if one.winner]
    if not winners:
        return _("Nobody won.")
    names = get_text_list(winners, _("and"))
    if len(winners) == 1:
        return _("%(name)s won.") % {"name": names}
    return _("%(names)s won together.") % {"names": names}


def _reason(view: BlanksView) -> str:
    """Why it ended, in a sentence."""
    reason = view.outcome.reason if view.outcome else "aborted"
    return _REASONS[reason](view.options)


def _target(options: OptionsView) -> str:
    count = options.target_score
    text = ngettext(
        "The target of %(n)d point is reached.", "The target of %(n)d points is reached.", count
    )
    return text % {"n": count}


def _limit(options: OptionsView) -> str:
    count = options.round_limit
    return ngettext("The one round is played.", "All %(n)d rounds are played.", count) % {
        "n": count
    }


_REASONS: dict[str, Callable[[OptionsView], str]] = {
    "target_score": _target,
    "round_limit": _limit,
    "too_few_players": lambda _options: _("Too few players were left to go on."),
    "black_deck_empty": lambda _options: _("No black card was left."),
    "aborted": lambda _options: _("So it has no winner."),
}

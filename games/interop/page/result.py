"""The end: who won, the ranking, and what the money came from and went for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chat.core.translation import gettext as _
from games.engine.base import Standing
from games.interop.page.chart import chart
from games.interop.page.deployment import site
from games.interop.page.earnings import AppEarned, earned_by_app
from games.interop.page.parts import part
from games.interop.page.viewer import view_of
from games.interop.page.words import TERMS
from games.interop.rules.state import Account
from games.interop.rules.view import InteropView
from games.page.kit import Who, who, winners_line
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Place:
    """A line of the ranking, `rank` None where nobody won. `apps`: what each application earned."""

    who: Who
    rank: int | None
    money: int
    users: int
    winner: bool
    account: Account
    apps: tuple[AppEarned, ...]

    @property
    def own(self) -> int:
        """Money for own users."""
        return sum(app.own for app in self.apps)

    @property
    def shared(self) -> int:
        """Money that came from interoperating."""
        return sum(app.shared for app in self.apps)


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    places = _places(snapshot, view)
    return {
        "part": part,
        "terms": TERMS,
        "view": view,
        "headline": winners_line(snapshot, view.outcome, view.seat),
        "reason": _reason(view),
        "mine": next((place for place in places if place.who.me and place.rank), None),
        "players": len(places),
        "places": places,
        "chart": chart(snapshot, view),
        "finals": [
            {"place": place, "site": site(snapshot, view, place.who.seat)} for place in places
        ],
    }


def end_line(snapshot: MatchSnapshot, view: InteropView) -> str:
    """The phase line of a match that is over."""
    return f"{winners_line(snapshot, view.outcome, view.seat)} {_reason(view)}".strip()


def _places(snapshot: MatchSnapshot, view: InteropView) -> list[Place]:
    standings = view.outcome.standings if view.outcome else ()
    won = view.outcome is not None and view.outcome.is_won
    earned = earned_by_app(snapshot)
    return [_place(snapshot, view, standing, earned, won=won) for standing in standings]


def _place(
    snapshot: MatchSnapshot,
    view: InteropView,
    standing: Standing,
    earned: Mapping[int, tuple[AppEarned, ...]],
    *,
    won: bool,
) -> Place:
    player = view.players[standing.seat]
    return Place(
        who=who(snapshot, standing.seat, view.seat),
        rank=standing.rank if won else None,
        money=player.money,
        users=player.users,
        winner=standing.winner,
        account=player.account,
        apps=earned.get(standing.seat, ()),
    )


def _reason(view: InteropView) -> str:
    """Why it ended, in a sentence."""
    if view.outcome is None or view.outcome.reason == "aborted":
        return _("There is no winner.")
    return _("All %(n)d rounds are played; the richest player wins.") % {"n": view.rounds}

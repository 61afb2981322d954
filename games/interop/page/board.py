"""The board: rendered once for all viewers, from the view of a spectator."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from games.interop.page import words
from games.interop.page.allocation import Sum, crowd, crowd_of, sums
from games.interop.page.card_faces import part
from games.interop.page.deployment import sites
from games.interop.page.market import decks
from games.interop.page.result import chart
from games.interop.page.typed_view import key_of, view_of
from games.interop.rules.box import ERAS_BY_ROUNDS, era_of
from games.interop.rules.view import InteropView
from games.page.presentation import Who, who
from games.page.snapshot import MatchSnapshot


def key(snapshot: MatchSnapshot) -> Hashable:
    return key_of(snapshot, None)


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    view = view_of(snapshot, None)
    return {
        "part": part,
        "view": view,
        "track": track(view),
        "era": words.ERAS[view.era],
        "user_card": crowd(view),
        "seen": tuple(map(crowd_of, view.seen)),
        "sites": sites(snapshot, None),
        "decks": decks(snapshot, None),
        "ledger": ledger(snapshot, view),
        "chart": chart(snapshot, view),
        "first": who(snapshot, view.first),
    }


def track(view: InteropView) -> list[dict[str, Any]]:
    """Return the rounds of the game: number, era, and "past", "now" or "next"."""
    return [
        {
            "number": number,
            "era": era_of(number, view.rounds),
            "is": "past" if number < view.round else "now" if number == view.round else "next",
        }
        for number in range(1, sum(ERAS_BY_ROUNDS[view.rounds]) + 1)
    ]


@dataclass(frozen=True)
class Earned:
    """The income of a player in the last Revenue Phase."""

    who: Who
    income: int
    sums: tuple[Sum, ...]

    @property
    def shared(self) -> bool:
        """True if some of it came through partners."""
        return any(revenue.shared for revenue in self.sums)


def ledger(snapshot: MatchSnapshot, view: InteropView) -> tuple[Earned, ...]:
    """Return each player's income; empty before the first Revenue Phase."""
    return tuple(
        Earned(
            who=who(snapshot, player.seat),
            income=player.income,
            sums=sums(snapshot, [revenue for revenue in player.paid if revenue.money]),
        )
        for player in view.players
        if player.income is not None
    )

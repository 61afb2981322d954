"""The board: rendered once for all, so it holds what a spectator may see."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from games.engines.interop.box import ERAS_BY_ROUNDS, USERS, era_of
from games.engines.interop.view import InteropView
from games.live.moment import Moment
from games.pages.interop import words
from games.pages.interop.allocating import wishes
from games.pages.interop.chart import chart
from games.pages.interop.deployment import sites
from games.pages.interop.income import sums
from games.pages.interop.market import decks
from games.pages.interop.seen import key_of, view_of, who


def key(moment: Moment) -> Hashable:
    return key_of(moment, None)


def context(moment: Moment) -> Mapping[str, Any]:
    view = view_of(moment, None)
    card = view.user_card
    return {
        "view": view,
        "track": track(view),
        "era": words.ERAS[view.era],
        "user_card": {"name": card.name, "lines": wishes(card.lines)} if card else None,
        "seen": [{"name": USERS[one].name, "lines": wishes(USERS[one].lines)} for one in view.seen],
        "sites": sites(moment, None),
        "decks": decks(moment, None),
        "ledger": ledger(moment, view),
        "chart": chart(moment, view),
        "first": who(moment, view.first),
    }


def track(view: InteropView) -> list[dict[str, Any]]:
    """The rounds of the game: number, era, and whether each is over, now, or to come."""
    return [
        {
            "number": number,
            "era": era_of(number, view.rounds),
            "is": "past" if number < view.round else "now" if number == view.round else "next",
        }
        for number in range(1, sum(ERAS_BY_ROUNDS[view.rounds]) + 1)
    ]


def ledger(moment: Moment, view: InteropView) -> list[dict[str, Any]]:
    """What everybody earned in the last Revenue Phase, as sums; empty before the first."""
    return [
        {
            "who": who(moment, player.seat),
            "income": player.income,
            "sums": sums(moment, [one for one in player.paid if one.money]),
        }
        for player in view.players
        if player.income is not None
    ]

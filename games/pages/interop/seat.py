"""What one player works with: the market as he may use it, his deployment, what is asked now."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from games.engines.interop.cards import DECKS
from games.engines.interop.view import InteropView
from games.live.moment import Moment
from games.pages.interop import words
from games.pages.interop.allocating import rooms, wishes
from games.pages.interop.deployment import site
from games.pages.interop.faces import Trait
from games.pages.interop.founding import kits
from games.pages.interop.income import sums
from games.pages.interop.licences import owned
from games.pages.interop.market import Offer, adoptable, card_offer, decks
from games.pages.interop.seen import key_of, view_of, who


def key(moment: Moment, seat: int) -> Hashable:
    return key_of(moment, seat)


def context(moment: Moment, seat: int | None) -> Mapping[str, Any]:
    view = view_of(moment, seat)
    if seat is None:
        return {"view": view}
    mine, own = view.players[seat], owned(moment, view)
    return {
        "view": view,
        "mine": mine,
        "do": {choice.action for choice in view.choices},
        "site": site(moment, view, seat, moves=True),
        "kits": kits(view),
        "decks": decks(moment, seat),
        "adoptable": adoptable(moment, seat),
        "owned": own,
        "relaxes": any(one.relax for one in own),
        "features": [Trait(name, words.feature(name)) for name in mine.features],
        "drawn": _drawn(moment, view),
        "rooms": rooms(moment, view),
        "user_card": _user_card(view),
        "prospect": sums(moment, [app.revenue for app in mine.apps if app.revenue.money]),
        "paid": sums(moment, [one for one in mine.paid if one.money]),
        "uses": [(words.SHORT_DECKS[deck], deck in view.used) for deck in reversed(DECKS)],
        "turn": None if view.turn is None else who(moment, view.turn, seat),
        "fees": range(1, 10),
    }


def _drawn(moment: Moment, view: InteropView) -> list[Offer]:
    """The drawn cards, for their drawer alone."""
    if view.drawn is None or view.drawn.cards is None:
        return []
    return [
        card_offer(moment, view, one, "keep", f"drawn-{number}")
        for number, one in enumerate(view.drawn.cards, 1)
    ]


def _user_card(view: InteropView) -> dict[str, Any] | None:
    card = view.user_card
    return {"name": card.name, "lines": wishes(card.lines)} if card else None

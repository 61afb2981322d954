"""What one player works with: the market as he may use it, his deployment, what is asked now."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from games.engines.interop.cards import DECKS
from games.engines.interop.view import InteropView
from games.live.moment import Moment
from games.pages.interop import words
from games.pages.interop.allocating import crowd, rooms
from games.pages.interop.deployment import site
from games.pages.interop.faces import Trait
from games.pages.interop.founding import kits
from games.pages.interop.income import sums
from games.pages.interop.licences import owned
from games.pages.interop.market import Offer, adoptable, card_offer, decks
from games.pages.interop.seen import key_of, view_of, who
from games.pages.interop.verdict import Ways


def key(moment: Moment, seat: int) -> Hashable:
    return key_of(moment, seat)


def context(moment: Moment, seat: int | None) -> Mapping[str, Any]:
    view = view_of(moment, seat)
    if seat is None:
        return {"view": view}
    mine, own = view.players[seat], owned(moment, view)
    may = {choice.action for choice in view.choices}
    found = decks(moment, seat)
    return {
        "view": view,
        "mine": mine,
        "site": site(moment, view, seat, moves=True),
        "kits": kits(view),
        "decks": found,
        "tabs": tuple((deck.name, deck.label, deck.used) for deck in found),
        "adoptable": adoptable(moment, seat),
        "owned": own,
        "features": tuple(Trait(name, words.feature(name)) for name in mine.features),
        "drawn": _drawn(moment, view),
        "rooms": rooms(moment, view),
        "user_card": crowd(view),
        "passes": "pass" in may,
        "ends": "end_turn" in may,
        "prospect": sums(moment, [app.revenue for app in mine.apps if app.revenue.money]),
        "uses": tuple((str(words.SHORT_DECKS[deck]), deck in view.used) for deck in DECKS[::-1]),
        "turn": "" if view.turn in (None, seat) else who(moment, view.turn or 0).name,
    }


def _drawn(moment: Moment, view: InteropView) -> tuple[Offer, ...]:
    """The drawn cards, for their drawer alone."""
    if view.drawn is None or view.drawn.cards is None:
        return ()
    ways = Ways(moment, view)
    return tuple(
        card_offer(ways, one, "keep", f"drawn-{number}")
        for number, one in enumerate(view.drawn.cards, 1)
    )

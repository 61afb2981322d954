"""The board: drawn once for all, so it holds what a spectator may see (rules 14)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from games.merchants.page import effects, naming
from games.merchants.page.deal import deal
from games.merchants.page.faces import Face, face
from games.merchants.page.guide import TERMS
from games.merchants.page.market import piles, stalls
from games.merchants.page.news import latest
from games.merchants.page.plates import plates
from games.merchants.page.stack import stack_of
from games.merchants.page.tray import tray
from games.merchants.page.viewer import view_of
from games.merchants.rules.view import MerchantsView
from games.page.kit import Who, key_of, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Banner:
    """The event of the round. `struck`: whom its other half hits, and what that does to them."""

    type: str
    name: str
    suit: str
    value: int
    card: Face | None
    for_sale: bool
    market: str
    strikes: str
    struck: tuple[Who, ...]


def key(snapshot: MatchSnapshot) -> Hashable:
    """All of the spectator's view but what only tells decisions apart, and the latest news."""
    view = replace(view_of(snapshot, None), decision="", seconds=0)
    return (key_of(view), latest(snapshot))


def context(snapshot: MatchSnapshot) -> Mapping[str, Any]:
    view = view_of(snapshot, None)
    return {
        "view": view,
        "banner": _banner(snapshot, view),
        "plates": plates(snapshot, view),
        "stalls": stalls(view),
        "crates": view.markets.black,
        "piles": piles(view),
        "deal": deal(snapshot, view),
        "stack": stack_of(snapshot, view),
        "tray": tray(snapshot, view),
        "news": latest(snapshot),
        "active": who(snapshot, view.active),
        "turn": view.stage == "turn",
        "actions": range(view.budget[0]),
        "minors": range(0 if view.mode == "quick" else view.budget[1]),
        "terms": TERMS,
        "follow": f"{view.round}-{view.stage}-{view.active}",
    }


def _banner(snapshot: MatchSnapshot, view: MerchantsView) -> Banner | None:
    event = view.event
    if event is None:
        return None
    suit = naming.suit_of(event.card) if event.card and event.value else ""
    return Banner(
        type=event.type,
        name=str(naming.EVENTS[event.type]),
        suit=suit,
        value=event.value,
        card=None if event.card is None else face(event.card),
        for_sale=event.guild_for_sale,
        market=effects.market_effect(event),
        strikes="" if view.mode == "quick" else effects.player_effect(event),
        struck=tuple(who(snapshot, seat) for seat in event.hit),
    )

"""What one player alone sees: hand and King, what the event does to them, what they may do now."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from games.merchants.page import asking, effects, naming
from games.merchants.page.deal import deal
from games.merchants.page.faces import Face, face, faces
from games.merchants.page.preferences import wishes
from games.merchants.page.stack import stack_of
from games.merchants.page.tray import tray
from games.merchants.page.viewer import percent, player_in, view_of
from games.merchants.rules.scoring import score_of
from games.merchants.rules.state import Player
from games.merchants.rules.view import MerchantsView, MineView, PlayerView
from games.page.kit import view_key
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class HandCard:
    """`usable`: may be part of the answer that is due. `first`: begins another suit."""

    face: Face
    usable: bool
    first: bool


@dataclass(frozen=True)
class Chance:
    """A target and its chance in per cent, for whoever reckons without script."""

    target: str
    chance: int


def key(snapshot: MatchSnapshot, seat: int) -> Hashable:
    """All this player may see: their page shows names and numbers of the others as well."""
    return view_key(snapshot, seat)


def context(snapshot: MatchSnapshot, seat: int | None) -> Mapping[str, Any]:
    view = view_of(snapshot, seat)
    me = player_in(view, seat)
    if me is None or view.own is None:
        return {"view": view, "own": None}
    return {
        "view": view,
        "own": view.own,
        "me": me,
        "king": face(view.own.king) if view.own.king else None,
        "king_suit": naming.suit_name(view.own.king[0]) if view.own.king else "",
        "worth": _worth(view.own, me),
        "hand": _hand(view.own),
        "on_me": effects.on_me(view),
        "do": {choice.action: choice for choice in view.choices},
        "deal": deal(snapshot, view),
        "buys": view.purchase is not None and view.purchase.buyer == seat,
        "stack": stack_of(snapshot, view),
        "tray": tray(snapshot, view),
        "answer": None if view.own.answer is None else faces(view.own.answer),
        "chances": _chances(view),
        "odds": " ".join(str(percent(chance)) for chance in view.odds),
        "wishes": wishes(view.mode),
        "options": (),
        **asking.asked(snapshot, view),
    }


def _worth(own: MineView, me: PlayerView) -> int:
    """What the hand would count if the game ended now."""
    front = tuple(emblem.card for emblem in me.front)
    return score_of(Player(seat=me.seat, king=own.king, hand=own.hand, front=front)).total


def _hand(own: MineView) -> list[HandCard]:
    suits = [naming.suit_of(card) for card in own.hand]
    return [
        HandCard(face(card), card in own.usable, place > 0 and suits[place] != suits[place - 1])
        for place, card in enumerate(own.hand)
    ]


def _chances(view: MerchantsView) -> list[Chance]:
    last = len(view.odds) + 2
    return [
        Chance("≤3" if target == 3 else f"≥{target}" if target == last else str(target), percent(p))
        for target, p in enumerate(view.odds, 3)
    ]

"""The player's own fragment of the page, with the forms of the open decision."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from chat.core.translation import gettext as _
from games.engine.base import Choice, Pick
from games.merchants.page import board, card_faces
from games.merchants.page.board import stack_of, tray
from games.merchants.page.card_faces import Face, face, faces
from games.merchants.page.guide import TERMS
from games.merchants.page.market import deal
from games.merchants.page.typed_view import percent, player_in, view_of
from games.merchants.rules import cards
from games.merchants.rules.scoring import score_of
from games.merchants.rules.state import Player
from games.merchants.rules.view import MerchantsView, MineView, OfferView, PlayerView
from games.page.presentation import Who, view_key, who
from games.page.snapshot import MatchSnapshot

# --- Forms of the open decision


@dataclass(frozen=True)
class Ware:
    face: Face
    price: int
    adds: int  # points, if it is bought


@dataclass(frozen=True)
class Offer:
    """Goods that may be declared together."""

    title: str
    suit: str
    pays: str
    wares: tuple[Ware, ...]
    bonus: int
    limit: int
    commit: str  # ids of the cards in the hand that may be committed, separated by spaces
    single: bool


@dataclass(frozen=True)
class Playable:
    """A card of the hand that may be played."""

    face: Face
    power: str  # its effect, or "" if it cannot be played as a power; `emblem` likewise
    emblem: str


@dataclass(frozen=True)
class Option:
    """An option to pick: a card, a crate, a stall or a player."""

    value: str  # submitted by the form
    name: str
    face: Face | None = None
    faces: tuple[Face, ...] = ()
    note: str = ""
    who: Who | None = None


def asked(snapshot: MatchSnapshot, view: MerchantsView) -> Mapping[str, Any]:
    """Return the template context of this phase, apart from the hand."""
    match view.phase:
        case "market":
            return _market(snapshot, view)
        case "stack":
            return {"playables": _playables(view, _items(view, "go", "cards"))}
        case "cutpurse":
            return {
                "victims": _players(snapshot, view, "steal"),
                "takers": _players(snapshot, view, "slip"),
            }
        case "pick_emblem" | "pick_stack_card" | "pick_black_market_card":
            found = _items(view, view.phase, "card")
            return _pick(view, "card", [_card(snapshot, view, card) for card in found])
        case "pick_black_market":
            return _pick(view, "market", _crates(view, "pick_black_market"))
        case "pick_stock":
            found = _items(view, "pick_stock", "suit")
            return _pick(view, "suit", [_stall(view, suit) for suit in found])
        case _:
            return {}


def _pick(view: MerchantsView, name: str, options: list[Option]) -> Mapping[str, Any]:
    return {"options": options, "pick_name": name, "pick": next(iter(view.choices), None)}


def _items(view: MerchantsView, action: str, name: str) -> tuple[str, ...]:
    """Return everything that any choice of this action offers for a field."""
    found: list[str] = []
    for choice in view.choices:
        if choice.action == action:
            found += [item for item in _of(choice, name) if item not in found]
    return tuple(found)


def _of(choice: Choice, name: str) -> tuple[str, ...]:
    picks = (field for field in choice.fields if isinstance(field, Pick) and field.name == name)
    return next((pick.of for pick in picks), ())


def _market(snapshot: MatchSnapshot, view: MerchantsView) -> Mapping[str, Any]:
    me = player_in(view, view.seat)
    return {
        "offers": [_offer(snapshot, view, offer) for offer in view.markets.offers],
        "play_power": _play(view, "power"),
        "play_emblem": _play(view, "emblem"),
        "draws": 1 + (me.permissions if me else 0),
        "commits": frozenset(card for offer in view.markets.offers for card in offer.commit),
        "playables": _playables(view, _items(view, "play", "card")),
        "crates": _crates(view, "visit"),
        "callbacks": faces(_items(view, "callback", "card")),
    }


def _play(view: MerchantsView, mode: str) -> Choice | None:
    plays = (choice for choice in view.choices if choice.action == "play")
    return next((choice for choice in plays if choice.given["mode"] == mode), None)


def _offer(snapshot: MatchSnapshot, view: MerchantsView, offer: OfferView) -> Offer:
    own, me = view.own, player_in(view, view.seat)
    assert own is not None
    assert me is not None
    worth = _worth(own, me, own.hand)
    suit = card_faces.suit_name(offer.suit)
    if offer.origin == "emblem" and offer.owner is not None:
        title = _("Emblem of %(name)s") % {"name": who(snapshot, offer.owner).name}
    elif offer.origin == "event":
        title = _("Guild of the Grand Opening")
    else:
        title = _("%(suit)s stall") % {"suit": suit}
    wares = zip(offer.cards, offer.prices, strict=True)
    return Offer(
        title=title,
        suit=offer.suit,
        pays=card_faces.suit_name(cards.primary(offer.suit)),
        wares=tuple(
            Ware(face(card), price, _worth(own, me, (*own.hand, card)) - worth)
            for card, price in wares
        ),
        bonus=offer.bonus,
        limit=offer.limit,
        commit=" ".join(offer.commit),
        single=offer.origin != "stock",
    )


def _playables(view: MerchantsView, playable: tuple[str, ...]) -> list[Playable]:
    return [
        Playable(
            face=face(card),
            power=card_faces.power_text(card) if "power" in cards.modes(card) else "",
            emblem=card_faces.emblem_text(card) if "emblem" in cards.modes(card) else "",
        )
        for card in playable
    ]


def _crates(view: MerchantsView, action: str) -> list[Option]:
    counts = {str(crate.number): crate.count for crate in view.markets.black}
    return [
        Option(number, _("Crate %(n)s") % {"n": number}, note=_cards(counts[number]))
        for number in _items(view, action, "market")
    ]


def _cards(count: int) -> str:
    return _("1 card") if count == 1 else _("%(n)d cards") % {"n": count}


def _stall(view: MerchantsView, suit: str) -> Option:
    stock = next(stock for stock in view.markets.stocks if stock.suit == suit)
    goods = faces(good.card for good in stock.goods)
    return Option(suit, card_faces.suit_name(suit), faces=goods)


def _card(snapshot: MatchSnapshot, view: MerchantsView, card: str) -> Option:
    """Return a card as an option, with its owner and its effect."""
    if view.phase == "pick_emblem":
        owner = next(p.seat for p in view.players if card in (one.card for one in p.front))
        note, of = card_faces.emblem_text(card), who(snapshot, owner, view.seat)
    elif view.phase == "pick_stack_card" and view.stack is not None:
        played = next(one for one in view.stack.cards if one.card == card)
        power = played.mode == "power"
        note = card_faces.power_text(card) if power else card_faces.emblem_text(card)
        of = who(snapshot, played.seat, view.seat)
    else:
        return Option(card, face(card).name, face=face(card))
    return Option(card, face(card).name, face=face(card), note=note, who=of)


def _players(snapshot: MatchSnapshot, view: MerchantsView, action: str) -> list[Option]:
    sizes = {player.seat: player.hand for player in view.players}
    found = []
    for seat in _items(view, action, "target"):
        person = who(snapshot, int(seat))
        found.append(Option(seat, person.name, note=_cards(sizes[int(seat)]), who=person))
    return found


# --- Automatic passes, which only the player sees


@dataclass(frozen=True)
class Wish:
    name: str
    label: str


def wishes(mode: str) -> list[Wish]:
    """Return the automatic passes that have a meaning in this mode."""
    found = [
        Wish("without_usable", _("Pass for me when I have no usable card.")),
        Wish("seize_never", _("Never seize.")),
        Wish("seize_unless_king", _("Seize only goods of my King’s suit; pass otherwise.")),
    ]
    # A quick start has no stack.
    if mode != "quick":
        found += [
            Wish(
                "respond_unless_power", _("Respond to the stack only if a rival’s power is on it.")
            ),
            Wish("power_phase_never", _("Pass in the power phase until others play.")),
        ]
    return found


@dataclass(frozen=True)
class HandCard:
    face: Face
    usable: bool  # may be part of the answer that is due
    first: bool  # begins another suit
    costs: int  # points, if it is spent


@dataclass(frozen=True)
class Chance:
    """A target and its chance in per cent, for players without JavaScript."""

    target: str
    chance: int


def key(snapshot: MatchSnapshot, seat: int) -> Hashable:
    """Return the cache key of the fragment: everything this player may see."""
    # The page of a player shows names and numbers of the others as well.
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
        "king_suit": card_faces.suit_name(view.own.king[0]) if view.own.king else "",
        "worth": _worth(view.own, me, view.own.hand),
        "hand": _hand(view.own, me),
        "on_me": board.on_me(view),
        "do": {choice.action: choice for choice in view.choices},
        "deal": deal(snapshot, view),
        "buys": view.purchase is not None and view.purchase.buyer == seat,
        "stack": stack_of(snapshot, view),
        "tray": tray(snapshot, view),
        "answer": None if view.own.answer is None else faces(view.own.answer),
        "chances": _chances(view),
        "odds": " ".join(str(percent(chance)) for chance in view.odds),
        "wishes": wishes(view.mode),
        "minor_action": TERMS["minor"],
        "options": (),
        **asked(snapshot, view),
    }


def _worth(own: MineView, me: PlayerView, hand: tuple[str, ...]) -> int:
    """Return the points that the player would have with this hand if the game ended now."""
    front = tuple(emblem.card for emblem in me.front)
    return score_of(Player(seat=me.seat, king=own.king, hand=hand, front=front)).total


def _hand(own: MineView, me: PlayerView) -> list[HandCard]:
    suits, worth = [card_faces.suit_of(card) for card in own.hand], _worth(own, me, own.hand)
    return [
        HandCard(
            face(card),
            usable=card in own.usable,
            first=place > 0 and suits[place] != suits[place - 1],
            costs=worth - _worth(own, me, (*own.hand[:place], *own.hand[place + 1 :])),
        )
        for place, card in enumerate(own.hand)
    ]


def _chances(view: MerchantsView) -> list[Chance]:
    last = len(view.odds) + 2
    return [
        Chance("≤3" if target == 3 else f"≥{target}" if target == last else str(target), percent(p))
        for target, p in enumerate(view.odds, 3)
    ]

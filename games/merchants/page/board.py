"""The board: rendered once for all viewers, from the view of a spectator."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from msgspec.structs import replace

from chat.core.templates import filled
from chat.core.translation import gettext as _
from games.merchants.page import card_faces
from games.merchants.page.card_faces import Face, face
from games.merchants.page.guide import TERMS
from games.merchants.page.market import deal, piles, stalls
from games.merchants.page.sentences import sentence
from games.merchants.page.typed_view import percent, player_in, view_of
from games.merchants.rules.view import EventView, MerchantsView, PlayedView, PlayerView, RollView
from games.page.log import NameTag, joined
from games.page.presentation import Who, key_of, who
from games.page.snapshot import MatchSnapshot

# --- Effects of the event, in plain words


def market_effect(event: EventView) -> str:
    """Return the effect of the event on everybody."""
    numbers = {"n": event.value}
    match event.type:
        case "short_measures":
            return _("Only goods of %(n)d or less may be committed.") % numbers
        case "lean_season":
            return _("Goods of %(n)d or less cost 2 more at the stalls.") % numbers
        case "court_mourning":
            return _("Only goods of %(n)d or more may be committed.") % numbers
        case "open_ledgers":
            return _("Goods of %(n)d or more cost 2 less at the stalls.") % numbers
        case "carnival":
            return _("Everybody has one more action.")
        case "grand_opening":
            return _opening(event)


def _opening(event: EventView) -> str:
    parts = [_("Everybody has one more action.")] if event.extra else []
    if event.guild_for_sale and event.card is not None:
        text = _("The %(guild)s is for sale for 10.")
        parts.append(text % {"guild": card_faces.card_name(event.card)})
    else:
        parts.append(_("The guild is no longer for sale."))
    return " ".join(parts)


def player_effect(event: EventView, names: SafeString) -> SafeString | str:
    """Describe the effect of the event on the players it hits; "" if it hits nobody."""
    match event.type:
        case "short_measures":
            text = _("With {n} cards or more, {names} may not seize.")
        case "lean_season":
            text = _("With {n} cards or more, {names} lost a card.")
        case "court_mourning":
            text = _("With {n} cards or more, {names} may not play powers or emblems.")
        case "open_ledgers":
            text = _("With {n} cards or more, {names} may not open crates.")
        case "carnival" | "grand_opening":
            return ""
    return filled(text, n=event.value, names=names)


def on_me(view: MerchantsView) -> str:
    """Return the effect of the event on this player, apart from the market."""
    event, me = view.event, player_in(view, view.seat)
    if event is None or me is None or view.mode == "quick" or not event.value:
        return ""
    if not event.me:
        return _("The event does not strike you.")
    return _on_struck(event) % {"event": card_faces.EVENTS[event.type], "n": event.value}


def _on_struck(event: EventView) -> str:
    match event.type:
        case "short_measures":
            return _("%(event)s strikes hands of %(n)d cards or more: you may not seize.")
        case "lean_season":
            return _("%(event)s strikes hands of %(n)d cards or more: you lost a random card.")
        case "court_mourning":
            return _(
                "%(event)s strikes hands of %(n)d cards or more: "
                "you may play neither powers nor emblems."
            )
        case _:
            return _("%(event)s strikes hands of %(n)d cards or more: you may not open crates.")


# --- Plates of the players


BACKS = 7  # card backs shown at most; a number tells the size of a larger hand


@dataclass(frozen=True)
class Emblem:
    face: Face
    text: str


@dataclass(frozen=True)
class Plate:
    """A player's place at the table."""

    who: Who
    dealer: bool
    active: bool
    awaited: bool
    out: bool
    hand: int
    backs: range  # one entry for each card back shown
    has_king: bool
    front: tuple[Emblem, ...]
    bars: tuple[str, ...]  # the things that the event forbids


def plates(snapshot: MatchSnapshot, view: MerchantsView) -> list[Plate]:
    """Return the plates in seat order: the next player sits to the right."""
    return [_plate(snapshot, view, player) for player in view.players]


def _plate(snapshot: MatchSnapshot, view: MerchantsView, player: PlayerView) -> Plate:
    owner = who(snapshot, player.seat)
    return Plate(
        who=owner,
        dealer=player.dealer,
        active=player.active and view.stage == "turn",
        awaited=player.seat in view.awaited,
        out=player.out,
        hand=player.hand,
        backs=range(min(player.hand, BACKS)),
        has_king=player.has_king,
        front=tuple(
            Emblem(face(emblem.card), _emblem_of(owner, emblem.card)) for emblem in player.front
        ),
        bars=_bars(player),
    )


def _emblem_of(owner: Who, card: str) -> str:
    """Return whose emblem it is, and its effect as its owner reads it."""
    values = {"name": owner.name, "effect": card_faces.emblem_text(card)}
    return _("An emblem of %(name)s: “%(effect)s”") % values


def _bars(player: PlayerView) -> tuple[str, ...]:
    bars = []
    if player.no_seizing:
        bars.append(_("may not seize"))
    if player.no_playing:
        bars.append(_("may not play"))
    if player.no_visiting:
        bars.append(_("may not open crates"))
    return tuple(bars)


# --- Stack


@dataclass(frozen=True)
class Played:
    """A card of the stack."""

    face: Face
    who: Who
    mode: str  # in words
    power: bool
    text: str  # the effect that it will have


@dataclass(frozen=True)
class Stack:
    """The stack as it is shown."""

    cards: tuple[Played, ...]  # top first
    resolving: Played | None
    asked: Who | None  # the player whose answer is awaited
    later: tuple[Who, ...]  # the players asked after that
    closed: bool
    phase_of_powers: bool


def stack_of(snapshot: MatchSnapshot, view: MerchantsView) -> Stack | None:
    stack = view.stack
    if stack is None:
        return None
    queue = [who(snapshot, seat) for seat in stack.queue]
    return Stack(
        cards=tuple(played(snapshot, card) for card in reversed(stack.cards)),
        resolving=None if stack.resolving is None else played(snapshot, stack.resolving),
        asked=queue[0] if queue and not stack.closed else None,
        later=() if stack.closed else tuple(queue[1:]),
        closed=stack.closed,
        phase_of_powers=view.stage == "power",
    )


def played(snapshot: MatchSnapshot, one: PlayedView) -> Played:
    power = one.mode == "power"
    return Played(
        face=face(one.card),
        who=who(snapshot, one.seat),
        mode=_("power") if power else _("emblem"),
        power=power,
        text=card_faces.power_text(one.card) if power else card_faces.emblem_text(one.card),
    )


# --- Dice


@dataclass(frozen=True)
class Tray:
    """The last roll."""

    why: SafeString  # the roller and the purpose, as a sentence
    dice: tuple[int, int]
    target: int
    number: int  # a new number means that dice have been rolled
    success: bool
    open: bool  # the roller may roll again
    result: str
    chance: int


def tray(snapshot: MatchSnapshot, view: MerchantsView) -> Tray | None:
    """Return the last roll, or None before the first one.

    Also None if the roll does not matter for the current action.
    """
    roll = view.roll
    if roll is None or not (roll.open or _still_matters(view, roll)):
        return None
    return Tray(
        why=filled(purpose(roll), name=who(snapshot, roll.seat).tag),
        dice=roll.dice,
        target=roll.target,
        number=roll.number,
        success=roll.success,
        open=roll.open,
        result=result(roll),
        chance=percent(roll.chance),
    )


def _still_matters(view: MerchantsView, roll: RollView) -> bool:
    """Return True if the last roll belongs to the current action."""
    # A purchase waits for its own roll; on the stack only a Cutpurse rolls.
    if view.purchase is not None:
        return False
    return view.stack is None or not view.stack.cards or roll.what == "cutpurse"


def purpose(roll: RollView) -> str:
    """Return the sentence on the purpose of a roll, with a gap for the name."""
    match roll.what:
        case "buy":
            return _("{name} rolled to buy.")
        case "visit":
            return _("{name} rolled to open a crate.")
        case "callback":
            return _("{name} rolled to call an emblem back.")
        case "cutpurse":
            return _("{name} rolled for the Cutpurse to get away.")


def result(roll: RollView) -> str:
    """Return the result of a roll, in words."""
    numbers = {"sum": sum(roll.dice), "target": card_faces.number(roll.target)}
    if roll.dice == (6, 6):
        return _("Double six always succeeds.")
    if roll.dice == (1, 1):
        return _("Double one always fails.")
    if roll.success:
        return _("%(sum)d against %(target)s: success.") % numbers
    return _("%(sum)d against %(target)s: failure.") % numbers


# --- Latest outcome


OUTCOMES = frozenset(
    {
        "bought", "seized", "unsold", "visited", "visit_failed", "forfeited", "callback_failed",
        "called_back", "left_there", "no_effect", "emblem", "warden", "herald", "toll", "keeper",
        "justice", "magnate", "thief", "slipped", "joker_back", "joker_gone", "siege_loss",
        "eliminated", "black_market", "lean_loss",
    }
)  # fmt: skip


def latest(snapshot: MatchSnapshot) -> SafeString | str:
    """Return the latest outcome of this round as a sentence, or "" if there is none."""
    # The board is the same for all, so it addresses nobody as "you".
    names = NameTag(snapshot, None)
    for told in reversed(snapshot.told):
        event = told.event
        if told.chapter < snapshot.match.chapter:
            break
        if event.to is None and event.kind in OUTCOMES:
            return sentence(event, names)
    return ""


@dataclass(frozen=True)
class Banner:
    """The event of the round."""

    type: str
    name: str
    suit: str
    value: int
    card: Face | None
    for_sale: bool
    market: str
    struck: SafeString | str  # the effect on the players hit, "" if there are none


def key(snapshot: MatchSnapshot) -> Hashable:
    """Return the cache key of the board: the spectator's view and the latest outcome."""
    # The id and the time of a decision do not change what is shown.
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
    suit = card_faces.suit_of(event.card) if event.card and event.value else ""
    return Banner(
        type=event.type,
        name=str(card_faces.EVENTS[event.type]),
        suit=suit,
        value=event.value,
        card=None if event.card is None else face(event.card),
        for_sale=event.guild_for_sale,
        market=market_effect(event),
        struck=_struck(snapshot, view, event),
    )


def _struck(snapshot: MatchSnapshot, view: MerchantsView, event: EventView) -> SafeString | str:
    if view.mode == "quick" or not event.hit:
        return ""
    return player_effect(event, joined([who(snapshot, seat).tag for seat in event.hit]))

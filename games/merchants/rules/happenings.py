"""The Event Phase (rules 4.2 to 4.5): the card, and whom it hits."""

from __future__ import annotations

from msgspec.structs import replace

from games.merchants.rules import cards, specials
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import EventInForce, EventType

TRIBUTE = 2  # cards that a Hand counts fewer for each Tribute Emblem

_NUMBERED: dict[str, EventType] = {
    "S": "short_measures",
    "C": "lean_season",
    "H": "court_mourning",
    "D": "open_ledgers",
}


def event_of_the_round(draft: Draft) -> None:
    """The last Event goes, a new one comes. Raises `Ended` when there is none to draw (10.1)."""
    if draft.event_card:
        draft.discard(draft.event_card)
    draft.event_card, draft.event = "", None
    if not draft.deck:
        draft.tell("deck_end")
        draft.finish("deck", ())
    card = draft.turn_card()
    draft.round += 1
    draft.tell("round", round=draft.round, seat=draft.dealer)
    _come_into_force(draft, card)
    if cards.is_joker(card):
        draft.event_card = ""
        draft.discarded.append(card)
        specials.foreign_merchant(draft)


def event_type(card: str) -> EventType:
    """The Event this card is (rules 3.1): by suit, Grand Opening or Carnival of Coin."""
    if cards.is_guild(card):
        return "grand_opening"
    return _NUMBERED[card[0]] if cards.is_commodity(card) else "carnival"


def _come_into_force(draft: Draft, card: str) -> None:
    kind = event_type(card)
    value = cards.value(card) if kind in _NUMBERED.values() else 0
    draft.event_card = card
    draft.event = EventInForce(type=kind, value=value)
    hit = [] if draft.game.options.quick or not value else _hit(draft, value)
    draft.event = _with_bars(draft.event, tuple(sorted(hit)))
    extra = 0 if value or draft.game.options.quick else 1
    draft.tell("event", card=card, type=kind, value=value, extra=extra, seats=hit)
    if kind == "lean_season":
        for seat in hit:
            lost = draft.lose(seat, "lean-season")
            draft.discard(lost)
            draft.tell("lean_loss", seat=seat, card=lost)


def _hit(draft: Draft, value: int) -> list[int]:
    """Whose hand is too large, starting with the Dealer (4.3)."""
    return [seat for seat in draft.around(draft.dealer) if _counted(draft, seat) >= value]


def _counted(draft: Draft, seat: int) -> int:
    sitter = draft.players[seat]
    return len(sitter.hand) - TRIBUTE * sitter.emblems("C")


def _with_bars(event: EventInForce, hit: tuple[int, ...]) -> EventInForce:
    event = replace(event, hit=hit)
    match event.type:
        case "short_measures":
            return replace(event, no_seizing=hit)
        case "court_mourning":
            return replace(event, no_playing=hit)
        case "open_ledgers":
            return replace(event, no_visiting=hit)
        case _:
            return event

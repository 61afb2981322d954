"""The Event Phase (rules 4.2 to 4.5) and the special events of dice (rules 9)."""

from __future__ import annotations

from msgspec.structs import replace

from games.merchants.rules import cards, events
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import EventInForce, EventType, Played

# --- Foreign Merchant and Dragon Siege (rules 9)


def after_roll(draft: Draft) -> None:
    """Apply double six or double one, after all other effects of the roll (2.3)."""
    if draft.game.options.quick or draft.roll is None:
        return
    if draft.roll.dice == (6, 6):
        foreign_merchant(draft)
    elif draft.roll.dice == (1, 1):
        siege(draft)


def foreign_merchant(draft: Draft) -> None:
    """Turn the Discard Pile and an egg into a Black Market.

    Nothing happens if there is neither.
    """
    if not draft.discarded and not draft.nest:
        return
    wares, draft.discarded = draft.discarded, []
    egg = bool(draft.nest)
    if egg:
        wares.append(take_egg(draft))
    number, draft.next_market = draft.next_market, draft.next_market + 1
    draft.markets[number] = wares
    draft.tell("black_market", market=number, count=len(wares), egg=egg)


def take_egg(draft: Draft) -> str:
    """Take a random egg out of a Nest that has one; the caller places it."""
    egg = draft.pick("egg", draft.nest)
    draft.nest.remove(egg)
    return egg


def siege(draft: Draft) -> None:
    """Show all hands and punish the seats with more eggs than Shields.

    They lose half their hand, or in hard mode everything.
    """
    draft.sieges += 1
    hit = [seat for seat in draft.around(draft.dealer) if _is_hit(draft, seat)]
    hands = [[sitter.seat, cards.in_order(sitter.hand)] for sitter in draft.players]
    draft.events.append(events.told("siege", fades=events.UNTIL_NEXT_EVENT, seats=hit, hands=hands))
    for seat in hit:
        if draft.game.options.hard:
            _ruin(draft, seat)
        else:
            _halve(draft, seat)
    if draft.game.options.hard and hit:
        _last_standing(draft)


def _is_hit(draft: Draft, seat: int) -> bool:
    sitter = draft.players[seat]
    eggs = sum(cards.is_egg(card) for card in sitter.hand)
    return eggs > sitter.emblems("S")


def _return_eggs(draft: Draft, seat: int) -> int:
    sitter = draft.players[seat]
    eggs = [card for card in sitter.hand if cards.is_egg(card)]
    sitter.hand = [card for card in sitter.hand if not cards.is_egg(card)]
    draft.discard(*eggs)
    return len(eggs)


def _halve(draft: Draft, seat: int) -> None:
    eggs = _return_eggs(draft, seat)
    lost = []
    for _ in range((len(draft.players[seat].hand) + 1) // 2):
        card = draft.lose(seat, "siege")
        draft.discard(card)
        lost.append(card)
    draft.tell("siege_loss", seat=seat, eggs=eggs, cards=lost)


def _ruin(draft: Draft, seat: int) -> None:
    """Eliminate a player (13.3): discard the hand, then the Front.

    Their unresolved cards on the Stack never resolve.
    """
    sitter = draft.players[seat]
    eggs = _return_eggs(draft, seat)
    lost = [*cards.in_order(sitter.hand), *cards.in_order(sitter.front)]
    draft.discard(*lost)
    if sitter.king:
        draft.exiled_kings.append(sitter.king)
    sitter.hand, sitter.front, sitter.king, sitter.out = [], [], "", draft.sieges
    _strike_all(draft, seat)
    draft.tell("eliminated", seat=seat, cards=lost, eggs=eggs)


def _strike_all(draft: Draft, seat: int) -> None:
    if draft.stack is None:
        return
    kept = tuple(played for played in draft.stack.cards if played.seat != seat)
    struck = [played for played in draft.stack.cards if played.seat == seat]
    draft.stack = replace(draft.stack, cards=kept)
    for played in struck:
        strike(draft, played)


def strike(draft: Draft, played: Played) -> None:
    """Remove an unresolved card of the Stack: to Exile, or to the pile if a Guild."""
    if cards.is_guild(played.card):
        draft.discard(played.card)
    else:
        draft.exile.append(played.card)


def _last_standing(draft: Draft) -> None:
    left = draft.around(draft.dealer)
    if len(left) == 1:
        draft.tell("last_standing", seat=left[0])
    if len(left) < 2:
        draft.finish("last_standing", left)


TRIBUTE = 2  # cards that each Tribute Emblem takes off the size of a Hand

_NUMBERED: dict[str, EventType] = {
    "S": "short_measures",
    "C": "lean_season",
    "H": "court_mourning",
    "D": "open_ledgers",
}


def event_of_the_round(draft: Draft) -> None:
    """Replace the last Event with a new one.

    Raise `Ended` if the Deck is empty (10.1).
    """
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
        foreign_merchant(draft)


def event_type(card: str) -> EventType:
    """Return the Event of a card (rules 3.1)."""
    if cards.is_guild(card):
        return "grand_opening"
    return _NUMBERED[card[0]] if cards.is_commodity(card) else "carnival"


def _come_into_force(draft: Draft, card: str) -> None:
    kind = event_type(card)
    value = cards.value(card) if kind in _NUMBERED.values() else 0
    draft.event_card = card
    draft.event = EventInForce(type=kind, value=value)
    hit = [] if draft.game.options.quick or not value else _hit_seats(draft, value)
    draft.event = _with_bars(draft.event, tuple(sorted(hit)))
    extra = 0 if value or draft.game.options.quick else 1
    draft.tell("event", card=card, type=kind, value=value, extra=extra, seats=hit)
    if kind == "lean_season":
        for seat in hit:
            lost = draft.lose(seat, "lean-season")
            draft.discard(lost)
            draft.tell("lean_loss", seat=seat, card=lost)


def _hit_seats(draft: Draft, value: int) -> list[int]:
    """Return the seats whose hand is too large, starting with the Dealer (4.3)."""
    return [seat for seat in draft.around(draft.dealer) if _counted_hand_size(draft, seat) >= value]


def _counted_hand_size(draft: Draft, seat: int) -> int:
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

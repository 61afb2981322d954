"""The Foreign Merchant and the Dragon Siege (rules 9), and what follows a standing roll."""

from __future__ import annotations

from msgspec.structs import replace

from games.merchants.rules import cards, events
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import Played


def after_roll(draft: Draft) -> None:
    """Double six or double one, once the effects of the roll are carried out (2.3)."""
    if draft.game.options.quick or draft.roll is None:
        return
    if draft.roll.dice == (6, 6):
        foreign_merchant(draft)
    elif draft.roll.dice == (1, 1):
        siege(draft)


def foreign_merchant(draft: Draft) -> None:
    """The Discard Pile and an egg become a Black Market; with neither, nothing happens."""
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
    """A random egg out of a Nest that has one; it is nowhere yet."""
    egg = draft.pick("egg", draft.nest)
    draft.nest.remove(egg)
    return egg


def siege(draft: Draft) -> None:
    """Shows all hands; who has more eggs than Shields loses half, or in hard mode everything."""
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


def _eggs_home(draft: Draft, seat: int) -> int:
    sitter = draft.players[seat]
    eggs = [card for card in sitter.hand if cards.is_egg(card)]
    sitter.hand = [card for card in sitter.hand if not cards.is_egg(card)]
    draft.discard(*eggs)
    return len(eggs)


def _halve(draft: Draft, seat: int) -> None:
    eggs = _eggs_home(draft, seat)
    lost = []
    for _ in range((len(draft.players[seat].hand) + 1) // 2):
        card = draft.lose(seat, "siege")
        draft.discard(card)
        lost.append(card)
    draft.tell("siege_loss", seat=seat, eggs=eggs, cards=lost)


def _ruin(draft: Draft, seat: int) -> None:
    """Out of the game (13.3): hand first, then Front; what waits on the Stack never resolves."""
    sitter = draft.players[seat]
    eggs = _eggs_home(draft, seat)
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
    """A card off the Stack, unresolved: to Exile, a Guild to the Discard Pile."""
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

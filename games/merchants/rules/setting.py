"""Setting up a match (rules 3.4, 13.1, 13.2): roll-off, Kings, first hands, first goods."""

from __future__ import annotations

from games.engine.base import Chance
from games.merchants.rules import cards, events
from games.merchants.rules.draft import Draft
from games.merchants.rules.game import Turn
from games.merchants.rules.restock import restock
from games.merchants.rules.state import Phase, Player, State

_ROLL_AGAIN = ((2, 2), (3, 3), (4, 4))  # double 5 stands
_TWOS = tuple(suit + "2" for suit in cards.SUITS)
_THREES = tuple(suit + "3" for suit in cards.SUITS)
Rolls = list[tuple[int, int, int]]


def set_up(turn: Turn) -> Draft:
    """A match before its first Event Phase."""
    chance, options = turn.chance, turn.game.options
    seats = range(len(turn.game.seats))
    rolls: Rolls = []
    first = int(chance.draw("first-seat", list(seats))[0])
    dealer = _roll_off(chance, [*seats[first:], *seats[:first]], rolls)
    state = State(
        phase=Phase.MARKET,
        stage="turn",
        round=0,
        decision=0,
        dealer=dealer,
        active=dealer,
        players=tuple(Player(seat=seat) for seat in seats),
        box=() if not options.quick else tuple(c for c in cards.CARDS if not _is_quick(c)),
    )
    draft = Draft(turn, state)
    draft.events.append(events.told("started", seat=dealer, rolls=rolls, mode=options.mode))
    _deal(draft)
    restock(draft)
    return draft


def _is_quick(card: str) -> bool:
    return cards.is_king(card) or cards.is_commodity(card)


def _roll_off(chance: Chance, seats: list[int], rolls: Rolls) -> int:
    """Double six at once, else the highest sum; the tied roll again among themselves."""
    sums = {}
    for seat in seats:
        dice = _dice(chance)
        rolls.append((seat, *dice))
        if dice == (6, 6):
            return seat
        sums[seat] = sum(dice)
    best = [seat for seat in seats if sums[seat] == max(sums.values())]
    return best[0] if len(best) == 1 else _roll_off(chance, best, rolls)


def _dice(chance: Chance) -> tuple[int, int]:
    while True:
        first, second = chance.roll("roll-off", 2, 6)
        if (first, second) not in _ROLL_AGAIN:
            return first, second


def _deal(draft: Draft) -> None:
    """Starting with the Dealer: a King to each Front, a random 2 and a random 3 to each Hand."""
    seats = draft.around(draft.dealer)
    kings = draft.chance.draw("king", cards.KINGS, len(seats))
    twos = draft.chance.draw("two", _TWOS, len(seats))
    threes = draft.chance.draw("three", _THREES, len(seats))
    for seat, king, two, three in zip(seats, kings, twos, threes, strict=True):
        draft.players[seat].king = king
        draft.players[seat].hand = [two, three]
    dealt = {*kings, *twos, *threes}
    left = [card for card in cards.in_order((*_TWOS, *_THREES)) if card not in dealt]
    if left:
        draft.discard(*draft.chance.shuffle("undealt", left))
    draft.exiled_kings = [king for king in cards.KINGS if king not in dealt]
    draft.nest = [] if draft.game.options.quick else list(cards.EGGS)
    elsewhere = {*cards.KINGS, *_TWOS, *_THREES, *cards.EGGS, *draft.before.box}
    draft.deck = [card for card in cards.CARDS if card not in elsewhere]

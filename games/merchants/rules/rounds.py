"""The sequence of a match, from its setup (rules 3.4, 13) to its end."""

from __future__ import annotations

from games.engine.base import Chance
from games.merchants.rules import cards, events, stack
from games.merchants.rules.draft import Draft
from games.merchants.rules.event_phase import event_of_the_round
from games.merchants.rules.market import restock, supply
from games.merchants.rules.options import Turn
from games.merchants.rules.state import Phase, Player, State


def go_on(draft: Draft) -> None:
    """Continue the match after an answer was applied completely."""
    if draft.stage == "power":
        cleanup(draft)
    elif spent(draft):
        _next_turn(draft)
    else:
        draft.ask(Phase.MARKET, draft.active)


def spent(draft: Draft) -> bool:
    """Return True if the Turn is over: nothing is left, or Do Nothing alone (6.1)."""
    if draft.players[draft.active].out:
        return True
    return draft.actions == 0 and (draft.minor == 0 or not _may_visit(draft))


def _may_visit(draft: Draft) -> bool:
    barred = draft.event is not None and draft.active in draft.event.no_visiting
    return bool(draft.markets) and not barred


def event_phase(draft: Draft) -> None:
    """Turn up the Event of a new round and begin the Dealer's Turn.

    Raise `Ended` if the Deck is empty.
    """
    event_of_the_round(draft)
    draft.stage = "turn"
    begin_turn(draft, draft.around(draft.dealer)[0])


def begin_turn(draft: Draft, seat: int) -> None:
    """Restock, supply, and set the budget of this seat (rules 5, 6.1)."""
    draft.active = seat
    restock(draft)
    supply(draft)
    set_budget(draft)
    draft.tell("turn", seat=seat, actions=draft.actions, minor=draft.minor)
    draft.ask(Phase.MARKET, seat)


def set_budget(draft: Draft) -> None:
    """Set the budget of the Active Player at the start of their Market Phase."""
    # It is fixed from then on: an Emblem played later adds no Action (6.1).
    draft.actions = 1 + extra_actions(draft) + draft.players[draft.active].emblems("D")
    draft.minor = 1


def extra_actions(draft: Draft) -> int:
    """Return the Actions the Event gives everybody; 0 in a quick start (4.5, 13.2)."""
    festive = draft.event is not None and draft.event.type in ("carnival", "grand_opening")
    return 1 if festive and not draft.game.options.quick else 0


def _next_turn(draft: Draft) -> None:
    """Begin the Turn of the next living seat, or the Power Phase (5.3)."""
    draft.actions = draft.minor = 0
    draft.tell("turn_over", seat=draft.active)
    count = len(draft.players)
    # The Dealer may be eliminated; the round still ends at their place.
    seat = (draft.active + 1) % count
    while seat != draft.dealer:
        if not draft.players[seat].out:
            begin_turn(draft, seat)
            return
        seat = (seat + 1) % count
    power_phase(draft)


def power_phase(draft: Draft) -> None:
    """Open the one Stack of the Power Phase; skip it if nobody can be asked.

    A quick start has no Power Phase.
    """
    draft.stage = "power"
    if not draft.game.options.quick:
        draft.tell("power_phase", seat=draft.around(draft.dealer)[0])
        stack.open_for_all(draft)
    if not draft.open:
        cleanup(draft)


def cleanup(draft: Draft) -> None:
    """Pass the Dealer Token on and begin the next round."""
    draft.dealer = draft.others(draft.dealer)[0]
    draft.tell("token", seat=draft.dealer)
    event_phase(draft)


# --- Setup (rules 3.4, 13.1, 13.2)


_ROLL_AGAIN = ((2, 2), (3, 3), (4, 4))  # double 5 stands
_TWOS = tuple(suit + "2" for suit in cards.SUITS)
_THREES = tuple(suit + "3" for suit in cards.SUITS)
Rolls = list[tuple[int, int, int]]


def set_up(turn: Turn) -> Draft:
    """Return a new match, just before its first Event Phase."""
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
    """Return the Dealer: a double six at once, else the highest sum.

    Tied players roll again among themselves.
    """
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
    """Deal a King to each Front, and a random 2 and 3 to each Hand."""
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

"""The sequence of a match: setup, Event Phase, Turns, Power Phase, Cleanup (rules 3.4 to 6.1)."""

from __future__ import annotations

from games.merchants.rules import stack
from games.merchants.rules.draft import Draft
from games.merchants.rules.happenings import event_of_the_round
from games.merchants.rules.restock import restock, supply
from games.merchants.rules.state import Phase


def go_on(draft: Draft) -> None:
    """Something has been carried out completely: what comes next."""
    if draft.stage == "power":
        cleanup(draft)
    elif spent(draft):
        _next_turn(draft)
    else:
        draft.ask(Phase.MARKET, draft.active)


def spent(draft: Draft) -> bool:
    """Whether the Turn is over: nothing is left, or Do Nothing alone (6.1)."""
    if draft.players[draft.active].out:
        return True
    return draft.actions == 0 and (draft.minor == 0 or not _may_visit(draft))


def _may_visit(draft: Draft) -> bool:
    barred = draft.event is not None and draft.active in draft.event.no_visiting
    return bool(draft.markets) and not barred


def event_phase(draft: Draft) -> None:
    """Turns up the Event of a new round and begins the Dealer's Turn. Without one: the end."""
    event_of_the_round(draft)
    draft.stage = "turn"
    begin_turn(draft, draft.around(draft.dealer)[0])


def begin_turn(draft: Draft, seat: int) -> None:
    """Restock, Supply, and the budget of this seat (rules 5, 6.1)."""
    draft.active = seat
    restock(draft)
    supply(draft)
    set_budget(draft)
    draft.tell("turn", seat=seat, actions=draft.actions, minor=draft.minor)
    draft.ask(Phase.MARKET, seat)


def set_budget(draft: Draft) -> None:
    """As at the start of the Market Phase of the Active Player; then it is fixed (6.1)."""
    draft.actions = 1 + extra_actions(draft) + draft.players[draft.active].emblems("D")
    draft.minor = 1


def extra_actions(draft: Draft) -> int:
    """What Carnival of Coin and Grand Opening give everybody; not in a quick start (4.5, 13.2)."""
    festive = draft.event is not None and draft.event.type in ("carnival", "grand_opening")
    return 1 if festive and not draft.game.options.quick else 0


def _next_turn(draft: Draft) -> None:
    """The next living seat, until the Dealer's place comes round again (5.3)."""
    draft.actions = draft.minor = 0
    draft.tell("turn_over", seat=draft.active)
    count = len(draft.players)
    seat = (draft.active + 1) % count
    while seat != draft.dealer:
        if not draft.players[seat].out:
            begin_turn(draft, seat)
            return
        seat = (seat + 1) % count
    power_phase(draft)


def power_phase(draft: Draft) -> None:
    """One Stack; without anybody to ask it is over at once. A quick start has none."""
    draft.stage = "power"
    if not draft.game.options.quick:
        draft.tell("power_phase", seat=draft.around(draft.dealer)[0])
        stack.open_for_all(draft)
    if not draft.open:
        cleanup(draft)


def cleanup(draft: Draft) -> None:
    """The Dealer Token goes on, and the next round begins."""
    draft.dealer = draft.others(draft.dealer)[0]
    draft.tell("token", seat=draft.dealer)
    event_phase(draft)

"""The bots of a match: their kinds, their loans and their bids (rules 13).

They set their loan at the start, bid for the opening right after it, and for every later auction
right after the one before is resolved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from auctions.rules.bids import PRICES_A_LOT
from auctions.rules.bots.careless import (
    random_loan,
    random_wishes,
    shopper_loan,
    shopper_wishes,
)
from auctions.rules.bots.planner import (
    OVER_BORROWER,
    PLANNER,
    Habits,
    planned_loan,
    planned_wishes,
)
from auctions.rules.bots.prince import prince_loan, prince_wishes
from auctions.rules.bots.seat import BotSeat, Stage, Wish
from auctions.rules.lineup import Lot
from games.engine.base import Randomness

MIXED = "mixed"
MIX: Mapping[str, int] = {
    "random": 20,
    "shopper": 20,
    "planner": 35,
    "idle": 10,
    "over-borrower": 15,
}
"""The field of rules 14, in per cent."""


class Policy:
    """One kind of bot. `loan`: from the week as announced; `wishes`: from what its seat knows."""

    def __init__(
        self,
        loan: Callable[[Stage, Randomness], int],
        wishes: Callable[[Stage, BotSeat, Randomness], list[Wish]],
    ) -> None:
        self.loan = loan
        self.wishes = wishes


def _planning(habits: Habits) -> Policy:
    return Policy(lambda stage, _: planned_loan(habits, stage.cap), partial(planned_wishes, habits))


POLICIES: Mapping[str, Policy] = {
    "merchant-prince": Policy(prince_loan, prince_wishes),
    "planner": _planning(PLANNER),
    "shopper": Policy(lambda stage, chance: shopper_loan(stage.cap, chance), shopper_wishes),
    "random": Policy(lambda stage, chance: random_loan(stage.cap, chance), random_wishes),
    "over-borrower": _planning(OVER_BORROWER),
    "idle": Policy(lambda stage, chance: 0, lambda stage, bot, chance: []),
}


def kinds_of(company: str, count: int, chance: Randomness) -> list[str]:
    """The kinds of `count` bots of this company: all of one kind, or each drawn from the mix."""
    if company != MIXED:
        return [company] * count
    slots = [kind for kind, parts in MIX.items() for _ in range(parts)]
    return [slots[chance.below(len(slots))] for _ in range(count)]


def loan_of(kind: str, stage: Stage, chance: Randomness) -> int:
    """What a bot of this kind borrows before the opening, in dollars."""
    return POLICIES[kind].loan(stage, chance)


def bids_of(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """The bids of one bot: (place of the lot, price, units), all of them acceptable."""
    if bot.purse <= 0:
        return []
    return accepted(POLICIES[bot.kind].wishes(stage, bot, chance), stage.lots)


def accepted(wishes: Iterable[Wish], lots: Sequence[Lot]) -> list[Wish]:
    """Bids of the same price on one lot added up; what the rules would refuse is left out."""
    found: Counter[tuple[int, int]] = Counter()
    asked: Counter[int] = Counter()
    prices: Counter[int] = Counter()
    for place, price, units in wishes:
        fresh = (place, price) not in found
        if asked[place] + units > lots[place].units or prices[place] + fresh > PRICES_A_LOT:
            continue
        found[place, price] += units
        asked[place] += units
        prices[place] += fresh
    return [(place, price, units) for (place, price), units in found.items()]

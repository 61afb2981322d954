"""The bots of a match: their kinds, their loans and their bids.

They set their loan at the start, bid for the opening right after it, and bid for every later
auction right after the previous one is resolved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from auctions.rules.bids import PRICES_A_LOT
from auctions.rules.bots.planner import OVER_BORROWER, PLANNER, Habits, planned_loan, planned_wishes
from auctions.rules.bots.prince import MERCHANT, PRINCE, Ways, prince_loan, prince_wishes
from auctions.rules.bots.sight import BotSeat, Stage, Wish, between, by_largest
from auctions.rules.lineup import Lot
from auctions.rules.schedule import CLOSING, OPENING
from games.engine.base import Bot, Randomness

# --- Bots without a plan: random and shopper (rules 13) ---


def random_loan(cap: int, chance: Randomness) -> int:
    """Return any number of dollars up to the cap."""
    return between(chance, 0, cap)


def random_wishes(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Return bids on half of the lots, at any price that is not absurd."""
    most = 20 if stage.sells_agendas else 10
    wishes: list[Wish] = []
    for place, lot in enumerate(stage.lots):
        if between(chance, 0, 1):
            price = between(chance, 1, most)
            wishes.append((place, price, between(chance, 1, min(2, lot.units))))
    return wishes


def shopper_loan(cap: int, chance: Randomness) -> int:
    """Return 30 to 70 per cent of the cap, in whole dollars."""
    return cap * between(chance, 30, 70) // 100


def shopper_wishes(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Return bids on the most valuable lots first, at a fraction of their worth."""
    if stage.sells_agendas:
        return _agendas(stage, bot, chance)
    budget = bot.purse * 13 // (10 * (CLOSING - stage.auction))
    points = {place: sum(gives) for place, gives in enumerate(stage.points)}
    wishes: list[Wish] = []
    for place in by_largest(points):
        price = max(1, points[place] * between(chance, 25, 50) // 100)
        units = min(2, stage.lots[place].units)
        if price <= budget:
            wishes.append((place, price, units))
            budget -= price * units * 6 // 10
    return wishes


def _agendas(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    budget = bot.purse * 45 // 100 if stage.auction == OPENING else bot.purse
    values = {place: stage.value(place) for place in range(len(stage.lots))}
    wishes: list[Wish] = []
    for place in by_largest(values):
        price = max(1, values[place] * between(chance, 25, 45) // 100)
        if price <= budget:
            wishes.append((place, price, 1))
            budget -= price * 7 // 10
    return wishes


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
    """A kind of bot."""

    def __init__(
        self,
        loan: Callable[[Stage, Randomness], int],
        wishes: Callable[[Stage, BotSeat, Randomness], list[Wish]],
    ) -> None:
        self.loan = loan  # from the week as announced
        self.wishes = wishes  # from what the bot's seat knows


def _planning(habits: Habits) -> Policy:
    return Policy(lambda stage, _: planned_loan(habits, stage.cap), partial(planned_wishes, habits))


def _combining(ways: Ways) -> Policy:
    return Policy(lambda stage, _: prince_loan(ways, stage), partial(prince_wishes, ways))


POLICIES: Mapping[str, Policy] = {
    "merchant": _combining(MERCHANT),
    "merchant-prince": _combining(PRINCE),
    "planner": _planning(PLANNER),
    "shopper": Policy(lambda stage, chance: shopper_loan(stage.cap, chance), shopper_wishes),
    "random": Policy(lambda stage, chance: random_loan(stage.cap, chance), random_wishes),
    "over-borrower": _planning(OVER_BORROWER),
    "idle": Policy(lambda stage, chance: 0, lambda stage, bot, chance: []),
}


def kinds_of(company: str, count: int, chance: Randomness) -> list[str]:
    """Return the kinds of `count` bots: all of one kind, or each drawn from the mix."""
    if company != MIXED:
        return [company] * count
    slots = [kind for kind, parts in MIX.items() for _ in range(parts)]
    return [slots[chance.below(len(slots))] for _ in range(count)]


def loan_of(kind: str, stage: Stage, chance: Randomness) -> int:
    """Return what a bot of this kind borrows before the opening, in dollars."""
    return POLICIES[kind].loan(stage, chance)


def bids_of(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Return a bot's bids as (place of the lot, price, units).

    The rules accept all of them.
    """
    if bot.purse <= 0:
        return []
    return accepted(POLICIES[bot.kind].wishes(stage, bot, chance), stage.lots)


def accepted(wishes: Iterable[Wish], lots: Sequence[Lot]) -> list[Wish]:
    """Add up bids of equal price on a lot, and drop what the rules would refuse."""
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


# --- Bots in the form that titles require: from a view to a command as people send it


class BotView:
    """A bot's view: an upcoming auction and its own seat."""

    def __init__(self, stage: Stage, bot: BotSeat, *, borrows: bool = False) -> None:
        self.stage = stage
        self.bot = bot
        self.borrows = borrows  # true until the loan is set


def _bot(kind: str) -> Bot:
    def act(view: BotView, chance: Randomness) -> Mapping[str, Any] | None:
        if view.borrows:
            return {"do": "loan", "amount": loan_of(kind, view.stage, chance)}
        view.bot.kind = kind
        wishes = bids_of(view.stage, view.bot, chance)
        bids = [
            {
                "do": "bid",
                "auction": view.stage.auction,
                "item": view.stage.lots[place].item,
                "price": price,
                "units": units,
            }
            for place, price, units in wishes
        ]
        return {"do": "bids", "bids": bids} if bids else None

    return act


BOTS: Mapping[str, Bot] = {kind: _bot(kind) for kind in POLICIES}
"""A loan is one command; bids are a list of commands under "bids"."""

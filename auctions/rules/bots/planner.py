"""The planner, which computes what it needs, and the over-borrower (rules 13)."""

from __future__ import annotations

from collections.abc import Callable

from auctions.rules.bots.sight import BotSeat, Stage, Wish, between, by_largest
from auctions.rules.catalogue import AGENDA, Points
from auctions.rules.realization import resources_of
from auctions.rules.schedule import CLOSING, OPENING
from games.engine.base import Randomness, Value

_RESOURCES = range(3)
_USUAL_TOP = 30  # cents per point, for a bot that holds no agenda


class Habits(Value):
    """The constants of rules 13, under their names there.

    Shares are per cent, prices cents.
    """

    loan: int = 140
    point: int = 26
    open: int = 28
    share: int = 70
    reserve: int = 15
    need: int = 52
    top: int = 76
    pace: int = 180
    close: int = 22
    soft: int = 115


PLANNER = Habits()
OVER_BORROWER = Habits(loan=200, open=100, share=66, need=120, top=125, close=95)


def planned_loan(habits: Habits, cap: int) -> int:
    """Return the dollars to borrow, at most the cap."""
    return min(cap, habits.loan * cap // 200)


def planned_wishes(habits: Habits, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Return the bids in the auction of this stage (rules 13)."""
    if stage.auction == OPENING:
        return _opening(habits, stage, bot, chance)
    if stage.auction == CLOSING:
        return _closing(habits, stage, bot, chance)
    return _common(habits, stage, bot, chance)


def _opening(habits: Habits, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Bid for the agendas with the best surplus over what their points will cost."""
    prices: dict[int, int] = {}
    keys: dict[int, int] = {}
    for place, points in enumerate(stage.points):
        value = stage.value(place)
        surplus = 100 * value - habits.point * sum(points)
        price = surplus * habits.open * between(chance, 90, 110) // 10**6
        if price >= 1:
            prices[place], keys[place] = price, surplus // value
    left = bot.purse * habits.share // 100
    wishes: list[Wish] = []
    for place in by_largest(keys):
        if prices[place] <= left:
            wishes.append((place, prices[place], 1))
            left -= prices[place]
    return wishes


def _common(habits: Habits, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Bid for the assets that give the most missing points, at what these are worth."""
    need = _need(habits, stage, bot)
    if not any(need):
        return []
    purse = max(0, bot.purse - bot.loan * habits.reserve // 100)
    per = min(_top(habits, bot), 100 * purse * habits.need // sum(need))
    left = purse * habits.pace // (100 * (CLOSING - stage.auction))
    useful = {place: sum(_useful(gives, need)) for place, gives in enumerate(stage.points)}
    wishes: list[Wish] = []
    for place in by_largest(useful):
        for _ in range(min(2, stage.lots[place].units)):
            used = _useful(stage.points[place], need)
            price = sum(used) * per * between(chance, 90, 110) // 10**6
            if not 1 <= price <= left:
                break
            wishes.append((place, price, 1))
            left -= price
            need = [have - part * 60 // 100 for have, part in zip(need, used, strict=True)]
    return wishes


def _need(habits: Habits, stage: Stage, bot: BotSeat) -> list[int]:
    """Return the points missing, in hundredths.

    They are the points for the agendas held, and for a share of the closing's.
    """
    cost = resources_of(bot.held)
    need = [100 * max(0, cost[j] - bot.resources[j]) for j in _RESOURCES]
    for lot in stage.closing:
        for j in _RESOURCES:
            need[j] += habits.soft * AGENDA[lot.item].cost[j] * lot.units // stage.players
    return need


def _top(habits: Habits, bot: BotSeat) -> int:
    """Return the most to pay per point in cents, by the value of the agendas held."""
    points = sum(resources_of(bot.held))
    value = sum(AGENDA[item].value * copies for item, copies in bot.held.items())
    return habits.top * value // points if points else _USUAL_TOP


def _useful(gives: Points, need: list[int]) -> list[int]:
    return [min(100 * points, missing) for points, missing in zip(gives, need, strict=True)]


def _closing(habits: Habits, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    return completing(habits.close, stage, bot, lambda: between(chance, 90, 110))


def completing(close: int, stage: Stage, bot: BotSeat, factor: Callable[[], int]) -> list[Wish]:
    """Bid repeatedly for the agenda that adds most to what can be realized.

    `close`: the share of that gain to bid, in per cent. `factor`: a random variation, in per cent.
    """
    hold = [bot.held.get(agenda.id, 0) for agenda in stage.order]
    places = len(hold) - len(stage.lots)  # the closing's agendas come last in agenda order
    unused = [lot.units for lot in stage.lots]
    worth, left = _worth(stage, bot, hold), bot.purse
    wishes: list[Wish] = []
    while any(unused):
        gains = {
            place: _worth(stage, bot, _more(hold, places + place)) - worth
            for place, units in enumerate(unused)
            if units
        }
        best = by_largest(gains)[0]
        price = min(left, gains[best] * close * factor() // 10**4)
        if gains[best] <= 1 or price < 1:
            break
        wishes.append((best, price, 1))
        unused[best] -= 1
        hold, worth, left = _more(hold, places + best), worth + gains[best], left - price
    return wishes


def _worth(stage: Stage, bot: BotSeat, hold: list[int]) -> int:
    return stage.realizer.realize(tuple(hold), bot.resources).value


def _more(hold: list[int], place: int) -> list[int]:
    return [copies + (number == place) for number, copies in enumerate(hold)]

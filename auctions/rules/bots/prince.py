"""The merchant-prince, who pays to complete whole combinations, and the patient merchant.

A point used by an agenda is worth about six times what planners pay for a point of an asset, and an
agenda that lacks one point is worth nothing. So both bid enough for those agendas whose points they
can get. Then they bid for the points they lack, with a price for each resource. The price rises
with the share that they need of what is still to come, and so after every defeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from auctions.rules.bots.planner import completing
from auctions.rules.bots.sight import BotSeat, Stage, Wish, between, by_largest
from auctions.rules.catalogue import AGENDA, POINTS, Points
from auctions.rules.lineup import Lot
from auctions.rules.realization import resources_of
from auctions.rules.schedule import CLOSING, OPENING
from games.engine.base import Randomness, Value


class Ways(Value):
    """The constants of a kind. Prices of points are in cents, the others per cent."""

    point: int = 22  # the usual price of a point
    open: int = 33  # bid this share of an agenda's value beyond its points
    share: int = 190  # it can get this share of an equal part of the points to come
    soft: int = 134  # it counts on this share of an equal part of the closing's agendas
    ask: int = 28  # the price of a point if its share of what is to come is just what is missing
    least: int = 85  # limits of that price: with plenty to come ...
    most: int = 150  # ... and after defeats
    close: int = 28  # bid this share of what completes a combination
    safe: int = 101  # borrow this share of what it expects to spend


PRINCE = Ways()
# Under half the prince's prices: several of them leave each other money, and end above zero.
MERCHANT = Ways(open=12, ask=12, close=18, safe=80)

Wanted = list[int]  # points by resource


def prince_loan(ways: Ways, stage: Stage) -> int:
    """Return the loan: the cost of its aims, their points and its closing share."""
    aims = _aims(ways, stage)
    cents = sum(_price(ways, stage, place) for place in aims)
    points = sum(sum(stage.points[place]) for place in aims)
    closing = sum(
        AGENDA[lot.item].value * lot.units * ways.close
        + sum(POINTS[lot.item]) * lot.units * ways.ask
        for lot in stage.closing
    )
    cents += points * ways.ask + closing * ways.soft // (100 * stage.players)
    return min(stage.cap, cents * ways.safe // 10**4)


def prince_wishes(ways: Ways, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Return the bids in the auction of this stage."""
    if stage.auction == OPENING:
        return _opening(ways, stage, bot, chance)
    if stage.auction == CLOSING:
        return _closing(ways, stage, bot, chance)
    return _common(ways, stage, bot, chance)


def _opening(ways: Ways, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    left = bot.purse
    wishes: list[Wish] = []
    for place in _aims(ways, stage):
        price = _price(ways, stage, place) * between(chance, 95, 105) // 10**4
        if 1 <= price <= left:
            wishes.append((place, price, 1))
            left -= price
    return wishes


def _aims(ways: Ways, stage: Stage) -> list[int]:
    """Return the places of the agendas wanted, each as often as copies are wanted.

    The best value per point comes first, as far as the points it can get will pay.
    """
    common = _points_of(stage.ahead[1:-1])
    room = [
        _share(ways, stage, have) - soft
        for have, soft in zip(common, _soft(ways, stage), strict=True)
    ]
    rate = {place: 100 * stage.value(place) // sum(cost) for place, cost in enumerate(stage.points)}
    aims: list[int] = []
    for place in by_largest(rate):
        for _ in range(stage.lots[place].units):
            after = [have - cost for have, cost in zip(room, stage.points[place], strict=True)]
            if min(after) < 0:
                break
            room = after
            aims.append(place)
    return aims


def _share(ways: Ways, stage: Stage, points: int) -> int:
    """Return how many of these points it can get."""
    return points * ways.share // (100 * stage.players)


def _price(ways: Ways, stage: Stage, place: int) -> int:
    """Return an agenda's price in cents: a share of its value beyond its points."""
    surplus = 100 * stage.value(place) - ways.point * sum(stage.points[place])
    return surplus * ways.open // 100


def _common(ways: Ways, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Bid for what is missing, with a price for each resource."""
    need = _need(ways, stage, bot)
    asks = _asks(ways, stage, need)
    left = bot.purse
    useful = {place: _cents(_useful(gives, need), asks) for place, gives in enumerate(stage.points)}
    wishes: list[Wish] = []
    for place in by_largest(useful):
        for _ in range(stage.lots[place].units):
            used = _useful(stage.points[place], need)
            price = _cents(used, asks) * between(chance, 95, 105) // 10**4
            if not 1 <= price <= left:
                break
            wishes.append((place, price, 1))
            left -= price
            need = [have - part for have, part in zip(need, used, strict=True)]
    return wishes


def _need(ways: Ways, stage: Stage, bot: BotSeat) -> Wanted:
    """Return the points missing for its agendas and for its share of the closing's."""
    cost = resources_of(bot.held)
    soft = _soft(ways, stage)
    return [max(0, cost[j] + soft[j] - bot.resources[j]) for j in range(3)]


def _soft(ways: Ways, stage: Stage) -> Wanted:
    """Return the points of its share of the closing's agendas."""
    whole = _points_of([stage.closing])
    return [points * ways.soft // (100 * stage.players) for points in whole]


def _asks(ways: Ways, stage: Stage, need: Wanted) -> list[int]:
    """Return the cents to pay per point of each resource.

    The larger the share that is needed of what is still to come, the higher the price.
    """
    coming = _points_of(stage.ahead[:-1])
    shares = [max(1, _share(ways, stage, points)) for points in coming]
    return [
        ways.ask * min(ways.most, max(ways.least, 100 * want // share)) // 100
        for want, share in zip(need, shares, strict=True)
    ]


def _points_of(auctions: Iterable[Sequence[Lot]]) -> Wanted:
    """Return the points of all these lots."""
    units = [(POINTS[lot.item], lot.units) for lots in auctions for lot in lots]
    return [sum(points[j] * count for points, count in units) for j in range(3)]


def _useful(gives: Points, need: Wanted) -> Wanted:
    return [min(points, missing) for points, missing in zip(gives, need, strict=True)]


def _cents(points: Wanted, asks: list[int]) -> int:
    return sum(count * ask for count, ask in zip(points, asks, strict=True))


def _closing(ways: Ways, stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Bid repeatedly for what completes most of its holdings."""
    return completing(ways.close, stage, bot, lambda: between(chance, 95, 105))

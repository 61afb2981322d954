"""The merchant-prince: wants whole combinations, and pays for the points that complete them.

A point of an agenda is worth about six times what planners give for a point of an asset, and an
agenda that lacks one point is worth nothing. So it bids for agendas whose points it can get, enough
to have them; then for the points that these lack, each resource at a price of its own: the more,
the larger a part of what is still to come it needs, and so more after every defeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from auctions.rules.bots.planner import completing
from auctions.rules.bots.sight import BotSeat, Stage, Wish, between, by_largest
from auctions.rules.catalogue import AGENDA, POINTS, Points
from auctions.rules.lineup import Lot
from auctions.rules.realization import resources_of
from auctions.rules.schedule import CLOSING, OPENING
from games.engine.base import Randomness

POINT = 22  # cents that a point usually costs
OPEN = 33  # per cent of what an agenda leaves beyond its points
SHARE = 190  # per cent of an equal share of all points to come that it can get
SOFT = 134  # per cent of an equal share of the closing's agendas that it counts on
ASK = 28  # cents a point, when as much is to come as is missing
LEAST, MOST = 85, 150  # per cent of that: where plenty is to come, and after defeats
CLOSE = 28  # per cent of what completes a combination
SAFE = 101  # per cent of what it expects to spend, that it borrows

Wanted = list[int]  # points by resource


def prince_loan(stage: Stage, chance: Randomness) -> int:
    """What the agendas it aims at, their points and its part of the closing will cost."""
    aims = _aims(stage)
    cents = sum(_price(stage, place) for place in aims)
    points = sum(sum(stage.points[place]) for place in aims)
    closing = sum(
        AGENDA[lot.item].value * lot.units * CLOSE + sum(POINTS[lot.item]) * lot.units * ASK
        for lot in stage.closing
    )
    cents += points * ASK + closing * SOFT // (100 * stage.players)
    return min(stage.cap, cents * SAFE // 10**4)


def prince_wishes(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """What it bids for in the auction of this stage."""
    if stage.auction == OPENING:
        return _opening(stage, bot, chance)
    if stage.auction == CLOSING:
        return _closing(stage, bot, chance)
    return _common(stage, bot, chance)


def _opening(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    left = bot.purse
    wishes: list[Wish] = []
    for place in _aims(stage):
        price = _price(stage, place) * between(chance, 95, 105) // 10**4
        if 1 <= price <= left:
            wishes.append((place, price, 1))
            left -= price
    return wishes


def _aims(stage: Stage) -> list[int]:
    """Places of agendas, each as often as copies are wanted: those of most value a point first, as
    many as the points that it can get will pay.
    """
    common = _to_come(stage.ahead[1:-1])
    room = [_share(stage, have) - soft for have, soft in zip(common, _soft(stage), strict=True)]
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


def _share(stage: Stage, points: int) -> int:
    """What it can get of these points."""
    return points * SHARE // (100 * stage.players)


def _price(stage: Stage, place: int) -> int:
    """In cents: a part of what the agenda leaves beyond its points."""
    surplus = 100 * stage.value(place) - POINT * sum(stage.points[place])
    return surplus * OPEN // 100


def _common(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """What is missing, each resource at a price of its own."""
    need = _need(stage, bot)
    asks = _asks(stage, need)
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


def _need(stage: Stage, bot: BotSeat) -> Wanted:
    """Points missing for the agendas held and for its part of the closing's."""
    cost = resources_of(bot.held)
    soft = _soft(stage)
    return [max(0, cost[j] + soft[j] - bot.resources[j]) for j in range(3)]


def _soft(stage: Stage) -> Wanted:
    """Points of its part of the closing's agendas."""
    whole = _to_come([stage.closing])
    return [points * SOFT // (100 * stage.players) for points in whole]


def _asks(stage: Stage, need: Wanted) -> list[int]:
    """Cents for a point of each resource: the more of what is to come is needed, the more."""
    coming = _to_come(stage.ahead[:-1])
    shares = [max(1, _share(stage, points)) for points in coming]
    return [
        ASK * min(MOST, max(LEAST, 100 * want // share)) // 100
        for want, share in zip(need, shares, strict=True)
    ]


def _to_come(auctions: Iterable[Sequence[Lot]]) -> Wanted:
    """Points of all these lots."""
    units = [(POINTS[lot.item], lot.units) for lots in auctions for lot in lots]
    return [sum(points[j] * count for points, count in units) for j in range(3)]


def _useful(gives: Points, need: Wanted) -> Wanted:
    return [min(points, missing) for points, missing in zip(gives, need, strict=True)]


def _cents(points: Wanted, asks: list[int]) -> int:
    return sum(count * ask for count, ask in zip(points, asks, strict=True))


def _closing(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """What completes most of what is held, one after the other, for a part of what it adds."""
    return completing(CLOSE, stage, bot, lambda: between(chance, 95, 105))

"""Bots that buy without a plan: at random, or as one shops with a purse (rules 13)."""

from __future__ import annotations

from auctions.rules.bots.seat import BotSeat, Stage, Wish, between, by_largest
from auctions.rules.schedule import CLOSING, OPENING
from games.engine.base import Randomness


def random_loan(cap: int, chance: Randomness) -> int:
    """Any number of dollars up to the cap."""
    return between(chance, 0, cap)


def random_wishes(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """Half of the lots, at any price that is not absurd."""
    most = 20 if stage.sells_agendas else 10
    wishes: list[Wish] = []
    for place, lot in enumerate(stage.lots):
        if between(chance, 0, 1):
            price = between(chance, 1, most)
            wishes.append((place, price, between(chance, 1, min(2, lot.units))))
    return wishes


def shopper_loan(cap: int, chance: Randomness) -> int:
    """From 30 to 70 per cent of the cap, in whole dollars."""
    return cap * between(chance, 30, 70) // 100


def shopper_wishes(stage: Stage, bot: BotSeat, chance: Randomness) -> list[Wish]:
    """The most valuable things first, for a part of what they are worth."""
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

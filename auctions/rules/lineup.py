"""The line-up of a week, and everything else that follows from the match's key."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence

from auctions.rules.catalogue import AGENDAS, ASSETS, POINTS, Points
from auctions.rules.schedule import CLOSING, COMMON, OPENING
from games.engine.base import Value
from games.engine.dealer import seal_of

ATTEMPTS = 200
_LEAST, _MOST = 65, 115  # supply as a percentage of demand

Label = Callable[[str, str], str]
"""(label, item id) -> the hash that orders or weighs the item, for one seed and attempt."""


class Lot(Value):
    """A line of an auction: `units` of `item`.

    An item has at most one lot in an auction.
    """

    item: str
    units: int


Lots = tuple[Lot, ...]


class LineUp(Value):
    """The seven auctions' lots in announced order, and the attempt they came from."""

    attempt: int
    auctions: tuple[Lots, ...]

    @property
    def demand(self) -> Points:
        """The points that all agendas of the week would cost."""
        return points_of((*self.auctions[OPENING], *self.auctions[CLOSING]))

    @property
    def supply(self) -> Points:
        """The points that all assets of the week give."""
        return points_of(lot for auction in COMMON for lot in self.auctions[auction])


def make_lineup(players: int, seed: str) -> LineUp:
    """Return the first balanced attempt, or else the least unbalanced one (5.2)."""
    tried: list[LineUp] = []
    for number in range(ATTEMPTS):
        tried.append(_attempt(players, seed, number))
        if imbalance(tried[-1]) == 0:
            return tried[-1]
    return min(tried, key=imbalance)


def totals(players: int) -> tuple[int, int, int]:
    """Return the units offered in the opening, all common auctions, and the closing."""
    offers = players + 1
    return (5 * offers + 1) // 2, 10 * offers, (3 * offers + 1) // 2


def points_of(lots: Iterable[Lot]) -> Points:
    """Return the points that these lots cost or give, all units together."""
    force = popularity = influence = 0
    for lot in lots:
        points = POINTS[lot.item]
        force += points[0] * lot.units
        popularity += points[1] * lot.units
        influence += points[2] * lot.units
    return force, popularity, influence


def imbalance(lineup: LineUp) -> int:
    """Return how far supply is outside 65 to 115% of demand, or 0 if balanced."""
    pairs = zip(lineup.demand, lineup.supply, strict=True)
    return max(0, *(max(_LEAST * d - 100 * s, 100 * s - _MOST * d) for d, s in pairs))


def shares(total: int, weights: Sequence[int]) -> list[int]:
    """Divide `total` units by weight, at least one each.

    The largest remainders get the rest.
    """
    rest, whole = total - len(weights), sum(weights)
    units = [1 + rest * weight // whole for weight in weights]
    order = sorted(range(len(weights)), key=lambda place: -(rest * weights[place] % whole))
    for place in order[: total - sum(units)]:
        units[place] += 1
    return units


def _attempt(players: int, seed: str, number: int) -> LineUp:
    label = _labels(seed, number)
    days = _items(label)
    opening, common, closing = totals(players)
    sold = [(day, item) for day in COMMON for item in days[day]]
    middle = iter(shares(common, [_weight(label, day, item) for day, item in sold]))
    units = {day: [next(middle) for _ in days[day]] for day in COMMON}
    units[OPENING] = shares(opening, [_weight(label, OPENING, item) for item in days[OPENING]])
    units[CLOSING] = shares(closing, [_weight(label, CLOSING, item) for item in days[CLOSING]])
    return LineUp(
        attempt=number,
        auctions=tuple(
            tuple(Lot(item=i, units=u) for i, u in zip(items, units[day], strict=True))
            for day, items in enumerate(days)
        ),
    )


def _labels(seed: str, attempt: int) -> Label:
    head = f"{seed}|{attempt}|"
    return lambda label, item: hashlib.sha256(f"{head}{label}|{item}".encode()).hexdigest()


def _items(label: Label) -> list[list[str]]:
    """Return the items of the seven auctions in announced order."""

    def ordered(items: Iterable[str], name: str) -> list[str]:
        return sorted(items, key=lambda item: label(name, item))

    agendas = ordered((agenda.id for agenda in AGENDAS), "agendas")
    assets = ordered((asset.id for asset in ASSETS), "assets")
    groups = [assets[3 * d : 3 * d + 3] for d in range(5)]
    days = [
        ordered([*group, ordered(groups[(d + 2) % 5], "extra")[0]], f"day{d + 1}")
        for d, group in enumerate(groups)
    ]
    return [agendas[:6], *days, agendas[6:10]]


def _weight(label: Label, auction: int, item: str) -> int:
    return 1 + int(label(f"weight{auction}", item)[:8], 16) % 5


# --- Randomness of a match: the line-up seed and the draw numbers (5.1)
#
# Both are derived from the match's key: the sealed secret mixed with the players' contributions
# (`dealer.mixed`). Nothing else in a match is random.


__all__ = ["draw_number", "lineup_seed", "seal_of"]


def lineup_seed(key: str) -> str:
    """Return the seed of the line-up, 64 lower-case hex characters.

    It is public from the start.
    """
    return hmac.digest(key.encode("ascii"), b"venice|lineup", "sha256").hex()


def draw_number(key: str, auction: int, item: str, seat: int) -> str:
    """Return a seat's draw number for a lot: 64 lower-case hex characters.

    In a tie, the seat with the smaller text wins.
    """
    message = f"venice|draw|{auction}|{item}|{seat}".encode()
    return hmac.digest(key.encode("ascii"), message, "sha256").hex()

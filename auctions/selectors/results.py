"""Holdings and, at the end, the standings. Public once resolved (rules 11).

A match may have hundreds of thousands of awards, so every query returns a page of a list or a
single line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from auctions.models import Account, Award
from auctions.rules.catalogue import ASSET, Points
from auctions.rules.options import interest
from auctions.rules.realization import agenda_order, resources_of
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.players import Player, Sheet, named, player, sheet_of
from auctions.selectors.public_week import resolved_count
from auctions.selectors.week_setup import Frame, frame_of
from games.models import Match, Seat

PAGE = 50


@dataclass(frozen=True)
class Holdings:
    """The items a seat has won so far."""

    items: Mapping[str, int]  # units by item id, in the order of winning
    resources: Points
    spent: int


@dataclass(frozen=True)
class Place:
    """A line of the standings. Money is in dollars."""

    rank: int
    player: Player
    purse: int  # what was left before realization
    value: int
    realized: Mapping[str, int]  # agenda id -> copies realized, in agenda order
    loan: int
    interest: int
    final: int


@dataclass(frozen=True)
class Spoils:
    """The items a seat has won in one auction, and what they cost."""

    items: Mapping[str, int]  # units by item, in announced order
    paid: int


Won = tuple[int, int, int, int]
"""Units at a price: (auction, place of the lot, price, units)."""


def won_by(
    frame: Frame, accounts: Collection[int], *, auctions: Iterable[int]
) -> dict[int, list[Won]]:
    """Return what each account won in these resolved auctions, by account key."""
    where = {
        key: (number, place) for number in auctions for place, key in enumerate(frame.lots[number])
    }
    rows = Award.objects.filter(lot__in=where, account__in=accounts)
    won: dict[int, list[Won]] = {account: [] for account in accounts}
    for lot, account, price, units in rows.values_list("lot_id", "account_id", "price", "units"):
        won[account].append((*where[lot], price, units))
    return won


def spoils_of(frame: Frame, auction: int, accounts: Collection[int]) -> dict[int, Spoils]:
    """Return what each of these accounts won in one auction, by account key.

    The query names every account, so pass only some accounts of a match at a time.
    """
    won = won_by(frame, accounts, auctions=[auction])
    return {account: spoils_in(frame, auction, won[account]) for account in accounts}


# Cached without expiry: a resolved auction never changes.
@lru_cache(maxsize=1024)
def dearest_buyers(frame: Frame, auction: int, place: int, price: int) -> tuple[int, ...]:
    """Return up to two seats that paid this price for a lot of a resolved auction."""
    rows = Award.objects.filter(lot=frame.lots[auction][place], price=price)
    numbers = rows.order_by("account__number").values_list("account__number", flat=True)
    return tuple(numbers[:2])


def spoils_in(frame: Frame, auction: int, won: Iterable[Won]) -> Spoils:
    """Return the part of `won` that was won in one auction."""
    items: dict[str, int] = {}
    paid = 0
    for number, place, price, units in sorted(won):
        if number == auction:
            item = frame.lineup[auction][place].item
            items[item] = items.get(item, 0) + units
            paid += price * units
    return Spoils(items, paid)


def holdings_of(match: Match, numbers: Collection[int]) -> dict[int, Holdings]:
    """Return what each of these seats has won so far, by seat number."""
    return holdings_in(frame_of(match), numbers, resolved=resolved_count(match))


def holdings_in(frame: Frame, numbers: Collection[int], *, resolved: int) -> dict[int, Holdings]:
    """Return what each seat had won after the first `resolved` auctions."""
    where = {
        key: (auction, place)
        for auction in range(resolved)
        for place, key in enumerate(frame.lots[auction])
    }
    rows = Award.objects.filter(
        lot__in=where, account__match=frame.match, account__number__in=numbers
    )
    won: defaultdict[int, list[Won]] = defaultdict(list)
    for lot, number, price, units in rows.values_list(
        "lot_id", "account__number", "price", "units"
    ):
        won[number].append((*where[lot], price, units))
    return {number: held(frame, won[number]) for number in numbers}


def held(frame: Frame, won: Iterable[Won]) -> Holdings:
    """Return the holdings that these wins add up to."""
    items: dict[str, int] = {}
    spent = 0
    for auction, place, price, units in sorted(won):
        item = frame.lineup[auction][place].item
        items[item] = items.get(item, 0) + units
        spent += price * units
    assets = {item: units for item, units in items.items() if item in ASSET}
    return Holdings(items=items, resources=resources_of(assets), spent=spent)


def standings(
    match: Match, *, name: str = "", page: int = 1, size: int = PAGE
) -> tuple[list[Place], Sheet]:
    """Return a page of the standings, best first, within a rank by seat.

    Empty before the end.
    """
    rows = Account.objects.filter(match=match.pk, rank__isnull=False)
    if resolved_count(match) < AUCTIONS:
        rows = rows.none()
    if name.strip():
        rows = rows.filter(seat__in=named(Seat.objects.filter(match=match.pk), name))
    sheet, begin = sheet_of(rows.count(), page, size)
    shown = rows.select_related("seat__user").order_by("rank", "number")[begin : begin + size]
    return [_place(frame_of(match), row) for row in shown], sheet


def place_of(match: Match, row: Account) -> Place | None:
    """Return this account's line of the standings, or None before the end."""
    if resolved_count(match) < AUCTIONS or row.rank is None:
        return None
    return _place(frame_of(match), row)


def _place(frame: Frame, row: Account) -> Place:
    assert row.rank is not None and row.realized is not None and row.final is not None
    counts = map(int, row.combination.split())
    agendas = agenda_order(frame.lineup)
    return Place(
        rank=row.rank,
        player=player(row.seat),
        purse=row.purse,
        value=row.realized,
        realized={a.id: n for a, n in zip(agendas, counts, strict=True) if n},
        loan=row.loan,
        interest=interest(row.loan),
        final=row.final,
    )

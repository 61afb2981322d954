"""Holdings, and at the end the standings. Public once resolved (rules 11).

A match may have hundreds of thousands of awards: everything here is a page of a list, or a line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import F, Sum

from auctions.models import Account, Award
from auctions.rules.catalogue import ASSET, Points
from auctions.rules.money import interest
from auctions.rules.realize import agenda_order, resources_of
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.frame import Frame, frame_of
from auctions.selectors.people import Player, Sheet, named, player, sheet_of
from auctions.selectors.public import resolved_count
from games.models import Match, Seat

PAGE = 50


@dataclass(frozen=True)
class Holdings:
    """What a seat has won so far. `items`: units by item id, in the order of winning."""

    items: Mapping[str, int]
    resources: Points
    spent: int


@dataclass(frozen=True)
class Place:
    """A line of the standings. Money in dollars; `purse` is what was left before realization.

    `realized`: agenda id -> copies realized, in agenda order.
    """

    rank: int
    player: Player
    purse: int
    value: int
    realized: Mapping[str, int]
    loan: int
    interest: int
    final: int


@dataclass(frozen=True)
class Spoils:
    """What a seat has won in one auction: units by item in announced order, and what they cost."""

    items: Mapping[str, int]
    paid: int


def spoils_of(frame: Frame, auction: int, accounts: Collection[int]) -> dict[int, Spoils]:
    """By the accounts' keys; for some accounts of a match at a time."""
    places = {key: place for place, key in enumerate(frame.lots[auction])}
    rows = Award.objects.filter(lot__in=places, account__in=accounts)
    won: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for lot, account, price, units in rows.values_list("lot_id", "account_id", "price", "units"):
        won[account].append((places[lot], price, units))
    found = {}
    for account in accounts:
        items: dict[str, int] = {}
        for place, _price, units in sorted(won[account]):
            item = frame.lineup[auction][place].item
            items[item] = items.get(item, 0) + units
        found[account] = Spoils(items, sum(price * units for _p, price, units in won[account]))
    return found


def holdings_of(match: Match, numbers: Collection[int]) -> dict[int, Holdings]:
    """By seat number, for a page of seats: what each has won so far."""
    return holdings_in(frame_of(match), numbers, resolved=resolved_count(match))


def holdings_in(frame: Frame, numbers: Collection[int], *, resolved: int) -> dict[int, Holdings]:
    """The same after the first `resolved` auctions."""
    where = _places(frame, resolved)
    rows = Award.objects.filter(
        lot__in=where, account__match=frame.match, account__number__in=numbers
    )
    won: defaultdict[int, list[tuple[tuple[int, int, str], int, int]]] = defaultdict(list)
    for lot, number, price, units in rows.values_list(
        "lot_id", "account__number", "price", "units"
    ):
        won[number].append((where[lot], price, units))
    return {number: _held(won[number]) for number in numbers}


def _held(won: Collection[tuple[tuple[int, int, str], int, int]]) -> Holdings:
    items: dict[str, int] = {}
    for (_auction, _place, item), _price, units in sorted(won):
        items[item] = items.get(item, 0) + units
    assets = {item: units for item, units in items.items() if item in ASSET}
    spent = sum(price * units for _where, price, units in won)
    return Holdings(items=items, resources=resources_of(assets), spent=spent)


def spent_by_auction(match: Match, number: int) -> tuple[int, ...]:
    """What this seat has paid in each auction resolved so far."""
    frame = frame_of(match)
    where = _places(frame, resolved_count(match))
    rows = Award.objects.filter(lot__in=where, account__match=match.pk, account__number=number)
    sums = rows.values("lot_id").annotate(paid=Sum(F("price") * F("units"))).order_by()
    paid = [0] * resolved_count(match)
    for row in sums:
        paid[where[row["lot_id"]][0]] += row["paid"]
    return tuple(paid)


def standings(
    match: Match, *, name: str = "", page: int = 1, size: int = PAGE
) -> tuple[list[Place], Sheet]:
    """A page of the result, best first and inside a rank by seat; nothing before the end."""
    rows = Account.objects.filter(match=match.pk, rank__isnull=False)
    if resolved_count(match) < AUCTIONS:
        rows = rows.none()
    if name.strip():
        rows = rows.filter(seat__in=named(Seat.objects.filter(match=match.pk), name))
    sheet, begin = sheet_of(rows.count(), page, size)
    shown = rows.select_related("seat__user").order_by("rank", "number")[begin : begin + size]
    return [_place(frame_of(match), row) for row in shown], sheet


def place_of(match: Match, number: int) -> Place | None:
    """This seat's line of the standings; None before the end."""
    if resolved_count(match) < AUCTIONS:
        return None
    rows = Account.objects.filter(match=match.pk, number=number, rank__isnull=False)
    row = rows.select_related("seat__user").first()
    return None if row is None else _place(frame_of(match), row)


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


def _places(frame: Frame, resolved: int) -> dict[int, tuple[int, int, str]]:
    """By key of the lot, for auctions resolved: auction, place in it, item."""
    return {
        key: (auction, place, frame.lineup[auction][place].item)
        for auction in range(resolved)
        for place, key in enumerate(frame.lots[auction])
    }

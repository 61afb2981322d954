"""Prices and money over the week, for plots.

Prices are public once an auction is resolved, everybody's money only after the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Sum

from auctions.models import Account, Award
from auctions.rules.options import owed
from auctions.rules.schedule import AUCTIONS, week_open
from auctions.selectors.players import Player, player
from auctions.selectors.public_week import resolved_count
from auctions.selectors.week_setup import frame_of
from games.models import Match

Levels = tuple[tuple[int, int], ...]
"""(price, units sold at it), price rising."""


@dataclass(frozen=True)
class Course:
    """A player's money over the week."""

    player: Player
    money: tuple[int, ...]  # the loan, then what was left after each auction
    realized: int
    owed: int
    final: int  # after realization and repayment


def price_levels(match: Match) -> list[tuple[Levels, ...]]:
    """Return price levels by auction, then by lot in announced order.

    A lot's levels are empty if nothing was sold or its auction is unresolved.
    """
    frame, resolved = frame_of(match), resolved_count(match)
    known = [key for number in range(resolved) for key in frame.lots[number]]
    rows = Award.objects.filter(lot__in=known).values_list("lot_id", "price")
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for lot, price, units in rows.annotate(sold=Sum("units")).order_by("lot_id", "price"):
        found[lot].append((price, units))
    return [tuple(tuple(found[key]) for key in keys) for keys in frame.lots]


def courses_of(match: Match, numbers: Iterable[int]) -> list[Course]:
    """Return the money of these seats over the week, best first.

    Empty before the end.
    """
    if not week_open(resolved_count(match)):
        return []
    rows = Account.objects.filter(match=match.pk, number__in=list(numbers), rank__isnull=False)
    accounts = list(rows.select_related("seat__user").order_by("rank", "number"))
    paid = _paid(match, [account.pk for account in accounts])
    return [
        Course(
            player=player(account.seat),
            money=_left(account.loan, paid[account.pk]),
            realized=account.realized or 0,
            owed=owed(account.loan),
            final=account.final or 0,
        )
        for account in accounts
    ]


def best_numbers(match: Match, count: int) -> list[int]:
    """Return the seats with the most money, best first; empty before the end."""
    if not week_open(resolved_count(match)):
        return []
    rows = Account.objects.filter(match=match.pk, rank__isnull=False).order_by("rank", "number")
    return list(rows.values_list("number", flat=True)[:count])


def finals_of(match: Match) -> list[tuple[int, int]]:
    """Return (final money, number of players) pairs, rising; empty before the end."""
    if not week_open(resolved_count(match)):
        return []
    rows = Account.objects.filter(match=match.pk, final__isnull=False).values("final")
    counted = rows.annotate(players=Count("pk")).order_by("final")
    return [(row["final"] or 0, row["players"]) for row in counted]


def _paid(match: Match, accounts: Sequence[int]) -> defaultdict[int, list[int]]:
    """Return what each account paid in each auction, by account key."""
    frame = frame_of(match)
    where = {key: number for number, keys in enumerate(frame.lots) for key in keys}
    rows = Award.objects.filter(account__in=accounts, lot__in=where).values("account_id", "lot_id")
    paid: defaultdict[int, list[int]] = defaultdict(lambda: [0] * AUCTIONS)
    for row in rows.annotate(sum=Sum(F("price") * F("units"))).order_by():
        paid[row["account_id"]][where[row["lot_id"]]] += row["sum"]
    return paid


def _left(loan: int, paid: Sequence[int]) -> tuple[int, ...]:
    left = [loan]
    for amount in paid:
        left.append(left[-1] - amount)
    return tuple(left)

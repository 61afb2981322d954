"""The loan, with what must be repaid worked out day by day (rules 9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language

from auctions.page.own import Own
from auctions.page.words import day_name, short_day_name
from auctions.rules.money import PERCENT_A_DAY
from auctions.rules.schedule import AUCTIONS, OPENING


@dataclass(frozen=True)
class Owed:
    """What would be owed on this day."""

    day: str
    short: str
    interest: int
    owed: int


@dataclass(frozen=True)
class Loan:
    """`open`: it may still be changed."""

    amount: int
    cap: int
    interest: int
    owed: int
    days: tuple[Owed, ...]
    open: bool
    percent: int = PERCENT_A_DAY


def loan_of(own: Own) -> Loan:
    mine, week = own.mine, own.viewing.week
    names = _day_names(get_language() or "")
    goes_on = own.viewing.stage in ("running", "stalled")
    return Loan(
        amount=mine.loan,
        cap=week.cap,
        interest=mine.interest,
        owed=mine.owed,
        days=tuple(
            Owed(day, short, interest, mine.loan + interest)
            for (day, short), interest in zip(names, mine.days, strict=True)
        ),
        open=goes_on and week.days[OPENING].progress == "coming",
    )


@cache
def _day_names(language: str) -> list[tuple[str, str]]:
    """Long and short."""
    return [(day_name(day), short_day_name(day)) for day in range(AUCTIONS)]

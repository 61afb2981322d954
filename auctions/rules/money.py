"""Loans and what they cost (rules 9). Whole dollars."""

from __future__ import annotations

CAP = 200
CAPS = (20, 500)
DAYS = 6
PERCENT_A_DAY = 5


def interest_after(loan: int, days: int) -> int:
    """Simple interest after 0 to 6 days, rounded up once."""
    return -(-PERCENT_A_DAY * days * loan // 100)


def interest(loan: int) -> int:
    """What the loan costs for the week, whatever its pace."""
    return interest_after(loan, DAYS)


def owed(loan: int) -> int:
    """What must be repaid after the closing auction."""
    return loan + interest(loan)


def day_by_day(loan: int) -> tuple[int, ...]:
    """Interest after 0 … 6 days, to show what the loan will cost."""
    return tuple(interest_after(loan, day) for day in range(DAYS + 1))


def final_money(purse: int, realized: int, loan: int) -> int:
    """What ranks a player (rules 10); may be negative."""
    return purse + realized - owed(loan)

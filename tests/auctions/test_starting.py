"""The start of a week: line-up, instants, accounts (rules 2, 3, 5)."""

from __future__ import annotations

from datetime import datetime

import pytest

from auctions.models import Account, Week
from tests.auctions.weeks import play

pytestmark = pytest.mark.django_db


@pytest.mark.both
def test_every_seat_gets_an_account_with_nothing(wednesday: datetime) -> None:
    week = play(4)
    rows = Account.objects.filter(match=week.match).order_by("number")
    assert [(row.number, row.loan, row.purse, row.final) for row in rows] == [
        (number, 0, 0, None) for number in range(4)
    ]
    assert Week.objects.get(match=week.match).players == 4
    assert week.match.deadline == week.frame.instants[0]

"""The start of a week: line-up, instants, accounts (rules 2, 3, 5)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from auctions.models import Account, Week
from auctions.rules.chance import lineup_seed
from auctions.rules.lineup import make_lineup
from tests.auctions.weeks import ZEROS, play

pytestmark = pytest.mark.django_db


def test_the_lineup_follows_from_seed_and_players(wednesday: datetime) -> None:
    week = play(5)
    assert week.frame.seed == lineup_seed(ZEROS)
    assert week.frame.lineup == make_lineup(5, week.frame.seed).auctions


def test_instants_are_stored_at_the_start_in_the_zone_of_the_table(wednesday: datetime) -> None:
    week = play(2, options={"pace": "daily", "zone": "Europe/Rome"})
    told = [instant.isoformat() for instant in week.frame.instants]
    assert told[0] == "2026-11-22T16:15:00+00:00"
    assert told[6] == "2026-11-28T16:15:00+00:00"
    assert week.match.deadline == week.frame.instants[0]


def test_a_fast_week_counts_minutes_from_the_start(wednesday: datetime) -> None:
    week = play(2, options={"pace": "fast", "minutes": 3})
    steps = {b - a for a, b in zip(week.frame.instants, week.frame.instants[1:], strict=False)}
    assert steps == {timedelta(minutes=3)}
    assert week.frame.instants[0] - week.frame.start == timedelta(minutes=3)


@pytest.mark.both
def test_every_seat_gets_an_account_with_nothing(wednesday: datetime) -> None:
    week = play(4)
    rows = Account.objects.filter(match=week.match).order_by("number")
    assert [(row.number, row.loan, row.purse, row.final) for row in rows] == [
        (number, 0, 0, None) for number in range(4)
    ]
    assert Week.objects.get(match=week.match).players == 4

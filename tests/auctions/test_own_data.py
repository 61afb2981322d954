"""The data export: a user's own bids and loans, and nobody else's."""

from __future__ import annotations

from datetime import datetime

import pytest

from lobby.profiles.privacy import data_of
from tests.auctions.bidders import filled

pytestmark = pytest.mark.django_db


def test_the_export_holds_the_users_own_loans_and_bids_only(wednesday: datetime) -> None:
    week = filled(2)
    account = week.account(0)
    given = data_of(week.user(0))["weeks"]
    assert [one["loan"] for one in given["accounts"]] == [account.loan]
    own = [(bid.lot.item, bid.price, bid.units) for bid in account.bids.order_by("pk")]
    assert own
    assert [(one["lot__item"], one["price"], one["units"]) for one in given["bids"]] == own

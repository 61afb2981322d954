"""The statistics of a week: the public ones, and the viewer's own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from auctions.models import Account
from auctions.selectors import numbers as selectors
from auctions.selectors.numbers import after_of
from tests.auctions.bidders import filled
from tests.auctions.weeks import Play, people_called
from tests.support.log_in import client_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wednesday")]
MOST_QUERIES = 20


def address(week: Play) -> str:
    return f"/m/{week.id}/numbers/"


@pytest.mark.both
def test_a_finished_week_has_statistics_with_few_queries(
    django_assert_max_num_queries: Any,
) -> None:
    week = filled(7)
    browser = client_for(week.user(0))
    assert address(week) in browser.get(f"/m/{week.id}/").text
    page = browser.get(address(week)).text
    assert re.findall(r'id="figure-(\w+)"', page) == ["points", "sufficed", "hindsight"]
    assert page.count('class="pic"') == 3
    for seat in range(1, 6):
        assert client_for(week.user(seat)).get(address(week)).status_code == 200
    with django_assert_max_num_queries(MOST_QUERIES):
        browser.get(address(week))


@pytest.mark.parametrize("resolved", [0, 5, 6])
def test_a_running_week_has_no_statistics(resolved: int) -> None:
    week = filled(resolved)
    assert client_for(week.user(0)).get(address(week)).status_code == 404
    assert after_of(week.match, week.account(0)) is None


def test_spectators_see_the_common_statistics_after_the_end() -> None:
    week = filled(7)
    (eve,) = people_called("eve", 1)
    browser = client_for(eve)
    assert browser.get(address(filled(6))).status_code == 404
    assert re.findall(r'id="figure-(\w+)"', browser.get(address(week)).text) == ["points"]
    assert Client().get(address(week)).status_code == 302


@pytest.mark.parametrize("crowd", [1000, 2])
def test_sufficient_prices_agree_with_the_prices_paid(
    crowd: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    week = filled(7)
    monkeypatch.setattr(selectors, "CROWD", crowd)
    selectors._known.cache_clear()
    for account in Account.objects.filter(match=week.match):
        after = after_of(week.match, account)
        assert after is not None
        assert account.purse == account.loan - sum(one.paid for one in after.lots)
        for one in after.lots:
            assert 0 <= one.won <= one.wanted and 0 <= one.spared <= one.paid
            assert one.all_for >= one.price
        assert after.best.paid <= account.loan
        if crowd == 1000:
            own = account.purse + (account.realized or 0)
            assert account.loan - after.best.paid + after.best.value >= own
    selectors._known.cache_clear()

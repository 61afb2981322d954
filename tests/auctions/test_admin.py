"""Moderators see auctions' times and public facts, but no bid, loan or purse."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.urls import reverse

from auctions.rights import AUCTION_RIGHTS
from chat.rights import GROUP
from tests.auctions.bidders import filled
from tests.auctions.weeks import people_called, play
from tests.support.log_in import client_for

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


@pytest.fixture
def moderators(db: None) -> Client:
    (user,) = people_called("mo", 1)
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=GROUP))
    return client_for(user)


def test_the_migration_gives_the_group_just_these_rights(db: None) -> None:
    held = Group.objects.get(name=GROUP).permissions.filter(content_type__app_label="auctions")
    assert list(held.values_list("codename", flat=True)) == [one.codename for one in AUCTION_RIGHTS]


def test_late_auctions_are_listed(wednesday: datetime, moderators: Client) -> None:
    week = play(2)
    url = reverse("admin:auctions_auction_changelist")
    assert week.match.name in moderators.get(url, {"state": "coming"}).text
    assert week.match.name not in moderators.get(url, {"state": "late"}).text
    week.to(0, seconds=3600)
    assert "late by 1:00:0" in moderators.get(url, {"state": "late"}).text


def test_the_admin_shows_no_sealed_facts(wednesday: datetime, moderators: Client) -> None:
    week = filled(1, seats=3)
    queries: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        queries.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        for url in (
            reverse("admin:games_match_change", args=[week.match.pk]),
            reverse("admin:games_match_changelist"),
            reverse("admin:games_deadline_changelist"),
            reverse("admin:auctions_auction_changelist"),
        ):
            response = moderators.get(url)
            assert response.status_code == 200
            assert week.match.secret not in response.text
    for sql in queries:
        assert "auctions_bid" not in sql
        assert "auctions_account" not in sql

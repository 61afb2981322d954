"""Kept queries about several keys find what Django's own find, however many keys there are."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.test.utils import CaptureQueriesContext

from chat.core.clock import now
from chat.core.prepared import MOST_KEYS, PreparedIn
from chat.models import Block

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def _blocks_in_a_row(count: int) -> list[int]:
    """Of so many people; the last is blocked only."""
    users = get_user_model()
    made = users.objects.bulk_create([users(username=f"person{n}") for n in range(count + 1)])
    Block.objects.bulk_create(
        [Block(blocker=one, blocked=other, at=now()) for one, other in pairwise(made)]
    )
    return [one.pk for one in made[:count]]


def _annotated(keys: Any) -> QuerySet[Any, Any]:
    theirs = Block.objects.filter(blocker=OuterRef("blocked")).values("blocker")
    return (
        Block.objects.filter(blocker__in=keys)
        .select_related("blocked")
        .defer("at")
        .annotate(
            name=F("blocker__username"), more=Subquery(theirs.annotate(n=Count("pk")).values("n"))
        )
    )


def _facts(row: Any) -> dict[str, Any]:
    """All that was read."""
    return {
        **{name: value for name, value in vars(row).items() if name != "_state"},
        "blocked": {n: value for n, value in vars(row.blocked).items() if n != "_state"},
    }


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, MOST_KEYS, MOST_KEYS + 1, 2 * MOST_KEYS + 9])
def test_it_finds_the_rows_of_all_its_keys_each_once(count: int) -> None:
    keys = _blocks_in_a_row(count + 3)[:count]
    expected = {row.pk: _facts(row) for row in _annotated(keys)}
    query = PreparedIn(_annotated)
    with CaptureQueriesContext(connection) as asked:
        found = query.all(keys)
        facts = {row.pk: _facts(row) for row in found}
    assert len(asked) == -(-count // MOST_KEYS)
    assert len(found) == count
    assert facts == expected
    assert {row.more for row in found} == {1}


def test_without_keys_nothing_is_asked() -> None:
    with CaptureQueriesContext(connection) as asked:
        assert PreparedIn(_annotated).all([]) == []
    assert not asked


def test_united_queries_give_tuples_in_the_order_of_their_columns() -> None:
    one, other = _blocks_in_a_row(2)
    query = PreparedIn(
        lambda keys: (
            Block.objects.filter(blocker__in=keys)
            .values_list("blocker", "blocked__username")
            .union(
                Block.objects.filter(blocked__in=keys).values_list("blocked", "blocker__username")
            )
        )
    )
    assert sorted(query.all([one, other])) == [
        (one, "person1"), (other, "person0"), (other, "person2"),
    ]  # fmt: skip

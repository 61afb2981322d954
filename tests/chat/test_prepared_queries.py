"""Prepared queries return what Django's own queries return."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from chat.core.clock import now
from chat.core.prepared_queries import Prepared
from chat.models import Block

pytestmark = [pytest.mark.both, pytest.mark.django_db]

_people = Prepared(
    lambda name, hue: get_user_model().objects.filter(username=name, hue=hue), name=str, hue=int
)
_blocks = Prepared(
    lambda who: Block.objects.filter(blocker=who).select_related("blocked").order_by("pk"), who=int
)
_briefly = Prepared(
    lambda who: (
        Block.objects.filter(blocker=who)
        .select_related("blocked")
        .only("blocker", "blocked__username")
    ),
    who=int,
)
_names = Prepared(
    lambda who: Block.objects.filter(blocker=who).values_list("blocked__username", "at"), who=int
)


def _person(name: str, hue: int = 3) -> Any:
    return get_user_model().objects.create(username=name, hue=hue)


def test_a_prepared_query_finds_what_its_values_name() -> None:
    ann, bob = _person("ann"), _person("bob", 5)
    assert _people.all(name="ann", hue=3) == [ann]
    assert _people.all(name="bob", hue=5) == [bob]
    assert _people.first(name="ann", hue=5) is None


def test_rows_are_complete_and_typed() -> None:
    ann = _person("ann")
    found = _people.first(name="ann", hue=3)
    assert found is not None
    assert vars(found).keys() == vars(get_user_model().objects.get()).keys()
    assert found.date_joined == ann.date_joined
    assert found.is_active is True


def test_related_rows_come_in_the_same_query() -> None:
    ann, bob = _person("ann"), _person("bob")
    Block.objects.create(blocker=ann, blocked=bob, at=now())
    with CaptureQueriesContext(connection) as asked:
        assert [block.blocked.username for block in _blocks.all(who=ann.pk)] == ["bob"]
    assert len(asked) == 1


def test_deferred_fields_are_read_on_demand() -> None:
    ann, bob = _person("ann"), _person("bob", 5)
    block = Block.objects.create(blocker=ann, blocked=bob, at=now())
    with CaptureQueriesContext(connection) as asked:
        (found,) = _briefly.all(who=ann.pk)
        assert (found.pk, found.blocker_id, found.blocked.username) == (block.pk, ann.pk, "bob")
    assert len(asked) == 1
    assert found.blocked.get_deferred_fields() >= {"hue", "password"}
    assert (found.at, found.blocked.hue) == (block.at, 5)


def test_values_are_tuples() -> None:
    ann, bob = _person("ann"), _person("bob")
    block = Block.objects.create(blocker=ann, blocked=bob, at=now())
    assert _names.all(who=ann.pk) == [("bob", block.at)]


def test_a_value_is_never_sql() -> None:
    _person("ann")
    assert _people.first(name="ann' OR '1'='1", hue=3) is None
    assert _people.first(name="%s", hue=3) is None


def test_a_constant_is_never_taken_for_a_value() -> None:
    # Not even one that equals the placeholder for the value while the SQL is compiled.
    for taken in (31_000, 32_001):
        query = Prepared(
            lambda hue, taken=taken: get_user_model().objects.filter(hue=hue, pk__lt=taken), hue=int
        )
        ann = _person(f"ann-{taken}")
        assert ann in query.all(hue=3)
        ann.delete()
    named = Prepared(
        lambda name: (
            get_user_model()
            .objects.filter(username=name)
            .exclude(display_name="value-of-name-31000")
        ),
        name=str,
    )
    ann = _person("ann")
    assert named.all(name="ann") == [ann]
    ann.display_name = "value-of-name-31000"
    ann.save()
    assert named.all(name="ann") == []


def test_queries_that_cannot_be_prepared_are_refused() -> None:
    people = get_user_model().objects
    by_part = Prepared(lambda part: people.filter(username__contains=part), part=str)
    by_sum = Prepared(lambda hue, other: people.filter(hue=hue, pk=other + 1), hue=int, other=int)
    unused = Prepared(lambda hue, other: people.filter(hue=hue), hue=int, other=int)
    dated = Prepared(lambda hue: people.filter(hue=hue, date_joined__lt=now()), hue=int)
    limited = Prepared(lambda count: people.all()[:count], count=int)
    for query, values in (
        (by_part, {"part": "a"}),
        (by_sum, {"hue": 3, "other": 4}),
        (unused, {"hue": 3, "other": 4}),
        (dated, {"hue": 3}),
        (limited, {"count": 3}),
    ):
        with pytest.raises(TypeError, match="values"):
            query.all(**values)


def test_a_row_that_is_locked_is_locked_each_time() -> None:
    locked = Prepared(
        lambda name: get_user_model().objects.select_for_update().filter(username=name), name=str
    )
    _person("ann")
    for _i in range(2):
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            assert locked.first(name="ann") is not None
        if connection.features.has_select_for_update:
            assert asked.captured_queries[-1]["sql"].endswith("FOR UPDATE")


def test_without_djangos_internals_the_queryset_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compiled(*_given: Any) -> Any:
        raise AttributeError("klass_info")

    monkeypatch.setattr("chat.core.prepared_queries.compiled", compiled)
    people = Prepared(lambda name: get_user_model().objects.filter(username=name), name=str)
    ann = _person("ann")
    assert people.all(name="ann") == people.all(name="ann") == [ann]

"""Queries whose SQL is kept give what Django's own give."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from chat.core.clock import move, now
from chat.core.prepared import Prepared, PreparedPair
from chat.core.prepared_writes import (
    PreparedInsert,
    PreparedInsertWithUpdate,
    PreparedOnce,
    PreparedUpdate,
)
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
_locking = Prepared(
    lambda name: get_user_model().objects.select_for_update(of=("self",)).filter(username=name),
    name=str,
)
_once = PreparedOnce(_locking, Block, of="blocked", stamp="at")
_with_update: PreparedInsertWithUpdate[Block, Any] = PreparedInsertWithUpdate(
    Block, get_user_model(), ["hue", "display_name"]
)

_block_and_person = PreparedPair(
    lambda who, name: (
        Block.objects.filter(blocker=who).values_list("at", "blocker"),
        get_user_model().objects.filter(username=name),
    ),
    who=int,
    name=str,
)


def _person(name: str, hue: int = 3) -> Any:
    return get_user_model().objects.create(username=name, hue=hue)


def test_a_prepared_query_finds_what_its_values_name() -> None:
    ann, bob = _person("ann"), _person("bob", 5)
    assert _people.all(name="ann", hue=3) == [ann]
    assert _people.all(name="bob", hue=5) == [bob]
    assert _people.first(name="ann", hue=5) is None


def test_its_rows_are_whole_and_typed() -> None:
    ann = _person("ann")
    found = _people.first(name="ann", hue=3)
    assert found is not None
    assert vars(found).keys() == vars(get_user_model().objects.get()).keys()
    assert found.date_joined == ann.date_joined
    assert found.is_active is True


def test_what_it_points_to_comes_in_the_same_query() -> None:
    ann, bob = _person("ann"), _person("bob")
    Block.objects.create(blocker=ann, blocked=bob, at=now())
    with CaptureQueriesContext(connection) as asked:
        assert [block.blocked.username for block in _blocks.all(who=ann.pk)] == ["bob"]
    assert len(asked) == 1


def test_two_are_asked_at_once() -> None:
    ann, bob = _person("ann"), _person("bob", 5)
    block = Block.objects.create(blocker=ann, blocked=bob, at=now())
    with CaptureQueriesContext(connection) as asked:
        found = _block_and_person.first(who=ann.pk, name="bob")
    assert len(asked) == 1
    assert found == ((block.at, ann.pk), bob)
    person: Any = found[1]
    assert vars(person).keys() == vars(get_user_model().objects.get(pk=bob.pk)).keys()
    assert (person.date_joined, person.is_active) == (bob.date_joined, True)
    assert _block_and_person.first(who=ann.pk, name="nobody") == ((block.at, ann.pk), None)
    assert _block_and_person.first(who=bob.pk, name="bob") is None


def test_what_is_not_asked_for_is_read_when_it_is_wanted() -> None:
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
    """Not even one that equals what stands for the value while the SQL is made."""
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


def test_what_cannot_be_kept_is_refused() -> None:
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


def test_a_prepared_row_is_the_row_that_django_makes() -> None:
    ann, bob, cem = _person("ann"), _person("bob"), _person("cem")
    at = now()
    made = PreparedInsert(Block).create(blocker=ann, blocked=bob, at=at)
    usual = Block.objects.create(blocker=ann, blocked=cem, at=at)
    assert vars(made).keys() == vars(usual).keys()
    assert vars(made._state).keys() == vars(usual._state).keys()
    assert Block.objects.get(pk=made.pk) == made
    read = Block.objects.filter(blocker=ann).order_by("pk").values_list("blocker", "blocked", "at")
    assert list(read) == [(ann.pk, bob.pk, at), (ann.pk, cem.pk, at)]


def test_a_prepared_row_keeps_the_rules_of_its_table() -> None:
    ann, bob = _person("ann"), _person("bob")
    blocks = PreparedInsert(Block)
    blocks.create(blocker=ann, blocked=bob, at=now())
    with pytest.raises(IntegrityError), transaction.atomic():
        blocks.create(blocker=ann, blocked=bob, at=now())


def test_what_is_made_once_is_made_once_and_the_transaction_goes_on() -> None:
    ann, bob, cem = _person("ann"), _person("bob"), _person("cem")
    before = now()
    locked = [_once.lock({"name": one.username}, blocker_id=ann.pk) for one in (bob, bob, cem)]
    assert [one for one, _at in locked] == [bob, bob, cem]
    made = [at for _one, at in locked]
    assert made[1] is None
    assert [before <= at <= now() for at in made if at is not None] == [True, True]
    kept = Block.objects.filter(blocker=ann).order_by("pk").values_list("blocked", "at")
    assert list(kept) == [(bob.pk, made[0]), (cem.pk, made[2])]


def test_the_row_that_is_locked_for_it_is_the_one_that_django_reads() -> None:
    ann, bob = _person("ann"), _person("bob")
    usual = get_user_model().objects.get(pk=bob.pk)
    for _i in range(2):
        with CaptureQueriesContext(connection) as asked:
            locked, _at = _once.lock({"name": "bob"}, blocker_id=ann.pk)
        assert len(asked) == (1 if connection.vendor == "postgresql" else 2)
        assert locked is not None
        assert {**vars(locked), "_state": None} == {**vars(usual), "_state": None}
        assert vars(locked._state) == vars(usual._state)


def test_where_nothing_is_locked_nothing_is_made() -> None:
    ann = _person("ann")
    assert _once.lock({"name": "nobody"}, blocker_id=ann.pk) == (None, None)
    assert not Block.objects.exists()


def test_what_is_made_once_goes_by_a_clock_that_tests_have_moved() -> None:
    ann, bob = _person("ann"), _person("bob")
    before = now()
    move(3600)
    _bob, at = _once.lock({"name": bob.username}, blocker_id=ann.pk)
    assert at is not None
    assert at - before >= timedelta(hours=1)


def test_a_prepared_update_writes_its_fields_and_no_other() -> None:
    ann, bob = _person("ann"), _person("bob")
    ann.hue, ann.display_name, ann.language = 7, "It's %s \u2028", "xx"
    PreparedUpdate(get_user_model(), ["hue", "display_name"]).save(ann)
    read = get_user_model().objects.get(pk=ann.pk)
    assert (read.hue, read.display_name, read.language) == (7, ann.display_name, "en")
    assert get_user_model().objects.get(pk=bob.pk).hue == 3


def test_a_row_that_is_gone_is_not_updated_in_silence() -> None:
    ann = _person("ann")
    get_user_model().objects.filter(pk=ann.pk).delete()
    with pytest.raises(DatabaseError):
        PreparedUpdate(get_user_model(), ["hue"]).save(ann)


def test_a_new_row_and_an_update_are_written_together() -> None:
    ann, bob, cem = _person("ann"), _person("bob"), _person("cem")
    ann.hue, ann.display_name, ann.language = 7, "It's %s \u2028", "xx"
    block = Block(blocker=ann, blocked=bob, at=now())
    with CaptureQueriesContext(connection) as asked:
        _with_update.save(block, ann)
    assert len(asked) == (1 if connection.vendor == "postgresql" else 2)
    usual = Block.objects.create(blocker=ann, blocked=cem, at=block.at)
    assert vars(block).keys() == vars(usual).keys()
    assert vars(block._state).keys() == vars(usual._state).keys()
    assert (block._state.adding, block._state.db) == (usual._state.adding, usual._state.db)
    kept = Block.objects.get(pk=block.pk)
    assert (kept.blocker, kept.blocked, kept.at) == (ann, bob, block.at)
    read = get_user_model().objects.get(pk=ann.pk)
    assert (read.hue, read.display_name, read.language) == (7, ann.display_name, "en")
    assert get_user_model().objects.get(pk=bob.pk).hue == 3


def test_neither_is_kept_where_one_cannot_be_written() -> None:
    ann, bob, gone = _person("ann"), _person("bob"), _person("gone")
    get_user_model().objects.filter(pk=gone.pk).delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        _with_update.save(Block(blocker=ann, blocked=bob, at=now()), gone)
    assert not Block.objects.exists()
    Block.objects.create(blocker=ann, blocked=bob, at=now())
    ann.hue = 7
    with pytest.raises(IntegrityError), transaction.atomic():
        _with_update.save(Block(blocker=ann, blocked=bob, at=now()), ann)
    assert get_user_model().objects.get(pk=ann.pk).hue == 3

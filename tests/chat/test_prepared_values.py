"""What a prepared write gives the database for a value is what Django's own `save` gives it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models
from django.db.models import F, Value
from django.utils.translation import gettext_lazy

from chat.core.prepared_values import Values

pytestmark = pytest.mark.both


class _Suit(models.TextChoices):
    CLUBS = "clubs"


class _Text(str):
    pass


class _Nowhere(tzinfo):
    """A time in it has a zone, and yet is naive."""

    def utcoffset(self, _at: datetime | None) -> None:
        return None

    def dst(self, _at: datetime | None) -> None:
        return None

    def tzname(self, _at: datetime | None) -> None:
        return None


def _shouted(_field: Any, value: str) -> str:
    return value.upper()


def _doubled(_field: Any, value: int, connection: Any, prepared: bool = False) -> int:
    return 2 * value


# Derived fields, which have ways of their own. (Python cannot derive from what types say of them.)
Shouted: Any = type("Shouted", (models.CharField,), {"get_prep_value": _shouted})
Doubled: Any = type("Doubled", (models.IntegerField,), {"get_db_prep_value": _doubled})


AT = datetime(2026, 10, 25, 2, 30, 1, 5, tzinfo=UTC)
TEXTS = ["", "It's %s", "\u2028", _Text("a"), _Suit.CLUBS, gettext_lazy("Yes"), 7, None, F("other")]
NUMBERS = [0, -1, 2**31, True, "7", 7.0, None, F("other") + 1]
FIELDS: list[tuple[Any, list[Any]]] = [
    (models.CharField(max_length=9, choices=_Suit), TEXTS),
    (models.TextField(), TEXTS),
    (models.SlugField(), TEXTS),
    (Shouted(), ["a"]),
    (models.BooleanField(), [True, False, 1, 0, "True", None]),
    (models.IntegerField(), NUMBERS),
    (models.PositiveIntegerField(), NUMBERS),
    (models.PositiveSmallIntegerField(), NUMBERS),
    (models.BigIntegerField(), NUMBERS),
    (Doubled(), [7]),
    (models.FloatField(), [1.5, 1, None]),
    (models.BinaryField(), [b"", b"\0\xff", bytearray(b"a"), memoryview(b"a"), None]),
    (models.JSONField(), [{}, [], {"a": [None]}, (1,), "a", 7, True, None]),
    (models.JSONField(), [Value(None, models.JSONField()), gettext_lazy("Yes")]),
    (models.JSONField(encoder=DjangoJSONEncoder), [{"at": AT}, [AT], AT]),
    (models.DateTimeField(), [AT, AT.astimezone(timezone(timedelta(hours=9))), str(AT), None]),
    (models.DateField(), [AT.date(), None]),
]


def _row(field: Any, value: Any) -> Any:
    field.set_attributes_from_name("kept")
    return SimpleNamespace(kept=value)


def _ours(field: Any, value: Any) -> Any:
    row = _row(field, value)
    return Values([field]).of(row, connection, add=True)[0]


def _djangos(field: Any, value: Any) -> Any:
    return field.get_db_prep_save(field.pre_save(_row(field, value), add=True), connection)


def _told(given: Any) -> tuple[type, Any]:
    """Psycopg wraps what it is to take as JSON or as bytes."""
    return type(given), getattr(given, "obj", given)


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in FIELDS for value in values],
    ids=lambda given: type(given).__name__,
)
def test_a_value_is_what_django_makes_of_it(field: Any, value: Any) -> None:
    assert _told(_ours(field, value)) == _told(_djangos(field, value))


@pytest.mark.parametrize(
    "naive", [AT.replace(tzinfo=None), AT.replace(tzinfo=_Nowhere()), date(2026, 10, 25)]
)
def test_a_time_without_a_zone_is_given_one_with_a_warning(naive: Any) -> None:
    field = models.DateTimeField()
    with pytest.warns(RuntimeWarning, match="naive"):
        ours = _ours(field, naive)
    with pytest.warns(RuntimeWarning, match="naive"):
        assert ours == _djangos(field, naive)


@pytest.mark.parametrize("value", ["seven", [], object])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError), match="expected a number"):
        _ours(models.PositiveIntegerField(), value)


@pytest.mark.parametrize(
    ("rules", "add"), [({"auto_now": True}, False), ({"auto_now_add": True}, True)]
)
def test_a_time_that_saving_makes_is_made(rules: Any, add: bool) -> None:
    field = models.DateTimeField(**rules)
    row = _row(field, AT)
    Values([field]).of(row, connection, add=add)
    assert row.kept > AT


def test_values_stand_in_the_order_of_their_fields() -> None:
    fields: list[Any] = [models.CharField(), models.FloatField(), models.BooleanField()]
    for name, field in zip("abc", fields, strict=True):
        field.set_attributes_from_name(name)
    row: Any = SimpleNamespace(b=1.5, c=True, a="first")
    assert Values(fields).of(row, connection, add=False) == ["first", 1.5, True]

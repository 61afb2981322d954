"""Tests that expired sessions and unused guests are removed at constant cost."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chat.core import batched_jobs
from chat.core.clock import now
from lobby.accounts.guests import tidy_guests
from lobby.accounts.sessions import forget_ended, forget_expired
from lobby.models import User
from lobby.tasks import tidy

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

MANY = 4000  # rows of each kind: enough that databases prefer an index
TABLES = ("django_session", "usersessions_usersession", "lobby_user")


@pytest.fixture(autouse=True)
def _from_the_start() -> None:
    caches["fleeting"].delete("sessions-looked-at")


def _user() -> User:
    return User.objects.create(username="somebody")


def _session(user: User, number: int, *, days: float) -> None:
    """Create a session that is listed and expires after so many days."""
    end = timezone.now() + timedelta(days=days)
    Session.objects.create(session_key=f"key{number}", session_data="", expire_date=end)
    UserSession.objects.create(user=user, session_key=f"key{number}", ip="127.0.0.1")


def _listed() -> list[str]:
    return list(UserSession.objects.order_by("pk").values_list("session_key", flat=True))


@pytest.mark.both
def test_expired_sessions_are_deleted_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    user = _user()
    for number in range(5):
        _session(user, number, days=-number if number else 1)
    monkeypatch.setattr(batched_jobs, "MOST", 3)
    assert forget_expired()
    assert _listed() == ["key0", "key1"]  # the first to expire are removed first
    assert not forget_expired()
    assert _listed() == ["key0"]
    assert [session.session_key for session in Session.objects.all()] == ["key0"]


@pytest.mark.both
def test_ended_sessions_leave_the_list_in_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = _user()
    for number in range(8):
        _session(user, number, days=1)
    Session.objects.filter(session_key__in=["key1", "key4", "key7"]).delete()
    monkeypatch.setattr(batched_jobs, "MOST", 3)
    left = []
    for _ in range(5):  # three batches, the end, and the first again
        forget_ended()
        left.append("".join(key.removeprefix("key") for key in _listed()))
        if len(left) == 4:
            Session.objects.filter(session_key="key0").delete()
    assert left == ["0234567", "023567", "02356", "02356", "2356"]


def test_deleted_guests_are_not_tidied_again() -> None:
    long_ago = now().date() - timedelta(days=31)
    User.objects.create(username="gone", is_guest=True, seen_on=long_ago, deleted_at=now())
    User.objects.create(username="guest", is_guest=True, seen_on=long_ago)
    assert tidy_guests() == 1
    assert [user.username for user in User.objects.all()] == ["gone"]


def _fill() -> None:
    user, soon = _user(), timezone.now() + timedelta(days=30)
    keys = [f"key{number}" for number in range(MANY)]
    Session.objects.bulk_create(
        Session(session_key=key, session_data="", expire_date=soon) for key in keys
    )
    UserSession.objects.bulk_create(
        UserSession(user=user, session_key=key, ip="127.0.0.1") for key in keys
    )
    User.objects.bulk_create(
        User(
            username=key, is_guest=True, seen_on=now().date() - timedelta(days=99), deleted_at=now()
        )
        for key in keys
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _full_scans(statement: str) -> list[str]:
    """Return the tables that the database would scan completely for this."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
            told = [row[-1].split() for row in cursor.fetchall()]
            return [words[1] for words in told if words[0] == "SCAN" and words[1] in TABLES]
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}")
        plan = cursor.fetchone()[0]
    plan = json.loads(plan) if isinstance(plan, str) else plan
    return list(_scanned(plan[0]["Plan"]))


def _scanned(node: dict[str, Any]) -> Any:
    # An index read without a condition is a complete scan as well.
    whole = node["Node Type"] == "Seq Scan" or (
        "Index" in node["Node Type"] and "Index Cond" not in node and "Plans" not in node
    )
    if whole and node.get("Relation Name") in TABLES:
        yield node["Relation Name"]
    for inner in node.get("Plans", ()):
        yield from _scanned(inner)


@pytest.mark.both
def test_no_query_scans_a_whole_table(monkeypatch: pytest.MonkeyPatch) -> None:
    _fill()
    monkeypatch.setattr(batched_jobs, "MOST", 10)
    with CaptureQueriesContext(connection) as queries:
        tidy()
    asked = [query["sql"] for query in queries if any(name in query["sql"] for name in TABLES)]
    assert len(asked) > 3
    assert {sql: found for sql in asked if (found := _full_scans(sql))} == {}
    assert _full_scans('SELECT * FROM "lobby_user"') == ["lobby_user"]

"""The moderators' front page counts what is pending and links to each list."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.test import Client

from chat.admin.desk import waiting
from chat.core.clock import now
from chat.moderation.reports import report_message
from chat.rights import grant
from config.urls import DESK
from games.models import Match, Pack, TaskFailure
from games.rights import GAMES_RIGHTS
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.log_in import client_for

pytestmark = pytest.mark.deep

LINE = re.compile(
    r'<a class="button wide" href="([^"]+)">\s*([^<]+?)\s*<b class="badge( bad)?">(\d+)</b>'
)


@pytest.fixture
def desk(moderator: User) -> Client:
    grant(apps, GAMES_RIGHTS)
    return client_for(moderator)


@pytest.fixture
def _waits(ada: User, bruno: User, say: Say) -> None:
    """Create an open and a decided report, and different numbers of other cases."""
    for number in range(2):
        report = report_message(reporter=bruno, message_id=say(ada).pk, reason="rude")
        if number:
            report.decided_at, report.decision = now(), "dismissed"
            report.save()
    at = now()
    for number in range(2):
        Pack.objects.create(
            slug=f"p{number}", state="submitted", submitted_at=at, created_at=at, changed_at=at
        )
    for number in range(3):
        TaskFailure.objects.create(name="x", kind="ValueError", at=at - timedelta(hours=number))
    TaskFailure.objects.create(name="x", kind="ValueError", at=at - timedelta(days=2))
    _matches("stalled", 4)
    _matches("running", 5, due_at=at - timedelta(minutes=1))
    _matches("running", 1, due_at=at + timedelta(minutes=1))
    Match.objects.filter(status="running").update(created_at=at - timedelta(days=3))
    User.objects.filter(pk=bruno.pk).update(date_joined=at - timedelta(days=3))


def _matches(status: str, count: int, **values: Any) -> None:
    for number in range(count):
        values = {"created_at": now(), "game": "blanks", **values}
        public_id = f"{status}{number}{Match.objects.count()}"
        row = Match(public_id=public_id, status=status, least=2, most=4, started_at=now(), **values)
        row.save()


def _lines(desk: Client) -> dict[str, tuple[bool, str, int]]:
    page = desk.get("/admin/").content.decode()
    return {words: (bool(calls), url, int(n)) for url, words, calls, n in LINE.findall(page)}


@pytest.mark.usefixtures("_waits")
def test_the_desk_counts_open_work_and_links_to_matching_lists(desk: Client) -> None:
    found = _lines(desk)
    assert {words: (calls, count) for words, (calls, _url, count) in found.items()} == {
        "Open reports": (True, 1),
        "Appeals to answer": (False, 0),
        "Packs to review": (True, 2),
        "Tasks that failed since yesterday": (True, 3),
        "Stalled matches": (True, 4),
        "Late deadlines": (True, 5),
        "New matches since yesterday": (False, 4),
        "New users since yesterday": (False, 2),
    }
    assert len(found) == len(DESK)
    for words, (_calls, url, count) in found.items():
        answer: Any = desk.get(url.replace("&amp;", "&"))
        assert (words, answer.context["cl"].result_count) == (words, count)


def test_nothing_is_highlighted_without_open_work(desk: Client) -> None:
    assert {calls for calls, _url, _count in _lines(desk).values()} == {False}


@pytest.mark.both
def test_all_counts_are_one_query(moderator: User, django_assert_num_queries: Any) -> None:
    grant(apps, GAMES_RIGHTS)
    assert moderator.has_perm("chat.view_report")  # rights are read once
    with django_assert_num_queries(1):
        assert len(waiting(moderator, DESK)) == len(DESK)


def test_only_permitted_lines_are_shown(db: None) -> None:
    piero = User.objects.create_user("Piero", is_staff=True)
    browser = client_for(piero)
    assert not _lines(browser)
    piero.user_permissions.add(Permission.objects.get(codename="view_report"))
    assert list(_lines(browser)) == ["Open reports"]

"""Reports of the same thing are one row with the original context."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from chat.core import clock
from chat.messages.selectors import open_notices
from chat.messages.services import delete_message
from chat.models import ModeratorAct, Report
from chat.moderation.decisions import decide_report, notify_decided
from chat.moderation.reports import report_message, report_subject
from lobby.accounts.services import delete_account
from lobby.models import User
from tests.chat.conftest import Say

pytestmark = pytest.mark.deep


@pytest.fixture
def carla(db: None) -> User:
    return User.objects.create_user("Carla")


def _decide(moderator: User, report: Report) -> None:
    decide_report(moderator=moderator, report=report, decision="dismissed", reason="r")


@pytest.mark.both
def test_a_second_report_of_a_message_joins_the_first(
    ada: User, bruno: User, carla: User, say: Say, desk: Client
) -> None:
    said = say(ada)
    first = report_message(reporter=bruno, message_id=said.pk, reason="rude")
    second = report_message(reporter=carla, message_id=said.pk, reason="loud")
    other = report_message(reporter=carla, message_id=say(ada).pk, reason="loud")
    assert (second.duplicate_of, other.duplicate_of) == (first, None)
    answer: Any = desk.get("/admin/chat/report/?state=open")
    shown = {row.pk: row.others for row in answer.context["cl"].result_list}
    assert shown == {first.pk: 1, other.pk: 0}
    page = desk.get(f"/admin/chat/report/{first.pk}/change/").content.decode()
    for words in ("Bruno", "rude", "Carla", "loud"):
        assert words in page


@pytest.mark.parametrize("slipped", [False, True], ids=["folded", "slipped past the fold"])
def test_one_decision_closes_all_reports_and_notifies_each_reporter(
    ada: User, bruno: User, carla: User, moderator: User, say: Say, desk: Client, slipped: bool
) -> None:
    said = say(ada)
    first = report_message(reporter=bruno, message_id=said.pk, reason="rude")
    report_message(reporter=carla, message_id=said.pk, reason="loud")
    if slipped:  # like two simultaneous reports of a card
        Report.objects.update(duplicate_of=None)
    _decide(moderator, first)
    assert set(Report.objects.values_list("decision", "decided_by")) == {
        ("dismissed", moderator.pk)
    }
    assert ModeratorAct.objects.count() == 1
    for query, stands in (("", False), ("?state=decided", True)):
        listed = desk.get(f"/admin/chat/report/{query}").content.decode()
        assert ("good evening" in listed) == stands
    clock.move(61)
    notify_decided()
    assert [len(open_notices(person)) for person in (bruno, carla)] == [1, 1]


def test_reports_of_other_apps_are_merged_while_open(
    ada: User, bruno: User, carla: User, moderator: User
) -> None:
    wanted: dict[str, Any] = {"kind": "card", "subject": "a goose [x w1]", "reason": "rude"}
    first = report_subject(reporter=ada, **wanted)
    assert report_subject(reporter=bruno, **wanted).duplicate_of == first
    assert report_subject(reporter=bruno, **{**wanted, "kind": "hat"}).duplicate_of is None
    _decide(moderator, first)
    assert report_subject(reporter=carla, **wanted).duplicate_of is None
    assert Report.objects.filter(decided_at=None).count() == 2


def test_reports_are_listed_by_where_they_happened(
    ada: User, bruno: User, say: Say, desk: Client
) -> None:
    lobby = report_message(reporter=bruno, message_id=say(ada).pk, reason="rude").pk
    wanted: dict[str, Any] = {"kind": "card", "reporter": bruno, "reason": "rude"}
    table = report_subject(**wanted, subject="a goose", room_key="table-goose").pk
    report_subject(**wanted, subject="a swan")
    for place, listed in (("lobby", [lobby]), ("tables", [table])):
        answer: Any = desk.get(f"/admin/chat/report/?place={place}")
        assert [row.pk for row in answer.context["cl"].result_list] == listed


def test_the_context_of_a_report_is_stored_as_it_was(
    ada: User, bruno: User, say: Say, desk: Client
) -> None:
    say(bruno, "you began it")
    said = say(ada, "an unkind thing")
    report = report_message(reporter=bruno, message_id=said.pk, reason="rude")
    delete_message(author=ada, message_id=said.pk)
    ada.display_name = "Somebody Else"
    ada.save()
    say(ada, "much later")
    lines = list(report.lines.order_by("pk").values_list("name", "text", "reported"))
    assert lines == [("Bruno", "you began it", False), ("Ada", "an unkind thing", True)]
    page = desk.get(f"/admin/chat/report/{report.pk}/change/").content.decode()
    assert "you began it" in page
    assert "much later" not in page


def test_a_deleted_account_leaves_no_name_in_reports(
    ada: User, bruno: User, say: Say, desk: Client
) -> None:
    report = report_message(reporter=bruno, message_id=say(ada, "hm").pk, reason="rude")
    delete_account(user=ada)
    assert [line.name for line in report.lines.all()] == [""]
    page = desk.get(f"/admin/chat/report/{report.pk}/change/").content.decode()
    # A CSRF token may contain any letters.
    assert "Ada" not in re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    assert "a deleted user" in page

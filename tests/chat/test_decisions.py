"""Decisions on reports take effect at once, can be undone for a minute, and then are told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from chat.core import clock
from chat.live import presence
from chat.live.fragments import Denied, open_page
from chat.messages.selectors import open_notices
from chat.messages.services import delete_message
from chat.models import Message, ModeratorAct, Mute, Report
from chat.moderation.appeals import answer_appeal, appeal
from chat.moderation.case import room_of
from chat.moderation.decisions import decide_report, notify_decided, undo_decision
from chat.moderation.reports import report_message, report_subject
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.deep


@pytest.fixture
def report(ada: User, bruno: User, say: Say) -> Report:
    return report_message(reporter=bruno, message_id=say(ada, "a bad word").pk, reason="rude")


@pytest.fixture
def other(moderator: User) -> User:
    """Return a second moderator."""
    return User.objects.create_superuser("Doge")


def _decide(moderator: User, report: Report, decision: str, **given: Any) -> None:
    until = clock.now() + timedelta(days=1)
    wanted = {"moderator": moderator, "report": report, "reason": "Insults", "until": until}
    decide_report(decision=decision, **{**wanted, **given})


def _is_muted(say: Say, person: User, room_key: str = "lobby") -> bool:
    return code_of(say, person, room_key=room_key) == "muted"


@pytest.mark.both
@pytest.mark.parametrize("decision", ["dismissed", "removed", "muted here", "muted", "suspended"])
def test_a_decision_is_undone_as_if_it_had_never_been(
    ada: User, bruno: User, moderator: User, say: Say, report: Report, decision: str
) -> None:
    _decide(moderator, report, decision)
    message = Message.objects.get()
    ada.refresh_from_db()
    assert (message.removed_at is None) == (decision == "dismissed")
    assert _is_muted(say, ada) == decision.startswith("muted")
    assert ada.is_suspended(clock.now()) == (decision == "suspended")
    undo_decision(moderator=moderator, report=report)
    clock.move(61)
    notify_decided()
    message.refresh_from_db()
    ada.refresh_from_db()
    report.refresh_from_db()
    assert message.removed_at is None
    assert not ada.is_suspended(clock.now())
    assert not _is_muted(say, ada)
    assert (report.decided_at, report.decision, report.decision_reason) == (None, "", "")
    assert not open_notices(ada)
    assert not open_notices(bruno)
    acts = list(ModeratorAct.objects.order_by("pk").values_list("act", flat=True))
    assert acts[-1] == f"undo {decision}"
    _decide(moderator, report, "dismissed")


def test_people_are_notified_once_when_the_minute_is_over(
    ada: User, bruno: User, moderator: User, report: Report
) -> None:
    _decide(moderator, report, "muted here")
    notify_decided()
    assert not open_notices(ada)
    assert not open_notices(bruno)
    clock.move(61)
    assert code_of(undo_decision, moderator=moderator, report=report) == "too_late_to_undo"
    notify_decided()
    notify_decided()
    assert ["Insults" in one.text for one in open_notices(ada)] == [True]
    assert ["muted" in one.text for one in open_notices(bruno)] == [True]
    assert code_of(undo_decision, moderator=moderator, report=report) == "too_late_to_undo"


def test_an_author_learns_why_a_message_was_removed(
    ada: User, moderator: User, report: Report
) -> None:
    _decide(moderator, report, "removed")
    clock.move(61)
    notify_decided()
    assert "a bad word" in open_notices(ada)[0].text
    assert "Insults" in open_notices(ada)[0].text


def test_undoing_restores_nothing_that_was_gone_before(
    ada: User, moderator: User, report: Report
) -> None:
    assert report.message_id is not None
    delete_message(author=ada, message_id=report.message_id)
    _decide(moderator, report, "muted")
    undo_decision(moderator=moderator, report=report)
    assert Message.objects.get().removed_by == "author"
    assert Mute.objects.get().until <= clock.now()


def test_only_moderators_undo(bruno: User, moderator: User, report: Report) -> None:
    assert code_of(undo_decision, moderator=moderator, report=report) == "too_late_to_undo"
    _decide(moderator, report, "removed")
    assert code_of(undo_decision, moderator=bruno, report=report) == "not_moderator"


def test_a_suspended_author_is_not_suspended_again(
    ada: User, bruno: User, moderator: User, say: Say, report: Report
) -> None:
    second = report_message(reporter=bruno, message_id=say(ada, "worse").pk, reason="rude")
    _decide(moderator, report, "suspended", until=None)
    ada.refresh_from_db()
    assert ada.suspended_for_good
    assert code_of(_decide, moderator, second, "suspended") == "bad_decision"


# --- The page of a case


def _page(browser: Client, report: Report) -> str:
    return browser.get(f"/admin/chat/report/{report.pk}/change/").text


def _press(browser: Client, report: Report, act: str, **form: str) -> str:
    url = f"/admin/chat/report/{report.pk}/change/"
    return browser.post(url, {"act": act, **form}, follow=True).text


def test_a_case_shows_both_histories_and_what_was_decided_before(
    ada: User, bruno: User, moderator: User, other: User, say: Say, desk: Client
) -> None:
    for text, decision in (("one", "muted"), ("two", "dismissed"), ("three", "removed")):
        said = say(ada, text)
        _decide(moderator, report_message(reporter=bruno, message_id=said.pk, reason="r"), decision)
        Mute.objects.update(until=clock.now())
    act = ModeratorAct.objects.get(act="mute everywhere")
    made = appeal(user=ada, act=act, text="it was my brother")
    answer_appeal(moderator=other, appeal=made, answer="no", granted=False)
    say(bruno, "good evening to you")
    clock.move(60)
    report = report_message(reporter=bruno, message_id=say(ada, "a bad word").pk, reason="rude")
    page = " ".join(_page(desk, report).split())
    for words in (
        *("3 cases before, 2 with consequences", "3 reports before, 2 with consequences"),
        *("a bad word", "good evening to you", "rude", "it was my brother", "declined"),
        *('href="/lobby/"', f"/admin/lobby/user/{ada.pk}/change/", "Mute everywhere"),
    ):
        assert words in page, words


def test_a_case_is_decided_and_undone_on_its_page(
    ada: User, desk: Client, report: Report, say: Say
) -> None:
    page = _press(desk, report, "decide", decision="muted", listed="Spam or advertising",
        reason="three times", length="week")  # fmt: skip
    report.refresh_from_db()
    assert (report.decision, report.decision_reason) == (
        "muted",
        "Spam or advertising: three times",
    )
    assert 'value="undo"' in page
    assert 'value="decide"' not in page
    page = _press(desk, report, "undo")
    assert 'value="decide"' in page
    page = _press(desk, report, "decide", decision="dismissed", length="day")
    report.refresh_from_db()
    assert report.decision_reason == "No rule was broken"
    clock.move(61)
    assert 'value="undo"' not in _page(desk, report)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"decision": "removed"}, "Choose a reason"),
        ({"listed": "Cheating"}, "required"),
        ({"decision": "burnt", "listed": "Cheating"}, "not one of the available"),
        ({"decision": "muted", "listed": "Cheating", "length": "for good"}, "needs an end"),
        ({"decision": "muted", "listed": "Cheating", "length": "exact"}, "Enter the time"),
    ],
)
def test_a_wrong_form_says_what_is_missing(
    desk: Client, report: Report, form: dict[str, str], said: str
) -> None:
    assert said in _press(desk, report, "decide", **{"length": "day", **form})
    report.refresh_from_db()
    assert report.decided_at is None


def test_a_second_decision_is_refused_and_shows_the_first(
    desk: Client, moderator: User, other: User, report: Report
) -> None:
    form = {"decision": "removed", "listed": "Cheating", "length": "day"}
    _press(client_for(other), report, "decide", **form)
    page = _press(desk, report, "decide", **{**form, "decision": "dismissed"})
    for words in ("already been resolved", "Cheating", "Doge", "Removed"):
        assert words in page
    report.refresh_from_db()
    assert (report.decision, report.decided_by) == ("removed", other)


def test_a_case_and_the_list_say_who_has_it_open(
    desk: Client, moderator: User, other: User, report: Report
) -> None:
    presence.enter(moderator, room_of(report.pk), "mine")
    assert "has this case open" not in _page(desk, report)
    presence.enter(other, room_of(report.pk), "theirs")
    assert "Doge has this case open" in _page(desk, report)
    assert "Doge" in desk.get("/admin/chat/report/").text


def test_the_list_is_filtered_and_found_by_the_person_reported(
    ada: User, bruno: User, desk: Client, report: Report
) -> None:
    report_subject(reporter=bruno, kind="card", subject="a bad card", reason="r")

    def found(**query: str) -> set[str]:
        answer: Any = desk.get("/admin/chat/report/", query)
        return {row.subject for row in answer.context["cl"].result_list}

    assert found() == {"a bad word", "a bad card"}
    assert found(kind="message") == found(q="ada") == {"a bad word"}
    assert found(kind="other") == {"a bad card"}
    assert found(reports="several") == set()


def test_a_moderator_is_not_offered_to_mute_staff(
    bruno: User, moderator: User, other: User, say: Say, desk: Client
) -> None:
    report = report_message(reporter=bruno, message_id=say(other, "tss").pk, reason="rude")
    assert 'value="suspended"' not in _page(desk, report)
    assert 'value="removed"' in _page(desk, report)


@pytest.mark.parametrize("argument", ["1", "x", "9" * 30])
def test_only_moderators_hear_of_a_case(
    ada: User, moderator: User, report: Report, argument: str
) -> None:
    with pytest.raises(Denied):
        open_page("case", ada, str(report.pk), {})
    if argument == "1":
        assert open_page("case", moderator, argument, {}).room == room_of(1)
    else:
        with pytest.raises(Denied):
            open_page("case", moderator, argument, {})

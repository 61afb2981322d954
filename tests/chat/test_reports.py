"""Reports are filed and decided, and every act is recorded permanently."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import ProtectedError
from pytest_django import Settings

from chat.core import clock
from chat.messages.rooms import RoomAccess, RoomKind
from chat.messages.selectors import open_notices
from chat.messages.services import delete_message
from chat.models import ModeratorAct, Mute, Report
from chat.models.moderation import RecordSealed
from chat.moderation.decisions import decide_report, notify_decided
from chat.moderation.moderators import appoint_moderator, dismiss_moderator
from chat.moderation.reports import MOST_OPEN, report_message, report_subject
from chat.moderation.services import (
    close_room,
    mute,
    record_act,
    remove_message,
    restore_message,
    unmute,
)
from chat.rights import CHAT_RIGHTS, GROUP
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.refusals import code_of


def test_a_report_names_the_message_its_place_and_the_reason(
    ada: User, bruno: User, say: Say
) -> None:
    said = say(ada, "an unkind thing")
    report = report_message(reporter=bruno, message_id=said.pk, reason="  it is\n unkind ")
    assert (report.kind, report.subject) == ("message", "an unkind thing")
    assert (report.about, report.room) == (ada, said.room)
    assert report.reason == "it is unkind"


def test_invalid_reports_are_refused(
    ada: User, bruno: User, say: Say, kinds: dict[str, RoomKind]
) -> None:
    said = say(ada)
    report = report_message
    assert code_of(report, reporter=ada, message_id=said.pk, reason="x") == "own_message"
    assert code_of(report, reporter=bruno, message_id=said.pk, reason="  ") == "no_reason"
    assert code_of(report, reporter=bruno, message_id=10**12, reason="x") == "no_such_message"
    report(reporter=bruno, message_id=said.pk, reason="x")
    assert code_of(report, reporter=bruno, message_id=said.pk, reason="x") == "already_reported"
    other = say(ada)
    delete_message(author=ada, message_id=other.pk)
    assert code_of(report, reporter=bruno, message_id=other.pk, reason="x") == "no_such_message"
    third = say(ada)
    kinds["lobby"] = RoomKind(lambda user, key: RoomAccess(read=False, write=False))
    assert code_of(report, reporter=bruno, message_id=third.pk, reason="x") == "no_such_message"
    assert Report.objects.count() == 1


@pytest.mark.both
def test_things_of_other_apps_can_be_reported_once_while_open(ada: User, moderator: User) -> None:
    again: dict[str, Any] = {"reporter": ada, "kind": "card", "subject": "a goose", "reason": "r"}
    report = report_subject(place="table x, round 3", **again)
    assert code_of(report_subject, **again) == "already_reported"
    decide_report(moderator=moderator, report=report, decision="handled", reason="card hidden")
    report_subject(**again)


def test_open_reports_are_limited_per_user(ada: User) -> None:
    for number in range(MOST_OPEN):
        report_subject(reporter=ada, kind="card", subject=str(number), reason="x")
    more = {"reporter": ada, "kind": "card", "subject": "more", "reason": "x"}
    assert code_of(report_subject, **more) == "too_many_reports"


def test_reports_are_limited_per_user_and_day(
    ada: User, moderator: User, settings: Settings
) -> None:
    settings.REPORTS_PER_DAY = 2
    more: dict[str, Any] = {"reporter": ada, "kind": "card", "subject": "more", "reason": "x"}
    for number in range(2):
        report = report_subject(**more)
        decide_report(moderator=moderator, report=report, decision="handled", reason=str(number))
    assert code_of(report_subject, **more) == "too_many_reports"
    assert Report.objects.count() == 2
    clock.move(24 * 3600 + 1)
    report_subject(**more)


def test_a_decision_removes_mutes_records_and_notifies_the_reporter(
    ada: User, bruno: User, moderator: User, say: Say
) -> None:
    said = say(ada, "an unkind thing")
    report = report_message(reporter=bruno, message_id=said.pk, reason="unkind")
    decide_report(
        moderator=moderator,
        report=report,
        decision="muted",
        reason="house rules",
        until=clock.now() + timedelta(days=1),
    )
    said.refresh_from_db()
    report.refresh_from_db()
    assert (said.removed_by, said.reason) == ("moderator", "house rules")
    assert (report.decision, report.decided_by) == ("muted", moderator)
    assert code_of(lambda: say(ada)) == "muted"
    acts = list(ModeratorAct.objects.order_by("pk").values_list("act", flat=True))
    assert acts == ["remove message", "mute everywhere", "report muted"]
    assert set(ModeratorAct.objects.values_list("reason", "moderator")) == {
        ("house rules", moderator.pk)
    }
    clock.move(61)
    notify_decided()
    assert "an unkind thing" in open_notices(bruno)[0].text
    assert "muted" in open_notices(bruno)[0].text
    assert "house rules" in open_notices(ada)[0].text


def test_a_refused_decision_changes_nothing(
    ada: User, bruno: User, moderator: User, say: Say
) -> None:
    said = say(ada)
    report = report_message(reporter=bruno, message_id=said.pk, reason="x")
    card = report_subject(reporter=bruno, kind="card", subject="w1", reason="x")
    usual: dict[str, Any] = {"moderator": moderator, "report": report, "reason": "r"}
    refused: list[tuple[dict[str, Any], str]] = [
        ({"decision": "muted"}, "bad_time"),
        ({"decision": "burnt"}, "bad_decision"),
        ({"decision": "removed", "report": card}, "bad_decision"),
        ({"decision": "removed", "reason": " "}, "no_reason"),
        ({"decision": "dismissed", "moderator": bruno}, "not_moderator"),
    ]
    for wanted, code in refused:
        assert code_of(decide_report, **{**usual, **wanted}) == code, wanted
    said.refresh_from_db()
    assert said.removed_at is None
    assert not ModeratorAct.objects.exists()
    assert Report.objects.filter(decided_at=None).count() == 2


def test_a_report_is_decided_once(ada: User, bruno: User, moderator: User, say: Say) -> None:
    report = report_message(reporter=bruno, message_id=say(ada).pk, reason="x")
    by: dict[str, Any] = {"moderator": moderator, "report": report, "reason": "fine"}
    decide_report(decision="dismissed", **by)
    assert code_of(decide_report, decision="dismissed", **by) == "already_decided"


def test_moderators_cannot_restore_a_message_its_author_deleted(
    ada: User, moderator: User, say: Say
) -> None:
    said = say(ada)
    delete_message(author=ada, message_id=said.pk)
    by: dict[str, Any] = {"moderator": moderator, "message": said, "reason": "r"}
    assert code_of(restore_message, **by) == "not_removed"
    remove_message(**by)
    assert code_of(restore_message, **by) == "not_removed"


def test_only_moderators_can_act(ada: User, bruno: User, say: Say) -> None:
    said = say(ada)
    until = clock.now() + timedelta(hours=1)
    by = {"moderator": bruno, "reason": "r"}
    assert code_of(remove_message, message=said, **by) == "not_moderator"
    assert code_of(mute, user=ada, until=until, **by) == "not_moderator"
    assert code_of(close_room, room=said.room, closed=True, **by) == "not_moderator"
    assert code_of(record_act, act="x", target=ada, **by) == "not_moderator"
    said.refresh_from_db()
    assert said.removed_at is None
    assert not Mute.objects.exists()


def test_a_suspended_account_is_no_moderator(ada: User, moderator: User, say: Say) -> None:
    moderator.is_active = False
    by = {"moderator": moderator, "message": say(ada), "reason": "r"}
    assert code_of(remove_message, **by) == "not_moderator"


def test_a_moderator_ends_a_mute(ada: User, moderator: User, say: Say) -> None:
    until = clock.now() + timedelta(hours=1)
    row = mute(moderator=moderator, user=ada, until=until, reason="x")
    unmute(moderator=moderator, mute=row, reason="enough")
    clock.move(1)
    say(ada)


def test_a_moderator_cannot_mute_staff(bruno: User, moderator: User, say: Say) -> None:
    bruno.is_superuser = True
    bruno.save()
    until = clock.now() + timedelta(hours=1)
    by: dict[str, Any] = {"moderator": moderator, "reason": "r"}
    report = report_message(reporter=moderator, message_id=say(bruno).pk, reason="x")
    assert code_of(mute, user=bruno, until=until, **by) == "not_superuser"
    assert code_of(decide_report, report=report, decision="muted", until=until, **by) == (
        "not_superuser"
    )
    assert not Mute.objects.exists()
    assert not ModeratorAct.objects.exists()


def test_a_muted_moderator_cannot_unmute_themselves(bruno: User, moderator: User) -> None:
    bruno.is_superuser = True
    bruno.save()
    until = clock.now() + timedelta(hours=1)
    row = mute(moderator=bruno, user=moderator, until=until, reason="x")
    assert code_of(unmute, moderator=moderator, mute=row, reason="r") == "not_superuser"
    row.refresh_from_db()
    assert row.until == until


def test_closing_and_reopening_a_room_is_recorded(ada: User, moderator: User, say: Say) -> None:
    room = say(ada).room
    by: dict[str, Any] = {"moderator": moderator, "room": room, "reason": "r"}
    close_room(closed=True, **by)
    assert code_of(lambda: say(ada)) == "room_closed"
    assert code_of(close_room, closed=True, **by) == "nothing_to_do"
    close_room(closed=False, **by)
    say(ada)
    acts = ModeratorAct.objects.order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["close room", "open room"]


def test_moderators_acts_are_never_changed(ada: User, moderator: User) -> None:
    act = record_act(moderator=moderator, act="test", target=ada, reason="because")
    act.reason = "another"
    rows = ModeratorAct.objects.all()
    for change in (
        act.save,
        act.delete,
        rows.delete,
        lambda: rows.update(reason="another"),
        lambda: rows.bulk_update([act], ["reason"]),
    ):
        with pytest.raises(RecordSealed):
            change()
    with pytest.raises(ProtectedError):
        moderator.delete()
    assert ModeratorAct.objects.get().reason == "because"


def test_the_act_stays_readable_when_its_target_is_gone(ada: User, moderator: User) -> None:
    pk = ada.pk
    record_act(moderator=moderator, act="test", target=ada, reason="because")
    ada.delete()
    act = ModeratorAct.objects.get()
    assert (act.target_kind, act.target_id, act.target_label) == (
        "lobby.user",
        str(pk),
        f"user {pk}",
    )


def test_moderators_have_just_the_rights_they_need(moderator: User) -> None:
    wanted = {f"{right.app}.{right.codename}" for right in CHAT_RIGHTS}
    held = moderator.get_all_permissions()
    assert wanted <= held
    assert "chat.moderate" in wanted
    assert not [right for right in held if re.search(r"\.(add|change|delete)_", right)]


def test_superusers_appoint_and_dismiss_moderators(ada: User, bruno: User, moderator: User) -> None:
    root = User.objects.create_superuser("Doge")
    assert code_of(appoint_moderator, moderator=moderator, user=ada, reason="r") == "not_superuser"
    guest = User.objects.create_user("Passer", is_guest=True)
    assert code_of(appoint_moderator, moderator=root, user=guest, reason="r") == "guest_moderator"
    appoint_moderator(moderator=root, user=ada, reason="patient")
    ada = User.objects.get(pk=ada.pk)
    assert ada.is_staff
    assert ada.groups.filter(name=GROUP).exists()
    assert code_of(appoint_moderator, moderator=root, user=ada, reason="r") == "already_moderator"
    dismiss_moderator(moderator=root, user=ada, reason="moved away")
    ada = User.objects.get(pk=ada.pk)
    assert not ada.is_staff
    assert not ada.has_perm("chat.moderate")
    assert code_of(dismiss_moderator, moderator=root, user=bruno, reason="r") == "no_moderator"
    acts = ModeratorAct.objects.order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["appoint moderator", "dismiss moderator"]

"""Moderators' pages of matches show public data, and act through services."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chat.core import clock
from chat.models import ModeratorAct
from chat.rights import GROUP
from games.models import (
    Ban,
    Deadline,
    LogEntry,
    Match,
    MatchSetup,
    Pack,
    PackBar,
    PackCard,
    Seat,
    TaskFailure,
)
from games.rights import GAMES_RIGHTS
from games.services.failures import note_task_failure
from tests.games.table_kit import decide, view_of

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

LIST = "admin:games_match_changelist"
DETAIL = "admin:games_match_change"


@pytest.fixture
def moderator(moderator: Any, client: Client) -> Any:
    """Log in as a member of the group who is no superuser."""
    client.force_login(moderator)
    return moderator


def do(client: Client, act: str, row: Any, **fields: Any) -> Any:
    """Post the act's form on the page of the row, with its hidden fields."""
    url = reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])
    offered: Any = client.get(url).context
    forms = {one.name: form for one, form in offered.get("acts", ())}
    fields_hidden = forms[act].hidden_fields() if act in forms else ()
    hidden = {field.html_name: field.value() for field in fields_hidden}
    return client.post(url, {"act": act, **hidden, **fields})


def secrets_of(match: Match) -> set[str]:
    """Return what no moderator may read: hands, current plays, handles, the secret."""
    found = {match.secret, match.secret[:16]}
    for seat in match.seats.all():
        view = view_of(match, seat.index)
        for card in [*(view.hand or ()), *(view.my_play or ())]:
            found |= {card.id, card.text}
        found |= {play.handle for play in view.plays or ()}
    return found


@pytest.mark.parametrize("voting", [False, True])
def test_no_secret_of_a_running_match_is_shown(
    client: Client, running: Any, moderator: Any, voting: bool
) -> None:
    match, people = running("ann", "bob", "cem", password="hush", access="password")
    if voting:
        decide(match, people)
    pages = [
        client.get(reverse(DETAIL, args=[match.pk])),
        client.get(reverse(LIST)),
        client.get(reverse("admin:games_deadline_changelist")),
        client.get(reverse("admin:games_deadline_change", args=[match.pk])),
    ]
    assert {page.status_code for page in pages} == {200}
    for page in pages:
        shown = [secret for secret in secrets_of(match) if secret in page.text]
        assert not shown
        assert match.password not in page.text


def test_secret_columns_are_not_even_read(client: Client, running: Any, moderator: Any) -> None:
    running("ann", "bob")
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse(LIST))
    # The header of every page counts the matches that wait for its viewer.
    asked = [query["sql"] for query in queries if '"games_match"."fault"' in query["sql"]]
    assert asked
    for column in ("snapshot", "secret", "password", "asked", "bots_due", "streams"):
        assert not any(f'"games_match"."{column}"' in sql for sql in asked), column


@pytest.mark.parametrize("column", ["secret", "password", "snapshot", "due_at", "bots_due"])
@pytest.mark.parametrize("model", ["match", "deadline"])
def test_a_url_cannot_filter_by_a_hidden_column(
    client: Client, running: Any, moderator: Any, model: str, column: str
) -> None:
    running("ann", "bob")
    url = reverse(f"admin:games_{model}_changelist")
    for lookup in (f"{column}__gte", f"{column}__startswith", "owner__password__startswith"):
        assert client.get(url, {lookup: "2"}).status_code == 400


def test_the_public_log_is_the_log_of_spectators(
    client: Client, running: Any, moderator: Any
) -> None:
    match, people = running("ann", "bob", "cem")
    decide(match, people)
    text = client.get(reverse(DETAIL, args=[match.pk])).text
    assert "ann" in text
    assert "has played" in text
    black = view_of(match, None).black
    assert black.text.split("____")[0][:20].replace("'", "&#x27;") in text


@pytest.mark.parametrize("model", [LogEntry, MatchSetup, Seat])
def test_raw_rows_of_a_match_have_no_admin_page(model: Any) -> None:
    assert not admin.site.is_registered(model)


@pytest.mark.parametrize("model", [Match, Pack, PackCard, PackBar, Deadline, TaskFailure])
def test_moderators_can_view_but_not_edit_in_place(
    client: Client, moderator: Any, model: Any
) -> None:
    name = model._meta.model_name
    assert client.get(reverse(f"admin:games_{name}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:games_{name}_add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        change = reverse(f"admin:games_{name}_change", args=[row.pk])
        assert client.post(change, {"name": "Mine"}).status_code == 403
        delete = reverse(f"admin:games_{name}_delete", args=[row.pk])
        assert client.post(delete, {"post": "yes"}).status_code == 403


def test_staff_outside_the_group_can_view_and_do_nothing(
    client: Client, running: Any, person: Any
) -> None:
    match, _people = running("ann", "bob")
    client.force_login(person("sten", is_staff=True))
    assert client.get(reverse(LIST)).status_code == 403
    assert do(client, "abort", match, reason="Because.").status_code == 403
    match.refresh_from_db()
    assert match.status == "running"


def test_stuck_matches_are_listed_first_and_late_ones_are_marked(
    client: Client, table: Any, running: Any, moderator: Any
) -> None:
    late, _people = running("ann", "bob")
    stuck, _others = running("cem", "dee")
    Match.objects.filter(pk=stuck.pk).update(
        status="stalled", created_at=late.created_at - timedelta(days=2)
    )
    Match.objects.filter(pk=late.pk).update(due_at=clock.now() - timedelta(minutes=5))
    table("eve", "fay")
    page = client.get(reverse(LIST))
    rows = list(page.context["cl"].result_list)
    assert rows[0].public_id == stuck.public_id
    assert len(rows) == 3
    assert "late by 0:05" in page.text
    late_only = client.get(reverse("admin:games_deadline_changelist"), {"state": "late"})
    assert [row.pk for row in late_only.context["cl"].result_list] == [late.pk]


@pytest.mark.parametrize("by", ["public_id", "name", "owner"])
def test_matches_are_found_by_id_name_and_owner(
    client: Client, running: Any, moderator: Any, by: str
) -> None:
    match, _people = running("ann", "bob", name="Harbour")
    running("cem", "dee", name="Garden")
    wanted = {"public_id": match.public_id, "name": "harb", "owner": "ann"}[by]
    rows = client.get(reverse(LIST), {"q": wanted}).context["cl"].result_list
    assert [row.pk for row in rows] == [match.pk]


def test_the_list_costs_the_same_queries_at_any_length(
    client: Client, table: Any, moderator: Any
) -> None:
    counts = []
    client.get(reverse(LIST))  # fills the caches of the process
    for names in (("ann", "bob"), ("cem", "dee"), ("eve", "fay")):
        table(*names)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(LIST))
        counts.append(len(queries))
    assert counts[0] == counts[-1] <= 12


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        pytest.param("abort", {"reason": "  "}, id="no reason"),
        pytest.param("resume", {"reason": "Mended."}, id="not stuck"),
        pytest.param("remove_player", {"reason": "Rude.", "which": 9}, id="nobody sits there"),
        pytest.param("seat_to_bot", {"reason": "Asleep.", "which": 0}, id="no bots in Blanks"),
    ],
)
def test_an_impossible_action_is_refused(
    client: Client, running: Any, moderator: Any, act: str, fields: dict[str, Any]
) -> None:
    match, _people = running("ann", "bob")
    do(client, act, match, **fields)
    match.refresh_from_db()
    assert match.status == "running"
    assert not match.seats.exclude(stand_in="").exists()
    assert not ModeratorAct.objects.exists()


def test_a_moderator_aborts_a_running_match(client: Client, running: Any, moderator: Any) -> None:
    match, _people = running("ann", "bob")
    do(client, "abort", match, reason="A quarrel.")
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("aborted", "aborted")
    kept = ModeratorAct.objects.get()
    assert (kept.act, kept.reason, kept.moderator) == ("abort match", "A quarrel.", moderator)


def test_a_moderator_resumes_a_stuck_match(client: Client, running: Any, moderator: Any) -> None:
    match, _people = running("ann", "bob")
    Match.objects.filter(pk=match.pk).update(status="stalled", failures=3, due_at=None)
    do(client, "resume", match, reason="Mended.")
    match.refresh_from_db()
    assert (match.status, match.failures) == ("running", 0)
    assert match.due_at is not None


def test_only_a_moderator_lifts_a_moderators_removal(
    client: Client, running: Any, moderator: Any
) -> None:
    match, (_ann, bob, _cem) = running("ann", "bob", "cem")
    index = match.seats.get(user=bob).index
    do(client, "remove_player", match, reason="Rude.", which=index)
    assert match.seats.get(index=index).status == "kicked"
    ban = Ban.objects.get(match=match, user=bob)
    assert ban.by_moderator
    assert "bob" in client.get(reverse(DETAIL, args=[match.pk])).text
    do(client, "lift_ban", match, reason="Sorry.", which=ban.pk)
    assert not Ban.objects.exists()
    acts = list(ModeratorAct.objects.order_by("pk").values_list("act", flat=True))
    assert acts == ["remove player", "lift table ban"]


def test_the_clock_page_shows_failed_tasks_and_the_schedule(client: Client, moderator: Any) -> None:
    class Task:
        name = "games.tasks.sweep"

    note_task_failure(sender=Task, exception=ValueError("ann holds b007"))
    text = client.get(reverse("admin:games_taskfailure_changelist")).text
    assert "games.tasks.sweep" in text
    assert "ValueError" in text
    assert "b007" not in text
    assert "no sweep since" in text


def test_old_failures_are_deleted() -> None:
    note_task_failure(sender="old", exception=ValueError())
    TaskFailure.objects.update(at=clock.now() - timedelta(days=15))
    note_task_failure(sender="new", exception=ValueError())
    assert list(TaskFailure.objects.values_list("name", flat=True)) == ["new"]


def test_the_migration_gives_the_group_exactly_these_permissions() -> None:
    group = Group.objects.get(name=GROUP)
    held = group.permissions.filter(content_type__app_label="games")
    assert set(held.values_list("codename", flat=True)) == {
        right.codename for right in GAMES_RIGHTS
    }
    assert all(right.codename.startswith("view_") for right in GAMES_RIGHTS)

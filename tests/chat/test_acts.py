"""Records of moderators' acts are written once, name nobody, and never change."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from chat.core.clock import now
from chat.models import ModeratorAct
from chat.moderation.services import block_word, mute, record_act
from lobby.accounts.services import delete_account
from lobby.models import User
from tests.chat.conftest import Say
from tests.laws.source import APPS, Module, modules, nothing

pytestmark = pytest.mark.deep


def _sql(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.both
def test_the_database_itself_refuses_a_change(ada: User, moderator: User) -> None:
    record_act(moderator=moderator, act="test", target=ada, reason="because")
    with pytest.raises(DatabaseError, match="never changed"):
        _sql("UPDATE chat_moderatoract SET reason = 'another'")
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError, match="never changed"):
            _sql("DELETE FROM chat_moderatoract")
    assert ModeratorAct.objects.get().reason == "because"


def test_an_act_stores_no_name(ada: User, moderator: User, say: Say) -> None:
    said = say(ada, "I am Ada of the lobby")
    mute(moderator=moderator, user=ada, until=now() + timedelta(hours=1), reason="loud")
    for target in (ada, said, said.room):
        record_act(moderator=moderator, act="test", target=target, reason="because")
    word = block_word(moderator=moderator, word="grobian", reason="rude")
    labels = set(ModeratorAct.objects.values_list("target_label", flat=True))
    assert labels == {
        f"user {ada.pk}", f"message {said.pk}", "room lobby", f"blockedword {word.word}",
    }  # fmt: skip


def test_a_list_shows_current_names_and_none_of_deleted_accounts(
    ada: User, moderator: User, desk: Client
) -> None:
    record_act(moderator=moderator, act="test", target=ada, reason="because")
    assert "Ada" in desk.get("/admin/chat/moderatoract/").content.decode()
    delete_account(user=ada)
    page = desk.get("/admin/chat/moderatoract/").content.decode()
    # A CSRF token may contain any letters.
    assert "Ada" not in re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    assert "a deleted user" in page
    assert f"user {ada.pk}" in page


def test_a_reason_is_stored_without_names_and_shown_with_current_ones(
    ada: User, bruno: User, moderator: User, desk: Client
) -> None:
    User.objects.create_user("Ada-of-the-Lobby", display_name="Contessa Ada")
    said = "ADA and Bruno; not Adam, Canada. Contessa Ada too, (Ada)"
    act = record_act(moderator=moderator, act="test", target=ada, reason=said)
    tail = "not Adam, Canada. user {} too, (user {})"
    contessa = User.objects.get(display_name="Contessa Ada").pk
    expected = f"user {ada.pk} and user {bruno.pk}; {tail.format(contessa, ada.pk)}"
    assert ModeratorAct.objects.get(pk=act.pk).reason == expected
    page = desk.get(f"/admin/chat/moderatoract/{act.pk}/change/").content.decode()
    assert "Ada and Bruno; not Adam, Canada. Contessa Ada too, (Ada)" in page
    delete_account(user=bruno)
    for url in (f"{act.pk}/change/", ""):
        page = desk.get(f"/admin/chat/moderatoract/{url}").content.decode()
        assert "Ada and a deleted user; not Adam" in page
    person = desk.get(f"/admin/lobby/user/{ada.pk}/change/").content.decode()
    assert "Ada and a deleted user; not Adam" in person


def test_a_label_that_makes_a_reason_too_long_is_not_cut_in_two(ada: User, moderator: User) -> None:
    reason = "Ada " * 75
    act = record_act(moderator=moderator, act="test", target=ada, reason=reason)
    assert len(act.reason) <= 300
    assert set(act.reason.split()) == {"user", str(ada.pk)}


# All of Django's ways to write to the record.
WRITES = {"save", "delete", "create", "bulk_create", "bulk_update", "update", "get_or_create",
    "update_or_create", "_raw_delete"}  # fmt: skip


def _writes(module: Module) -> Iterator[str]:
    for function in module.functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                touched = ast.unparse(node.func.value)
                if node.func.attr in WRITES and "ModeratorAct" in touched:
                    yield f"{module.name}:{function.name}"


def test_one_function_writes_acts_and_none_changes_them() -> None:
    found = {one for module in modules(*APPS) for one in _writes(module)}
    assert found == {"chat/moderation/services.py:record_act"}


def test_no_sql_changes_acts() -> None:
    nothing(module for module in modules(*APPS) if "chat_moderatoract" in module.text)

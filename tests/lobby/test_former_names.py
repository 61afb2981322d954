"""Tests that former names are removed from records with a deleted account."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from chat.core.clock import now
from chat.models import Appeal, FormerName, ModeratorAct, Mute, Report
from chat.moderation.decisions import decide_report
from chat.moderation.names_in_acts import remember_name
from chat.moderation.services import mute, record_act
from games.models import Match
from games.services.tables import TableWish, create_table
from lobby.accounts.guests import keep_account
from lobby.accounts.services import delete_account, suspend
from lobby.models import User
from lobby.profiles.privacy import data_of
from tests.lobby.conftest import SETTINGS, SignUp, person_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("Doge")


def _call(browser: Client, name: str) -> User:
    answer = browser.post("/settings/", {**SETTINGS, "display_name": name})
    assert answer.status_code == 302, answer.content.decode()
    return person_of(browser)


def _former(user: User) -> list[str]:
    return list(FormerName.objects.filter(user=user).order_by("pk").values_list("name", flat=True))


def test_a_former_name_is_recorded(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    _call(browser, "Contessa")
    _call(browser, "Contessa")
    user = _call(browser, "Marchesa")
    assert _former(user) == ["Contessa"]
    assert _call(browser, "") == user
    assert _former(user) == ["Contessa", "Marchesa"]
    assert data_of(user)["former_names"] == [{"name": "Contessa"}, {"name": "Marchesa"}]


def test_a_guests_former_names_are_recorded_when_the_account_is_kept(guest: Client) -> None:
    user = person_of(guest)
    before = {user.username, user.display_name}
    keep_account(user=user, username="Ada", password="tarocchi-1638")
    assert set(_former(user)) == before - {""}


def test_the_latest_former_names_are_stored_once_each(sign_up: SignUp) -> None:
    user = person_of(sign_up("Ada"))
    for number in [*range(40), 15]:
        remember_name(user, f"Name {number}")
    assert len(_former(user)) == 30
    assert _former(user)[-1] == "Name 15"
    assert "Name 9" not in _former(user)


@pytest.mark.both
def test_moderators_texts_lose_the_former_names_of_a_deleted_user(
    sign_up: SignUp, root: User
) -> None:
    browser = sign_up("Ada")
    user = _call(browser, "Contessa")
    report = Report.objects.create(
        kind="name", subject="a name", reason="Contessa insults us", at=now()
    )
    wish = TableWish(name="Contessa’s table", least=2, most=4, access="open")
    table = create_table(user=user, game="blanks", wish=wish)
    _call(browser, "Marchesa")
    user.refresh_from_db()
    decide_report(moderator=root, report=report, decision="handled", reason="Contessa was told")
    later = now() + timedelta(hours=1)
    mute(moderator=root, user=user, until=later, reason="CONTESSA was rude, not Contessas")
    suspend(moderator=root, user=user, reason="so is contessa", until=None)
    act = ModeratorAct.objects.order_by("pk")[0]
    Appeal.objects.create(act=act, user=user, text="I was Contessa", at=now())
    delete_account(user=user)
    label = f"user {user.pk}"
    report.refresh_from_db()
    assert (report.reason, report.decision_reason) == (f"{label} insults us", f"{label} was told")
    assert Mute.objects.get().reason == f"{label} was rude, not Contessas"
    assert Appeal.objects.get().text == f"I was {label}"
    assert not Match.objects.filter(pk=table.pk, name__icontains="Contessa").exists()
    assert not FormerName.objects.exists()


def test_an_act_holds_no_former_name_of_its_target_unless_reused(
    sign_up: SignUp, root: User
) -> None:
    browser = sign_up("Ada")
    _call(browser, "Contessa")
    user = _call(browser, "Marchesa")
    bruno = sign_up("Bruno")
    act: dict[str, Any] = {"moderator": root, "act": "test", "reason": "Contessa was rude"}
    assert record_act(target=user, **act).reason == f"user {user.pk} was rude"
    # Any word may have been somebody's name.
    assert record_act(target=person_of(bruno), **act).reason == "Contessa was rude"
    other = _call(bruno, "Contessa")
    assert record_act(target=user, **act).reason == f"user {other.pk} was rude"


def test_texts_older_than_the_account_are_left_alone(sign_up: SignUp, root: User) -> None:
    """Check that a new name does not match older texts.

    Otherwise, anybody could remove a word from all records by using it as a name for a day.
    """
    browser = sign_up("Ada")
    user = _call(browser, "spam")
    words = {"kind": "name", "subject": "x", "reason": "spam again"}
    before = Report.objects.create(at=user.date_joined - timedelta(days=1), **words)
    after = Report.objects.create(at=now(), **words)
    delete_account(user=user)
    before.refresh_from_db()
    after.refresh_from_db()
    assert (before.reason, after.reason) == ("spam again", f"user {user.pk} again")

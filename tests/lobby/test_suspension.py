"""Tests that suspended people lose access at once and are told why."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from chat.core.clock import now
from chat.core.refusals import Refusal
from chat.models import ModeratorAct
from lobby.accounts.services import lift_suspension, suspend
from lobby.models import User
from tests.lobby.conftest import PASSWORD, Sent, SignUp, is_logged_in, person_of
from tests.support.refusals import code_of


@pytest.fixture
def moderator(db: Any) -> User:
    user = User.objects.create_user("Procurator", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate"))
    return User.objects.get(pk=user.pk)


def _suspend(user: User, moderator: User, *, days: int = 2) -> None:
    suspend(moderator=moderator, user=user, reason="shouting", until=now() + timedelta(days=days))


@pytest.mark.both
def test_a_suspension_ends_every_session_and_page_at_once(
    sign_up: SignUp, moderator: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    browser = sign_up("Ada")
    user = person_of(browser)
    with django_capture_on_commit_callbacks(execute=True):
        _suspend(user, moderator)
    assert not is_logged_in(browser)
    assert [message["owner"] for _to, message in sent] == [f"user.{user.pk}"]


def test_a_suspended_user_with_the_password_sees_the_reason_and_the_end(
    sign_up: SignUp, moderator: User
) -> None:
    user = person_of(sign_up("Ada"))
    _suspend(user, moderator)
    browser = Client()
    wrong = {"login": "Ada", "password": "wrong-1638"}
    assert "shouting" not in browser.post("/account/login/", wrong).text
    answer = browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert answer.status_code == 403
    assert "shouting" in answer.text
    assert f"{user.suspended_until:%Y}" in answer.text
    assert not is_logged_in(browser)
    User.objects.filter(username="Ada").update(suspended_until=now() - timedelta(seconds=1))
    browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert is_logged_in(browser), "it ends by itself"


def test_a_surviving_session_is_ended_by_the_next_request(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    until = now() + timedelta(days=1)
    User.objects.update(suspended_until=until, suspended_for="shouting")
    answer = browser.get("/settings/")
    assert answer.status_code == 403
    assert "shouting" in answer.content.decode()
    User.objects.update(suspended_until=None)
    assert not is_logged_in(browser)


def test_a_permanent_suspension_can_be_lifted_and_both_acts_are_logged(
    sign_up: SignUp, moderator: User
) -> None:
    user = person_of(sign_up("Ada"))
    suspend(moderator=moderator, user=user, reason="cheating", until=None)
    browser, form = Client(), {"login": "Ada", "password": PASSWORD}
    assert "permanently" in browser.post("/account/login/", form).text
    lift_suspension(moderator=moderator, user=user, reason="it was somebody else")
    browser.post("/account/login/", form)
    assert is_logged_in(browser)
    acts = ModeratorAct.objects.order_by("pk").values_list("moderator__username", "reason")
    assert list(acts) == [("Procurator", "cheating"), ("Procurator", "it was somebody else")]


def test_a_suspended_guest_gets_no_new_guest_account(guest: Client, moderator: User) -> None:
    _suspend(person_of(guest), moderator)
    answer = guest.post("/play-now/")
    assert answer.status_code == 403
    assert User.objects.filter(is_guest=True).count() == 1


def test_moderators_cannot_suspend_each_other_or_themselves(moderator: User) -> None:
    other = User.objects.create_user("Avogador", is_staff=True)
    for user, code in ((moderator, "own_account"), (other, "not_superuser")):
        assert code_of(_suspend, user, moderator) == code
        with pytest.raises(Refusal):
            lift_suspension(moderator=moderator, user=user, reason="x")
    assert not User.objects.exclude(suspended_until=None).exists()
    assert not ModeratorAct.objects.exists()


def test_non_moderators_past_dates_and_needless_lifts_are_refused(
    sign_up: SignUp, moderator: User
) -> None:
    ada, bruno = person_of(sign_up("Ada")), person_of(sign_up("Bruno"))
    assert code_of(_suspend, bruno, ada) == "not_moderator"
    assert code_of(_suspend, bruno, moderator, days=-1) == "bad_time"
    lift: dict[str, Any] = {"moderator": moderator, "user": bruno, "reason": "x"}
    assert code_of(lift_suspension, **lift) == "nothing_to_do"
    assert User.objects.get(pk=bruno.pk).suspended_until is None

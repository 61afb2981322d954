"""Tests of appeals against mutes and suspensions: one each, answered once."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from chat.core import clock
from chat.core.clock import now
from chat.messages.selectors import open_notices
from chat.models import Appeal, ModeratorAct, Mute
from chat.moderation.appeals import answer_appeal, appeal, last_act
from chat.moderation.services import mute
from lobby.accounts.services import suspend
from lobby.models import User
from tests.lobby.conftest import PASSWORD, SignUp, is_logged_in, person_of
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.deep


@pytest.fixture
def moderator(db: Any) -> User:
    user = User.objects.create_user("Procurator", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__in=("moderate", "view_appeal")))
    return User.objects.get(pk=user.pk)


def _muted(user: User, moderator: User) -> Mute:
    until = now() + timedelta(days=1)
    return mute(moderator=moderator, user=user, until=until, reason="shouting")


def _suspended(user: User, moderator: User) -> Client:
    suspend(moderator=moderator, user=user, reason="cheating", until=now() + timedelta(days=2))
    return Client()


def _log_in(browser: Client) -> str:
    answer = browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert answer.status_code == 403
    return answer.content.decode()


def _token(page: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found
    return found[1]


@pytest.mark.both
def test_a_muted_user_appeals_once_and_gets_one_answer(sign_up: SignUp, moderator: User) -> None:
    browser = sign_up("Ada")
    ada = person_of(browser)
    row = _muted(ada, moderator)
    page = browser.get("/chat/appeals/").content.decode()
    assert "shouting" in page
    assert row.act is not None
    sent = browser.post("/chat/appeals/", {"act": row.act.pk, "text": "it was my brother"})
    assert sent.headers["Location"] == "/chat/appeals/"  # a reload sends nothing again
    again = browser.post("/chat/appeals/", {"act": row.act.pk, "text": "really"})
    assert again.headers["X-Ridotto-Code"] == "already_appealed"
    made = Appeal.objects.get()
    assert (made.text, made.user) == ("it was my brother", ada)
    assert [one.url for one in open_notices(moderator)] == [f"/admin/chat/appeal/{made.pk}/change/"]
    by: dict[str, Any] = {"moderator": moderator, "appeal": made, "granted": False}
    answer_appeal(answer="then watch him", **by)
    assert code_of(answer_appeal, answer="again", **by) == "already_answered"
    assert "then watch him" in open_notices(ada)[0].text
    assert "then watch him" in browser.get("/chat/appeals/").content.decode()
    row.refresh_from_db()
    assert row.until > now()
    acts = ModeratorAct.objects.order_by("pk").values_list("act", "target_label")
    assert list(acts) == [
        ("mute everywhere", f"user {ada.pk}"), ("decline appeal", f"appeal {made.pk}"),
    ]  # fmt: skip


def test_only_moderators_answer_appeals_and_granting_one_ends_the_mute(
    sign_up: SignUp, moderator: User
) -> None:
    ada, bruno = person_of(sign_up("Ada")), person_of(sign_up("Bruno"))
    row = _muted(ada, moderator)
    assert row.act is not None
    made = appeal(user=ada, act=row.act, text="it was my brother")
    by: dict[str, Any] = {"moderator": bruno, "appeal": made, "answer": "fine", "granted": True}
    assert code_of(answer_appeal, **by) == "not_moderator"
    made.refresh_from_db()
    assert made.answered_at is None
    desk = client_for(moderator)
    page = desk.get(f"/admin/chat/appeal/{made.pk}/change/").text
    assert "it was my brother" in page
    assert "shouting" in page
    chosen = {"act": "reply", "reason": "sorry", "granted": "on"}
    desk.post(f"/admin/chat/appeal/{made.pk}/change/", chosen)
    made.refresh_from_db()
    assert (made.answer, made.granted, made.answered_by) == ("sorry", True, moderator)
    clock.move(1)
    row.refresh_from_db()
    assert row.until <= now()


def test_another_users_mute_or_a_hosts_mute_cannot_be_appealed(
    sign_up: SignUp, moderator: User
) -> None:
    browser, bruno = sign_up("Ada"), sign_up("Bruno")
    row = _muted(person_of(bruno), moderator)
    assert row.act is not None
    answer = browser.post("/chat/appeals/", {"act": row.act.pk, "text": "let him"})
    assert answer.headers["X-Ridotto-Code"] == "nothing_to_appeal"
    assert browser.post("/chat/appeals/", {"act": "x", "text": "let him"}).status_code == 404
    assert not Appeal.objects.exists()
    Mute.objects.filter(pk=row.pk).update(act=None, by_host=True)
    assert "no restrictions" in bruno.get("/chat/appeals/").text


@pytest.mark.parametrize("act", ["9" * 19, "9" * 5000, "²", "-1", ""])
def test_an_act_that_cannot_exist_is_not_found(sign_up: SignUp, act: str) -> None:
    assert sign_up("Ada").post("/chat/appeals/", {"act": act, "text": "?"}).status_code == 404


def test_a_suspended_user_appeals_from_the_suspension_page(
    sign_up: SignUp, moderator: User
) -> None:
    ada = person_of(sign_up("Ada"))
    browser = _suspended(ada, moderator)
    token = _token(_log_in(browser))
    page = browser.post("/suspended/", {"token": token, "text": "it was my brother"})
    assert "it was my brother" in page.content.decode()
    again = browser.post("/suspended/", {"token": token, "text": "really"})
    assert again.headers["X-Ridotto-Code"] == "already_appealed"
    made = Appeal.objects.get()
    assert made.act == last_act(ada, "suspend")
    answer_appeal(moderator=moderator, appeal=made, answer="then watch him", granted=False)
    assert "then watch him" in _log_in(browser)


def test_a_granted_appeal_ends_the_suspension_and_the_next_one_can_be_appealed(
    sign_up: SignUp, moderator: User
) -> None:
    ada = person_of(sign_up("Ada"))
    browser = _suspended(ada, moderator)
    browser.post("/suspended/", {"token": _token(_log_in(browser)), "text": "my brother"})
    made = Appeal.objects.get()
    answer_appeal(moderator=moderator, appeal=made, answer="come in", granted=True)
    browser.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert is_logged_in(browser)
    clock.move(1)
    browser = _suspended(User.objects.get(pk=ada.pk), moderator)
    browser.post("/suspended/", {"token": _token(_log_in(browser)), "text": "my sister"})
    assert set(Appeal.objects.values_list("text", flat=True)) == {"my brother", "my sister"}


def test_a_suspension_cannot_be_appealed_without_its_token(
    sign_up: SignUp, moderator: User
) -> None:
    ada = person_of(sign_up("Ada"))
    _suspended(ada, moderator)
    assert Client().post("/suspended/", {"token": "x", "text": "hm"}).status_code == 404
    token = _token(_log_in(Client()))
    User.objects.filter(pk=ada.pk).update(suspended_until=None)
    assert Client().post("/suspended/", {"token": token, "text": "hm"}).status_code == 404
    assert not Appeal.objects.exists()


def test_a_second_moderator_answers_the_appeal(sign_up: SignUp, moderator: User) -> None:
    ada = person_of(sign_up("Ada"))
    row = _muted(ada, moderator)
    assert row.act is not None
    root = User.objects.create_superuser("Doge", password=PASSWORD)
    suspend(moderator=root, user=User.objects.create_superuser("Dux"), reason="away", until=None)
    made = appeal(user=ada, act=row.act, text="it was my brother")
    assert not open_notices(moderator)
    assert [one.url for one in open_notices(root)] == [f"/admin/chat/appeal/{made.pk}/change/"]
    by: dict[str, Any] = {"appeal": made, "answer": "sorry", "granted": True}
    assert code_of(answer_appeal, moderator=moderator, **by) == "own_decision"
    page = client_for(moderator).get(f"/admin/chat/appeal/{made.pk}/change/").text
    assert 'value="reply"' not in page
    assert 'value="reply"' in client_for(root).get(f"/admin/chat/appeal/{made.pk}/change/").text
    User.objects.filter(pk=root.pk).update(suspended_until=now() + timedelta(days=1))
    answer_appeal(moderator=moderator, **by)  # nobody else can

"""Tests of helping people who lost their password or second factor."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from chat.core.clock import now
from chat.delivery.preferences import set_choices
from chat.models import ModeratorAct, Notice
from lobby.accounts.recovery import make_password_link, remove_second_factor
from lobby.models import User
from tests.lobby.conftest import PASSWORD, SignUp, is_logged_in, person_of
from tests.support.deliveries import deliver_due
from tests.support.log_in import client_for
from tests.support.refusals import code_of

NEW = "regatta-storica-1315"


@pytest.fixture
def moderator(db: Any) -> User:
    user = User.objects.create_user("Procurator", is_staff=True)
    codes = ["moderate", "view_user"]
    user.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return User.objects.get(pk=user.pk)


def _choose(link: str) -> bool:
    """Choose a new password by the link. Return True if that worked."""
    browser = Client()
    form = browser.get(link, follow=True)
    path = form.redirect_chain[-1][0] if form.redirect_chain else link
    answer = browser.post(path, {"password1": NEW, "password2": NEW})
    return answer.status_code == 302


def _by_admin(moderator: User, user: User, act: str) -> Any:
    sent = {"act": act, "reason": "they asked"}
    return client_for(moderator).post(f"/admin/lobby/user/{user.pk}/change/", sent)


def test_a_moderators_link_gives_a_new_password_once(sign_up: SignUp, moderator: User) -> None:
    browser = sign_up("Ada")
    ada = person_of(browser)
    page = _by_admin(moderator, ada, "password_link").text
    (link,) = re.findall(r"http://testserver(/account/password/reset/key/[\w/-]+)", page)
    assert ModeratorAct.objects.get().act == "make password link"
    assert "new password" in Notice.objects.get(user=ada).text
    assert is_logged_in(browser)
    assert _choose(link)
    assert not is_logged_in(browser)
    assert not _choose(link)
    ada.refresh_from_db()
    assert ada.check_password(NEW)


def test_the_link_works_for_an_hour(
    sign_up: SignUp, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = person_of(sign_up("Ada"))
    link = make_password_link(moderator=moderator, user=ada, reason="they asked")
    generator, made = PasswordResetTokenGenerator, now().replace(tzinfo=None)
    for minutes, works in ((61, False), (59, True)):
        later = made + timedelta(minutes=minutes)
        monkeypatch.setattr(generator, "_now", lambda _self, later=later: later)
        assert _choose(link) == works


def test_a_lost_second_factor_is_removed(sign_up: SignUp, moderator: User) -> None:
    ada, bruno = person_of(sign_up("Ada")), person_of(sign_up("Bruno"))
    for user in (ada, bruno):
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "A"})
    assert _by_admin(moderator, ada, "remove_factor").status_code == 302
    assert Authenticator.objects.get().user == bruno
    assert ModeratorAct.objects.get().act == "remove second factor"
    assert "second factor" in Notice.objects.get(user=ada).text
    given = {"moderator": moderator, "user": ada, "reason": "again"}
    assert code_of(remove_second_factor, **given) == "nothing_to_do"
    assert ModeratorAct.objects.count() == 1


@pytest.mark.parametrize("service", [make_password_link, remove_second_factor])
def test_staff_guests_and_the_deleted_are_helped_by_no_moderator(
    moderator: User, guest: Client, service: Any
) -> None:
    doge = User.objects.create_superuser("Doge", password=PASSWORD)
    for by in (moderator, doge):
        for user, code in (
            (moderator, "staff_account"),
            (doge, "staff_account"),
            (person_of(guest), "guest_account"),
        ):
            assert code_of(service, moderator=by, user=user, reason="please") == code
    ada = User.objects.create_user("Ada")
    assert code_of(service, moderator=ada, user=ada, reason="please") == "not_moderator"
    assert not ModeratorAct.objects.exists()
    assert not Notice.objects.exists()


def test_the_person_is_told_by_mail_whatever_they_chose(
    sign_up: SignUp, moderator: User, settings: Settings
) -> None:
    settings.MAIL_CONFIGURED = True
    ada = person_of(sign_up("Ada"))
    EmailAddress.objects.create(user=ada, email="a@b.example", primary=True, verified=True)
    set_choices(user=ada, choices={})
    make_password_link(moderator=moderator, user=ada, reason="they asked")
    deliver_due()
    (letter,) = mail.outbox
    assert letter.subject == "Ridotto: Your account"
    assert "reset/key" not in str(letter.body)
    assert Notice.objects.get(user=ada).on_site


def test_the_operator_recovers_a_superuser(db: None, settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://ridotto.example"]
    doge, said = User.objects.create_superuser("Doge", password=PASSWORD), StringIO()
    Authenticator.objects.create(user=doge, type=Authenticator.Type.TOTP, data={"secret": "A"})
    call_command("recover", "doge", stdout=said)
    link = said.getvalue().strip()
    assert link.startswith("https://ridotto.example/account/password/reset/key/")
    assert Authenticator.objects.exists()
    assert _choose(link.removeprefix("https://ridotto.example"))
    call_command("recover", "doge", "--second-factor", stdout=said)
    assert not Authenticator.objects.exists()
    assert Notice.objects.filter(user=doge).count() == 4
    with pytest.raises(CommandError, match="nobody"):
        call_command("recover", "nobody")

"""Tests of the page of notice settings, and of the link that stops e-mails."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.delivery.kinds import ROWS
from chat.delivery.preferences import preferences_of, set_choices, ways_of
from chat.delivery.push import public_key
from chat.models import Delivery, NoticePreferences, PushDevice
from config.operations.file_permissions import new_push_key
from lobby.accounts.services import delete_account
from lobby.models import User
from tests.lobby.conftest import PASSWORD, SignUp, person_of
from tests.support.deliveries import deliver_due
from tests.support.push_service import PushBrowser

PAGE = "/settings/notices/"
SAID = {"move.mail": "on", "answer.site": "on", "alert": "silent"}


def _reached(browser: Client, settings: Settings) -> User:
    settings.MAIL_CONFIGURED = True
    settings.CSRF_TRUSTED_ORIGINS = ["https://ridotto.example"]
    person = person_of(browser)
    EmailAddress.objects.create(user=person, email="a@b.example", primary=True, verified=True)
    return person


def _boxes(page: str) -> set[str]:
    return set(re.findall(r'name="(\w+\.\w+)" checked', page))


def test_the_page_shows_the_defaults_and_stores_the_choices(
    sign_up: SignUp, settings: Settings
) -> None:
    settings.MAIL_CONFIGURED = True
    browser = sign_up("Ada")
    page = browser.get(PAGE).text
    assert _boxes(page) == {f"{name}.{way}" for name, row in ROWS.items() for way in row.ways}
    browser.post(PAGE, {**SAID, "quiet_from": "22", "quiet_to": "7", "digest_hour": "9"})
    page = browser.get(PAGE).text
    assert _boxes(page) == {"move.mail", "answer.site"}
    wishes = preferences_of(person_of(browser))
    assert (wishes.quiet_from, wishes.quiet_to, wishes.digest_hour) == (22, 7, 9)
    assert (wishes.sound, wishes.vibration) == (False, False)
    browser.post(PAGE, {})
    wishes = preferences_of(person_of(browser))
    assert (wishes.quiet_from, wishes.quiet_to, wishes.digest_hour) == (None, None, None)


@pytest.mark.parametrize("hour", ["24", "-1", "x", "99999", "1.5", "²"])
def test_an_invalid_hour_is_refused_and_changes_nothing(sign_up: SignUp, hour: str) -> None:
    browser = sign_up("Ada")
    browser.post(PAGE, {**SAID, "quiet_from": "22", "quiet_to": "7"})
    answer = browser.post(PAGE, {**SAID, "quiet_from": hour, "quiet_to": "7"}, follow=True)
    assert "could not be read" in answer.text
    assert preferences_of(person_of(browser)).quiet_from == 22


def test_the_page_shows_the_mail_address_and_the_result_of_a_test(
    sign_up: SignUp, settings: Settings
) -> None:
    browser = sign_up("Ada")
    assert "doesn't send e-mail" in browser.get(PAGE).text
    settings.MAIL_CONFIGURED = True
    assert "confirmed address" in browser.get(PAGE).text
    _reached(browser, settings)
    assert "sent to a@b.example" in browser.get(PAGE).text
    assert "On its way" in browser.post(f"{PAGE}test/", follow=True).text
    deliver_due()
    assert mail.outbox[0].subject == "Ridotto: A test"
    assert "Accepted by the mail server" in browser.get(PAGE).text


def test_a_browser_is_added_and_removed(sign_up: SignUp, settings: Settings) -> None:
    settings.PUSH_KEY = new_push_key()
    browser, other = sign_up("Ada"), sign_up("Bruno")
    keys = PushBrowser("https://push.example").keys
    browser.post(f"{PAGE}devices/", keys, headers={"user-agent": "Firefox Android"})
    assert "Firefox on Android" in browser.get(PAGE).text
    devices = PushDevice.objects.filter(user=person_of(browser))
    pk = devices.get().pk
    other.post(f"{PAGE}devices/{pk}/remove/")
    assert devices.exists()
    browser.post(f"{PAGE}devices/{pk}/remove/")
    assert not devices.exists()
    answer = browser.post(f"{PAGE}devices/", {**keys, "endpoint": "http://x/"}, follow=True)
    assert "can&#x27;t be reached" in answer.text


def test_a_renewed_subscription_replaces_the_browsers_own(
    sign_up: SignUp, settings: Settings
) -> None:
    settings.PUSH_KEY = new_push_key()
    phone, desk = sign_up("Ada"), Client()
    desk.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    old, other, new = (PushBrowser("https://push.example").keys for _ in range(3))
    phone.post(f"{PAGE}devices/", old)
    desk.post(f"{PAGE}devices/", other)
    PushDevice.objects.update(gone_at=now())
    pk = PushDevice.objects.get(endpoint=old["endpoint"]).pk
    assert phone.post(f"{PAGE}devices/renew/", new).status_code == 204
    device = PushDevice.objects.get(pk=pk)
    assert (device.endpoint, device.secret, device.gone_at) == (
        new["endpoint"],
        new["secret"],
        None,
    )
    assert PushDevice.objects.filter(endpoint=other["endpoint"]).exists()
    assert phone.post(f"{PAGE}devices/renew/", new).status_code == 204, "it may be sent again"
    assert PushDevice.objects.count() == 2


def test_a_renewal_turns_no_push_on(sign_up: SignUp, settings: Settings) -> None:
    settings.PUSH_KEY = new_push_key()
    browser = sign_up("Ada")
    old, new = (PushBrowser("https://push.example").keys for _ in range(2))
    browser.post(f"{PAGE}devices/renew/", new)
    assert not PushDevice.objects.exists()
    browser.post(f"{PAGE}devices/", old)
    browser.post(f"{PAGE}devices/{PushDevice.objects.get().pk}/remove/")
    browser.post(f"{PAGE}devices/renew/", new)
    assert not PushDevice.objects.exists()
    browser.post(f"{PAGE}devices/", old)
    answer = browser.post(f"{PAGE}devices/renew/", {**new, "endpoint": "http://x/"})
    assert answer["X-Ridotto-Code"] == "bad_device"
    assert PushDevice.objects.get().endpoint == old["endpoint"]


def test_a_worker_gets_what_it_needs_to_renew(sign_up: SignUp, settings: Settings) -> None:
    settings.PUSH_KEY = new_push_key()
    browser = sign_up("Ada")
    given = browser.get(f"{PAGE}devices/renew/").json()
    assert given["key"] == public_key()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies
    keys = PushBrowser("https://push.example").keys
    assert strict.post(f"{PAGE}devices/renew/", keys).status_code == 403
    headers = {"X-CSRFToken": given["token"]}
    assert strict.post(f"{PAGE}devices/renew/", keys, headers=headers).status_code == 204


# --- Stopping e-mails (RFC 8058)


def _link(person: User, kind: str = "invitation") -> Any:
    notify(user=person, kind=kind, text="Come.", url="/m/x/")
    deliver_due()
    return mail.outbox[-1]


@pytest.fixture
def ada(sign_up: SignUp, settings: Settings) -> User:
    person = _reached(sign_up("Ada"), settings)
    set_choices(user=person, choices={row: ["site", "mail"] for row in ROWS})
    return person


def _path(letter: Any) -> str:
    found = re.fullmatch(
        r"<https://ridotto\.example(/.+)>", letter.extra_headers["List-Unsubscribe"]
    )
    assert found is not None
    return found[1]


def test_one_click_stops_mail_of_this_kind_only(ada: User) -> None:
    letter = _link(ada)
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert _path(letter) in letter.body
    nobody = Client(enforce_csrf_checks=True)
    page = nobody.get(_path(letter)).text
    assert "Unsubscribe from e-mails of this kind" in page
    assert "mail" in ways_of("invitation", preferences_of(ada))  # opening the page changes nothing
    answer = nobody.post(_path(letter), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert ways_of("invitation", preferences_of(ada)) == {"site"}
    again = nobody.get(_path(letter)).text
    assert "any more e-mails of this kind" in again
    assert "<button" not in again.split("<main")[1].split("</main>")[0]
    assert "mail" in ways_of("move", preferences_of(ada))


def test_the_link_in_a_digest_stops_all_mail(ada: User) -> None:
    NoticePreferences.objects.filter(user=ada).update(digest_hour=3)
    notify(user=ada, kind="invitation", text="Come.", url="/m/x/")
    Delivery.objects.update(due_at=ada.date_joined)
    deliver_due()
    Client().post(_path(mail.outbox[-1]))
    assert not any("mail" in ways_of(row, preferences_of(ada)) for row in ROWS)


def test_only_signed_links_stop_mail(ada: User) -> None:
    path = _path(_link(ada))
    for other in (path[:-2] + "x/", "/chat/notices/stop/nonsense/"):
        assert Client().post(other).status_code == 404
    assert "mail" in ways_of("invitation", preferences_of(ada))
    delete_account(user=ada)
    assert Client().post(path).status_code == 404


# --- Web app manifest and service worker


def test_the_site_can_be_installed(client: Client, db: None) -> None:
    assert 'rel="manifest" href="/ridotto.webmanifest"' in client.get("/").text
    answer = client.get("/ridotto.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["display"] == "standalone"
    assert {icon["sizes"] for icon in told["icons"]} == {"192x192", "512x512"}
    worker = client.get("/push-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert '"fetch"' not in worker.text  # it intercepts no requests


def test_a_site_without_mail_keeps_the_choices_of_it_unseen(
    sign_up: SignUp, settings: Settings
) -> None:
    browser = sign_up("Ada")
    browser.post(PAGE, {**SAID, "digest_hour": "9"})
    page = browser.get(PAGE).text
    assert ">E-mail<" not in page, "no column either"
    assert "e-mail summary" not in page
    assert _boxes(page) == {"answer.site"}
    fields = re.findall(r'type="hidden" name="([a-z_.]+)" value="([^"]*)"', page)
    browser.post(PAGE, {"answer.site": "on", "alert": "silent", **dict(fields)})
    settings.MAIL_CONFIGURED = True
    assert _boxes(browser.get(PAGE).text) == {"move.mail", "answer.site"}
    assert preferences_of(person_of(browser)).digest_hour == 9


def test_a_test_is_in_the_delivery_log_even_if_it_is_only_shown_on_the_site(
    sign_up: SignUp,
) -> None:
    browser = sign_up("Ada")
    browser.post("/settings/notices/test/")
    log = browser.get("/settings/notices/").text.partition('id="results"')[2]
    assert "A test" in log
    assert "Shown under the bell." in log
    assert "Nothing has been sent" not in log

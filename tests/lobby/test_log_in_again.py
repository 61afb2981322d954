"""Tests that people who must log in first come back to their page."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponseBase
from django.test import Client

from lobby.models import User
from tests.access.scene import Scene, routes, set_scene
from tests.access.test_access import SENT
from tests.laws.source import nothing
from tests.lobby.conftest import PASSWORD, SignUp
from tests.support.rollback import undone

pytestmark = pytest.mark.django_db
PAGE = "/lobby/?game=blanks"
SHOWN = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{PAGE}"}
LOG_IN = ("/account/login/", "/admin/login/")


def _next_of(where: str) -> list[str]:
    return parse_qs(urlsplit(where).query).get("next", [])


def _leads_to_log_in(answer: HttpResponseBase) -> bool:
    where = answer.headers.get("Location", "") or answer.headers.get("HX-Redirect", "")
    return where.partition("?")[0] in LOG_IN


def _faults(scene: Scene) -> list[str]:
    stranger, faults, asked = Client(), [], 0
    for route in routes():
        path = scene.path(route)
        if path.startswith("/account/"):
            continue
        with undone():
            plain = stranger.post(
                path, SENT.get(route, {}), headers={"Referer": f"http://testserver{PAGE}"}
            )
            script = stranger.post(path, SENT.get(route, {}), headers=SHOWN)
        if not _leads_to_log_in(plain):
            continue
        asked += 1
        where = script.headers.get("HX-Redirect", "")
        if _next_of(plain.headers["Location"]) != [PAGE]:
            faults.append(f"{route}: plain: {plain.headers['Location']}")
        if script.status_code != 401 or _next_of(where) != [PAGE]:
            faults.append(f"{route}: script: {script.status_code} {where}")
    assert asked > 60
    return faults


@pytest.mark.deep
def test_every_form_sends_visitors_to_log_in_and_back() -> None:
    nothing(_faults(set_scene()))


def test_the_return_url_never_leads_to_another_site(sign_up: SignUp) -> None:
    for page in ("https://evil.example/", "//evil.example/", "javascript:x", ""):
        answer = Client().post("/chat/send/", headers={**SHOWN, "HX-Current-URL": page})
        assert answer.status_code == 401
        assert answer.headers["HX-Redirect"] == "/account/login/"


def test_a_request_for_a_fragment_redirects_the_whole_page() -> None:
    answer = Client().get("/chat/notices/", headers=SHOWN)
    assert answer.status_code == 401
    assert _next_of(answer.headers["HX-Redirect"]) == [PAGE]
    assert Client().get("/chat/notices/").headers["Location"].endswith("next=/chat/notices/")


def test_logging_in_redirects_to_the_page_of_the_form(sign_up: SignUp) -> None:
    sign_up("Ada")
    browser = Client()
    sent = browser.post("/chat/notices/seen/", headers={"Referer": "http://testserver/matches/"})
    form = {"login": "Ada", "password": PASSWORD, "next": _next_of(sent.headers["Location"])[0]}
    assert browser.post(sent.headers["Location"], form).headers["Location"] == "/matches/"


def test_staff_return_to_the_page_of_the_form_after_the_second_factor(
    sign_up: SignUp, settings: object
) -> None:
    settings.STAFF_SECOND_FACTOR = True  # type: ignore[attr-defined]
    browser = sign_up("Ada")
    User.objects.update(is_staff=True)
    answer = browser.post("/chat/send/", headers=SHOWN)
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"].startswith("/account/2fa/")


@pytest.fixture
def careful(sign_up: SignUp) -> Client:
    """Return a browser that is logged in and has an outdated CSRF token."""
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["sessionid"] = sign_up("Ada").cookies["sessionid"].value
    browser.cookies["csrftoken"] = "n" * 32
    return browser


def test_a_script_with_an_old_token_gets_a_code_and_a_fresh_token(careful: Client) -> None:
    del careful.cookies["csrftoken"]
    answer = careful.post("/chat/send/", headers={**SHOWN, "X-CSRFToken": "o" * 32})
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (403, "stale_form")
    token = careful.cookies["csrftoken"].value
    form = {"room": "lobby", "text": "good evening", "key": "k"}
    again = careful.post("/chat/send/", form, headers={**SHOWN, "X-CSRFToken": token})
    assert again.status_code == 200


def test_a_script_without_cookies_is_sent_to_log_in() -> None:
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post("/chat/send/", headers=SHOWN)
    assert answer.status_code == 401
    assert _next_of(answer.headers["HX-Redirect"]) == [PAGE]


def test_without_script_a_form_with_an_old_token_can_be_sent_again(careful: Client) -> None:
    form = {"room": "lobby", "text": "good <evening>", "csrfmiddlewaretoken": "o" * 32}
    own = {"Origin": "http://testserver", "Accept": "text/html"}
    page = careful.post("/chat/send/", form, headers=own).content.decode()
    assert 'name="text" value="good &lt;evening&gt;"' in page
    assert "Send the form again" in page
    for secret in ({**form, "password": "x"}, form):
        headers = own if "password" in secret else {**own, "Origin": "http://evil.example"}
        page = careful.post("/chat/send/", secret, headers=headers).content.decode()
        assert "Send the form again" not in page
    page = careful.post("/account/login/", form, headers=own).content.decode()
    assert "Send the form again" not in page

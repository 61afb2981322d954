"""Tests of error pages."""

from __future__ import annotations

import pytest
from django.test import Client

from games.views import match

pytestmark = pytest.mark.django_db

UNREADABLE = (
    "application/x-www-form-urlencoded; charset=utf-7",
    "multipart/form-data",
    "multipart/form-data; boundary=\x00",
)


@pytest.mark.parametrize("content_type", UNREADABLE)
@pytest.mark.parametrize("path", ["/nowhere/", "/m/nobody/act/act/", "/admin/nothing/"])
def test_an_unreadable_form_at_an_unknown_url_is_no_server_error(
    path: str, content_type: str
) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.generic("POST", path, b"a=1", content_type=content_type)
    assert answer.status_code in {400, 403, 404}


def test_error_pages_hold_a_token_for_the_forms_in_them() -> None:
    answer = Client(enforce_csrf_checks=True).get("/nowhere/")
    assert answer.status_code == 404
    assert answer.cookies["csrftoken"].value


def test_an_error_page_reveals_no_internals(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    def broken(*_given: object) -> None:
        raise RuntimeError("the key of the house")

    monkeypatch.setattr(match, "render", broken)
    browser = Client(raise_request_exception=False)
    answer = browser.get("/chance/")
    assert answer.status_code == 500
    text = answer.content.decode()
    for inside in ("the key of the house", "RuntimeError", "Traceback", __file__, "Django"):
        assert inside not in text


@pytest.mark.parametrize(
    "path", ["/.git/config", "/.env", "/static/", "/static/css/", "/.run/secret", "/manage.py"]
)
def test_no_internal_file_is_served(path: str, db: None) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/", "/lobby/", "/account/login/", "/rules/blanks/"])
def test_trace_requests_are_refused(path: str, db: None) -> None:
    answer = Client().trace(path, headers={"x-secret": "gondola"})
    assert answer.status_code in {403, 405}
    assert b"gondola" not in answer.content

"""Pages for what went wrong, whatever was sent."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

UNREADABLE = (
    "application/x-www-form-urlencoded; charset=utf-7",
    "multipart/form-data",
    "multipart/form-data; boundary=\x00",
)


@pytest.mark.parametrize("content_type", UNREADABLE)
@pytest.mark.parametrize("path", ["/nowhere/", "/m/nobody/act/act/", "/admin/nothing/"])
def test_a_form_that_cannot_be_read_at_an_address_nobody_has_is_no_fault(
    path: str, content_type: str
) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.generic("POST", path, b"a=1", content_type=content_type)
    assert answer.status_code in {400, 403, 404}


def test_error_pages_hold_a_token_for_the_forms_in_them() -> None:
    answer = Client(enforce_csrf_checks=True).get("/nowhere/")
    assert answer.status_code == 404
    assert answer.cookies["csrftoken"].value

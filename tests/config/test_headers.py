"""Tests of response headers for browsers and caches."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.test import Client

from lobby.models import User
from tests.lobby.conftest import PASSWORD
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrf-token" content="(\w+)"')
PAGES = ["/", "/lobby/", "/settings/", "/account/email/", "/admin/", "/nowhere/", "/favicon.ico"]


@pytest.fixture
def desk() -> Client:
    return client_for(User.objects.create_superuser("Doge", password=PASSWORD))


def _policy(answer: Any) -> dict[str, str]:
    parts = answer.headers["Content-Security-Policy"].split("; ")
    return {name: sources for name, _space, sources in (part.partition(" ") for part in parts)}


@pytest.mark.parametrize("page", ["/admin/", "/admin/lobby/user/", "/admin/nowhere/"])
def test_admin_pages_have_the_policy_of_all_pages(desk: Client, page: str) -> None:
    policy = _policy(desk.get(page))
    assert policy == _policy(desk.get("/lobby/"))
    assert "unsafe-inline" not in str(policy)
    assert (policy["default-src"], policy["script-src"]) == ("'none'", "'self'")


def test_personal_answers_are_not_cached(desk: Client) -> None:
    for page in PAGES:
        assert desk.get(page).headers["Cache-Control"] == "private, no-store", page
    for page in ("/theme/", "/settings/", "/nowhere/", "/account/logout/"):
        assert desk.post(page).headers["Cache-Control"] == "private, no-store", page
    form = {"login": "Doge", "password": PASSWORD}
    assert Client().post("/account/login/", form).headers["Cache-Control"] == "private, no-store"


def test_public_answers_may_be_cached(client: Client) -> None:
    assert "Cache-Control" not in client.get("/").headers


def test_every_answer_has_the_security_headers(desk: Client) -> None:
    for browser in (desk, Client()):
        for page in PAGES:
            answer = browser.get(page)
            assert answer.headers["X-Content-Type-Options"] == "nosniff", page
            assert answer.headers["X-Frame-Options"] == "DENY", page
            assert answer.headers["Referrer-Policy"] == "same-origin", page
            assert "camera=()" in answer.headers["Permissions-Policy"], page
            assert "geolocation=()" in answer.headers["Permissions-Policy"], page
            assert _policy(answer)["frame-ancestors"] == "'none'", page
            assert "unsafe-inline" not in _policy(answer)["script-src"], page


def test_pages_are_compressed_so_that_their_size_reveals_no_secret(client: Client) -> None:
    answers = [client.get("/", headers={"accept-encoding": "gzip"}) for _ in range(4)]
    assert {answer.headers["Content-Encoding"] for answer in answers} == {"gzip"}
    assert {answer.headers["Vary"].count("Accept-Encoding") for answer in answers} == {1}
    # The padding is in the header of the compressed data (https://breachattack.com).
    assert len({len(answer.content) for answer in answers}) > 1
    tokens = {TOKEN.findall(gzip.decompress(answer.content).decode())[0] for answer in answers}
    assert len(tokens) == len(answers)

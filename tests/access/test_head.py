"""Tests that HEAD is answered wherever GET is."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.test import Client

from tests.access.scene import routes, set_scene
from tests.laws.source import nothing
from tests.support.rollback import undone

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_every_url_that_answers_get_answers_head() -> None:
    scene, faults, seen = set_scene(), [], 0
    session = scene.browsers["owner"].cookies["sessionid"].value
    for route in routes():
        token = scene.tokens["owner"]
        headers = {"Authorization": f"Bearer {token}"} if route.startswith("api/") else {}
        found = []
        for method in ("GET", "HEAD"):
            browser = Client(headers=headers)
            browser.cookies["sessionid"] = session
            caches["fleeting"].clear()
            with undone():
                answer = browser.generic(method, scene.path(route))
                found.append((answer.status_code, answer.headers.get("Content-Type")))
        seen += found[0][0] == 200
        if found[0] != found[1]:
            faults.append(f"{route}: {found}")
    assert seen > 60
    nothing(faults)

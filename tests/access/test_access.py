"""Tests of access: every URL as every role, compared with who-may.txt.

A URL without a row fails. To write the file again, and then review what has changed:

    WRITE=1 .venv/bin/python -m pytest tests/access -q

API requests use the role's token, made before a member joined the staff.

Each result is a word: `page`; `go`, a redirect; `login`, to the log-in; `prove`, to confirm the
password; `keep`, where guests create an account; `no` (403), `none` (404) and `never` (405);
`form`, shown again with errors; `done`, with no content; or the code of a refusal.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.access.scene import ROLES, Scene, routes, set_scene
from tests.laws.source import nothing
from tests.support.rollback import undone

pytestmark = [pytest.mark.django_db, pytest.mark.long]

FILE = Path(__file__).parent / "who-may.txt"
METHODS = ("GET", "POST")
CODE = "X-Ridotto-Code"
PLACES = {
    "/account/login/": "login",
    "/admin/login/": "login",
    "/account/reauthenticate/": "prove",
    "/keep/": "keep",
}
STATUS = {
    200: "page",
    201: "page",
    204: "done",
    403: "no",
    404: "none",
    405: "never",
    400: "bad",
    422: "refused",
    429: "often",
}

# The data that a page of the site would send; without it, the result would say nothing.
SENT: Mapping[str, dict[str, Any]] = {
    "chat/send/": {"room": "lobby", "text": "good evening", "key": "k"},
    "chat/read/": {"room": "lobby", "upto": "1"},
    "chat/message/<int:pk>/report/": {"reason": "rude"},
    "chat/message/<int:pk>/mute/": {"minutes": "10"},
    "packs/report/<int:card_pk>/": {"reason": "rude"},
    "m/<slug:public_id>/invite/": {"name": "the-other"},
    "m/<slug:public_id>/act/": {"action": "play", "decision": "x"},
    "m/<slug:public_id>/week/": {"do": "loan", "amount": "100", "key": "k"},
    "m/<slug:public_id>/auto/": {"auto": "1"},
    "m/<slug:public_id>/guide/": {"on": "1"},
    "m/<slug:public_id>/seen/": {"upto": "1"},
    "api/v1/rooms/<slug:key>/messages": {"text": "good evening"},
    "api/v1/me/webhook": {"address": "https://bridge.example/"},
    "api/v1/tables": {"name": "A table", "game": "blanks"},
    "api/v1/weeks/<slug:public_id>/act": {"do": "loan", "amount": 100},
    "settings/": {"time_zone": "UTC", "language": "en", "theme": "dark"},
    "theme/": {"theme": "dark"},
}

# Writes of any request: sessions, counters of limits, the day of the last visit, and the empty room
# of a table whose page is opened for the first time.
BESIDE = re.compile(
    r'"(django_session|usersessions_usersession|chat_limits)"'
    r'|UPDATE "lobby_user" SET "seen_on"|INSERT INTO "chat_room"'
    r'|UPDATE "lobby_accesstoken" SET "used_at"'
)
WRITES = re.compile(r"^\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


def _table() -> dict[tuple[str, str], dict[str, str]]:
    """Return the words in the file, by method and URL and then by role."""
    lines = [line.split() for line in FILE.read_text("utf-8").splitlines() if line.strip()]
    assert tuple(lines[0][2:]) == ROLES
    return {(line[0], line[1]): dict(zip(ROLES, line[2:], strict=True)) for line in lines[1:]}


def test_every_url_has_a_row() -> None:
    named = {(method, f"/{route}") for route in routes() for method in METHODS}
    assert len(named) > 350
    nothing(f"no row: {method} {name}" for method, name in sorted(named - _table().keys()))
    nothing(f"no address: {method} {name}" for method, name in sorted(_table().keys() - named))


def _word(answer: HttpResponse) -> str:
    if code := answer.headers.get(CODE):
        return code
    if answer.status_code in (301, 302):
        path = answer.headers["Location"].partition("?")[0]
        return PLACES.get(path, "go")
    return STATUS.get(answer.status_code, str(answer.status_code))


def _ask(browser: Client, method: str, route: str, path: str, token: str) -> tuple[str, list[str]]:
    """Return the word for a request and its writes.

    The database is rolled back afterwards.
    """
    mine = Client()
    mine.cookies.load({name: cookie.value for name, cookie in browser.cookies.items()})
    caches["fleeting"].clear()
    with undone(), CaptureQueriesContext(connection) as asked:
        if route.startswith("api/"):
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "k"}
            body = SENT.get(route, {}) if method == "POST" else None
            answer: Any = mine.generic(
                method, path, json.dumps(body), content_type="application/json", headers=headers
            )
        elif method == "GET":
            answer = mine.get(path)
        else:
            answer = mine.post(path, SENT.get(route, {}))
        word = _word(answer)
    caches["fleeting"].clear()
    if (
        method == "POST"
        and word == "page"
        and "text/html" in answer.headers.get("Content-Type", "")
    ):
        word = "form"
    return word, [q["sql"] for q in asked if WRITES.match(q["sql"]) and not BESIDE.search(q["sql"])]


def _walk(scene: Scene, role: str) -> Iterator[tuple[tuple[str, str], str, list[str]]]:
    for route in routes():
        for method in METHODS:
            browser, token = scene.browsers[role], scene.tokens.get(role, "")
            word, written = _ask(browser, method, route, scene.path(route), token)
            yield (method, f"/{route}"), word, written


# The other roles differ from these in a few rows, so `make test` checks only these.
IN_SHORT = ("stranger", "player")


@pytest.mark.parametrize(
    "role",
    [one if one in IN_SHORT else pytest.param(one, marks=pytest.mark.deep) for one in ROLES],
)
def test_every_role_gets_the_expected_answer_and_reading_changes_nothing(role: str) -> None:
    table = {} if "WRITE" in os.environ else _table()
    found, written = {}, {}
    for row, word, changes in _walk(set_scene(), role):
        found[row] = word
        if row[0] == "GET" and changes:
            written[row] = changes
    if "WRITE" in os.environ:
        _note(role, found)
        return
    nothing(
        f"{' '.join(row)}: {role} got {word}, not {table[row][role] if row in table else '?'}"
        for row, word in found.items()
        if table.get(row, {}).get(role) != word
    )
    assert not written


# Mail programs post to it (RFC 8058), with a token in the URL.
OF_MAIL = {"chat/notices/stop/<str:token>/"}


@pytest.mark.deep
def test_every_post_requires_a_csrf_token() -> None:
    """Post as a page of another site would, in a logged-in user's browser."""
    scene = set_scene()
    careful = Client(enforce_csrf_checks=True)
    session = scene.browsers["superuser"].cookies["sessionid"].value
    careful.cookies["sessionid"] = session
    taken = []
    for route in set(routes()) - OF_MAIL:
        with undone():
            answer = careful.post(scene.path(route), SENT.get(route, {}))
        # The API accepts only its own tokens, and no session.
        nothing_taken = (401, 403, 404, 405) if route.startswith("api/") else (403, 404)
        if answer.status_code not in nothing_taken:
            taken.append(f"{route}: {answer.status_code}")
    nothing(taken)


def _note(role: str, found: Mapping[tuple[str, str], str]) -> None:
    """Write the column of a role to the file."""
    known = _table() if FILE.exists() else {}
    rows = {row: {**known.get(row, {}), role: word} for row, word in found.items()}
    lines = [
        ("", "", *ROLES),
        *((*row, *(words.get(r, "?") for r in ROLES)) for row, words in rows.items()),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines[0] = ("WHAT", "ADDRESS", *ROLES)
    text = (
        " ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )
    FILE.write_text("".join(f"{line.rstrip()}\n" for line in text), "utf-8")

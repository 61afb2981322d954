"""Commands are posts of logged-in people.

With scripts they return fragments, without they redirect back.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from chat.messages import rooms
from chat.messages.rooms import RoomAccess, RoomKind
from chat.models import Message, ReadMark, Report
from lobby.models import User
from tests.chat.conftest import Say
from tests.support.log_in import client_for

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/lobby/"}
BROWSER = {"Accept": "text/html"}


@pytest.fixture
def browser(ada: User) -> Client:
    return client_for(ada)


def _send(browser: Client, headers: dict[str, str], **more: str) -> Any:
    data = {"room": rooms.LOBBY, "text": "hello", "key": "k1", **more}
    return browser.post("/chat/send/", data, headers=headers)


def test_with_script_the_answer_is_the_new_message(browser: Client) -> None:
    answer = _send(browser, HTMX)
    assert answer.status_code == 200
    assert "X-Ridotto-Code" not in answer.headers
    said = Message.objects.get()
    html = answer.content.decode()
    assert f'<ol hx-swap-oob="beforeend:#chat-log"><li class="message" id="chat-{said.pk}"' in html
    assert '<p id="chat-error" hx-swap-oob="innerHTML"></p>' in html


def test_without_script_the_sender_goes_back_to_the_page(browser: Client) -> None:
    answer = _send(browser, BROWSER, key="", next="/lobby/?x=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/lobby/?x=1")
    assert Message.objects.count() == 1


@pytest.mark.parametrize("there", ["https://evil.example/", "//evil.example", "/\\evil", "java:x"])
def test_a_post_never_redirects_to_another_site(browser: Client, there: str) -> None:
    answer = _send(browser, {**BROWSER, "Referer": there}, next=there)
    assert answer.headers["Location"] == "/chat/notices/"


def test_a_refusal_has_its_code_and_is_shown_beside_the_field(browser: Client) -> None:
    answer = _send(browser, HTMX, text=" ")
    assert (answer.status_code, answer.headers["X-Ridotto-Code"]) == (200, "empty")
    program = _send(browser, {}, text=" ")
    assert (program.status_code, program.headers["X-Ridotto-Code"]) == (422, "empty")
    code, _, sentence = program.content.decode().partition(": ")
    assert code == "empty"
    assert "message" in sentence
    beside = f'<p id="chat-error" hx-swap-oob="innerHTML">{sentence}</p>'
    assert beside in answer.content.decode()
    page = _send(browser, BROWSER, text=" ", next="/chat/notices/")
    assert page.status_code == 302
    assert sentence in browser.get("/chat/notices/").content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "send/",
        "read/",
        "notices/seen/",
        "message/1/delete/",
        "message/1/report/",
        "message/1/block/",
    ],
)
def test_commands_require_a_post_and_a_login(browser: Client, path: str) -> None:
    assert browser.get(f"/chat/{path}").status_code == 405
    assert Client().post(f"/chat/{path}").headers["Location"].startswith("/account/login/")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser.cookies
    assert strict.post(f"/chat/{path}").status_code == 403


def test_a_message_is_reported_from_its_page(browser: Client, bruno: User, say: Say) -> None:
    said = say(bruno, "an unkind thing")
    page = browser.get(f"/chat/message/{said.pk}/", headers=HTMX).content.decode()
    assert "Report this message" in page
    assert "<html" not in page
    refused = browser.post(
        f"/chat/message/{said.pk}/report/", {"reason": " ", "dialog": "1"}, headers=HTMX
    )
    assert refused.headers["X-Ridotto-Code"] == "no_reason"
    assert 'id="chat-dialog-error"' in refused.content.decode()
    browser.post(f"/chat/message/{said.pk}/report/", {"reason": "unkind"}, headers=BROWSER)
    assert Report.objects.get().message == said
    assert "You have reported" in browser.get(f"/chat/message/{said.pk}/").content.decode()


def test_a_message_of_a_closed_room_is_not_found(
    browser: Client, bruno: User, say: Say, kinds: dict[str, RoomKind]
) -> None:
    kinds["table"] = RoomKind(lambda user, key: RoomAccess(read=user == bruno, write=True))
    said = say(bruno, room_key="table-x")
    assert browser.get(f"/chat/message/{said.pk}/").status_code == 404
    assert browser.post(f"/chat/message/{said.pk}/block/").status_code == 404
    answer = browser.post(f"/chat/message/{said.pk}/report/", {"reason": "x"})
    assert answer.headers["X-Ridotto-Code"] == "no_such_message"


@pytest.mark.parametrize("upto", ["", "x", "-1", "9" * 30, "²"])
def test_an_invalid_read_mark_is_refused(browser: Client, upto: str) -> None:
    answer = browser.post("/chat/read/", {"room": rooms.LOBBY, "upto": upto})
    assert answer.headers["X-Ridotto-Code"] == "malformed"


def test_a_read_mark_is_stored(browser: Client, ada: User, bruno: User, say: Say) -> None:
    said = say(bruno)
    answer = browser.post("/chat/read/", {"room": rooms.LOBBY, "upto": str(said.pk)})
    assert answer.status_code == 204
    assert ReadMark.objects.get(user=ada).message_id == said.pk
    answer = browser.post("/chat/read/", {"room": "attic", "upto": "1"})
    assert answer.headers["X-Ridotto-Code"] == "no_such_room"


@pytest.mark.both
def test_hostile_posts_are_refused_and_never_fail(browser: Client) -> None:
    for text in (
        "\x00",
        "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace") * 9,
        "\u202e",
        "x" * 100_000,
    ):
        answer = _send(browser, {}, text=text, room="\x00lobby" if text == "\x00" else "lobby")
        assert answer.status_code in {302, 422}, text[:10]
    for number in (0, 2**63, 10**30):
        assert browser.post(f"/chat/message/{number}/delete/").status_code in {404, 422}
        assert browser.get(f"/chat/message/{number}/").status_code == 404
        assert browser.get(f"/chat/notices/{number}/").status_code == 404

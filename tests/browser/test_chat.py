"""The chat window in real browsers: live, by keyboard and without scripts."""

from __future__ import annotations

import re
import secrets

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.shared_steps import play_now
from tests.support.browser import Visit, answered, axe, look, tries
from tests.support.site import EmbeddedSite
from tests.support.stage import Desk

pytestmark = pytest.mark.deep


def in_lobby(page: Page) -> Page:
    page.goto("/lobby/")
    expect(page.locator("#chat-write")).to_be_visible()
    return page


def say(page: Page, text: str) -> None:
    page.fill("#chat-text", text)
    page.press("#chat-text", "Enter")


def line(page: Page, text: str) -> Locator:
    return page.locator("#chat-log > li", has_text=text)


def about(page: Page, text: str) -> Locator:
    """Open the dialog of a message."""
    page.focus("#chat-text")  # opens the dock
    line(page, text).locator(".message-more").click()
    dialog = page.locator("#chat-dialog")
    expect(dialog).to_be_visible()
    return dialog


def test_messages_reach_everybody_once_and_disappear_when_deleted(visit: Visit) -> None:
    ada, bruno = in_lobby(visit("AdaSays").page), in_lobby(visit("BrunoHears").page)
    say(ada, "buona sera <b>a tutti</b>")
    for page in (ada, bruno):
        expect(line(page, "buona sera <b>a tutti</b>")).to_have_count(1)
    expect(ada.locator("#chat-text")).to_have_value("")
    expect(ada.locator("#chat-text")).to_be_focused()
    expect(bruno.locator("#announcer")).to_contain_text(re.compile("AdaSays.*buona sera"))
    expect(ada.locator("#announcer")).not_to_contain_text("AdaSays")
    expect(bruno.locator(".present")).to_contain_text("AdaSays")
    say(bruno, "good evening")
    expect(line(ada, "good evening")).to_have_count(1)
    look(ada, "chat-lobby")
    dialog = about(ada, "buona sera")
    axe(ada)
    dialog.get_by_role("button", name="Delete this message").click()
    expect(dialog).not_to_be_visible()
    for page in (ada, bruno):
        expect(line(page, "buona sera")).to_have_count(0)
        expect(line(page, "Message deleted")).to_have_count(1)


def test_blocked_users_are_hidden_only_from_the_blocker(visit: Visit) -> None:
    ada, bruno, carla = (
        in_lobby(visit(name).page) for name in ("AdaBlocks", "BrunoTalks", "CarlaHears")
    )
    say(bruno, "one more thing")
    dialog = about(ada, "one more thing")
    dialog.get_by_role("button", name="Block BrunoTalks").click()
    expect(line(ada, "one more thing")).to_have_count(0)
    say(bruno, "and another thing")
    expect(line(carla, "and another thing")).to_have_count(1)
    expect(line(ada, "and another thing")).to_have_count(0)


def test_writing_too_fast_is_refused_and_the_text_is_preserved(visit: Visit) -> None:
    ada = in_lobby(visit("AdaHastens").page)
    for _ in tries(ada, "a refusal"):
        _use_up_what_is_allowed(ada)
        answer = answered(ada, lambda: say(ada, "one too many"), "/chat/send/")
        if answer.headers.get("x-ridotto-code"):  # otherwise two seconds have passed
            break
    expect(ada.locator("#chat-error")).to_contain_text("too fast")
    expect(ada.locator("#chat-text")).to_have_value("one too many")
    axe(ada)


def _use_up_what_is_allowed(page: Page) -> None:
    """Post messages until the limit is reached, as fast as a program can."""
    # Typing may never be fast enough on a busy machine.
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    room = page.input_value("#chat-write [name=room]")
    status = 200
    while status != 422:
        form: dict[str, str | float | bool] = {"room": room, "text": "quick"}
        form["key"] = secrets.token_hex(8)
        sent = page.request.post("/chat/send/", form=form, headers={"X-CSRFToken": token})
        status = sent.status
        assert status < 300 or status == 422, sent.text()


def test_the_chat_works_by_keyboard(visit: Visit) -> None:
    ada, bruno = in_lobby(visit("AdaTypes").page), in_lobby(visit("BrunoReads").page)
    for text in ("first words", "second words"):
        say(bruno, text)
        expect(line(ada, text)).to_have_count(1)
    ada.locator("#chat-log").focus()
    ada.keyboard.press("ArrowDown")
    expect(line(ada, "second words").locator(".message-more")).to_be_focused()
    ada.keyboard.press("ArrowUp")
    expect(line(ada, "first words").locator(".message-more")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(ada.locator("#chat-dialog")).to_be_visible()
    ada.keyboard.press("Escape")
    expect(ada.locator("#chat-dialog")).not_to_be_visible()
    expect(line(ada, "first words").locator(".message-more")).to_be_focused()
    ada.keyboard.press("Tab")
    expect(ada.locator("#chat-text")).to_be_focused()


def test_chat_works_without_script(visit: Visit) -> None:
    ada = visit("AdaPlain", script=False).page
    ada.goto("/lobby/")
    ada.fill("#chat-text", "no script here")
    ada.get_by_role("button", name="Send").click()
    expect(line(ada, "no script here")).to_have_count(1)
    line(ada, "no script here").locator(".message-more").click()
    ada.get_by_role("button", name="Delete this message").click()
    expect(ada.locator("#flash .success")).to_contain_text("deleted")
    expect(line(ada, "no script here")).to_have_count(0)


def test_notices_have_a_page_of_their_own(visit: Visit, site: EmbeddedSite) -> None:
    ada = in_lobby(visit("AdaNoticed").page)
    site.shell(
        "from lobby.models import User\n"
        "from chat.contacts.notices import notify\n"
        "ada = User.objects.get(username='AdaNoticed')\n"
        "notify(user=ada, kind='test', text='Come.', url='/lobby/')"
    )
    ada.goto("/chat/notices/")
    look(ada, "chat-notices")
    expect(ada.locator("#bell .badge")).to_contain_text("1")
    ada.locator("#bell summary").click()
    axe(ada)
    ada.locator("#bell").get_by_role("button", name="Come.").click()
    ada.wait_for_url("**/lobby/")
    expect(ada.locator("#bell .badge")).to_have_count(0)


def test_typed_text_is_counted_and_preserved_while_a_message_is_sent(visit: Visit) -> None:
    ada = in_lobby(visit("AdaTypesOn").page)
    left = ada.locator("[data-chat-left]")
    ada.fill("#chat-text", "x" * 100)
    expect(left).to_be_hidden()
    ada.fill("#chat-text", "x" * 490)
    expect(left).to_have_text("10 left")
    held: list[Route] = []  # the first post; later ones pass
    ada.route("**/chat/send/", lambda route: route.continue_() if held else held.append(route))
    say(ada, "the first line")
    expect(ada.locator("#chat-text")).to_have_value("")
    ada.keyboard.type("the second line")
    ada.keyboard.press("Enter")
    ada.keyboard.type("the third line")
    ada.keyboard.press("Enter")
    ada.keyboard.type("not yet")
    for _ in tries(ada, "the first post"):
        if held:
            break
    held[0].continue_()
    for text in ("the first line", "the second line", "the third line"):
        expect(line(ada, text).locator(".message-text")).to_have_text(text)
    expect(ada.locator("#chat-text")).to_have_value("not yet")


def test_a_refused_message_returns_before_newer_text(visit: Visit) -> None:
    person = visit("AdaRefused")
    person.excused.append("500")
    ada = in_lobby(person.page)
    ada.route("**/chat/send/", lambda route: route.fulfill(status=500))
    say(ada, "lost on the way")
    expect(ada.locator("#chat-text")).to_have_value("lost on the way")
    ada.unroute("**/chat/send/")
    ada.press("#chat-text", "Enter")
    expect(line(ada, "lost on the way")).to_have_count(1)


def test_messages_queued_behind_a_refused_one_return_with_it(visit: Visit) -> None:
    person = visit("AdaWaits")
    person.excused.append("500")
    ada = in_lobby(person.page)
    desk = Desk(status=500, holds=True)
    ada.route("**/chat/send/", desk.take)
    say(ada, "one")
    say(ada, "two")
    ada.keyboard.type("three")
    desk.until(ada, 1)
    desk.fulfil(desk.held[0])
    expect(ada.locator("#chat-text")).to_have_value("one two three")


def is_open(page: Page) -> bool:
    return page.locator("#chat.is-open").count() == 1


def test_the_chat_is_one_line_high_until_it_is_used(visit: Visit) -> None:
    ada, bruno = in_lobby(visit("AdaLine").page), in_lobby(visit("BrunoLine").page)
    chat = ada.locator("#chat")
    assert chat.evaluate("chat => chat.offsetHeight") == 48
    ada.focus("#chat-text")
    expect(chat).to_have_class(re.compile("is-open"))
    ada.locator("h1").click()
    expect(chat).not_to_have_class(re.compile("is-open"))
    say(bruno, "anybody there?")
    expect(chat).to_have_class(re.compile("is-open"))  # for a while, since no move is due here
    ada.locator("[data-dock-handle]").click()
    ada.reload()
    expect(chat).to_have_class(re.compile("is-open"))  # opened by hand, it stays open
    ada.locator("[data-dock-handle]").press("Escape")
    expect(chat).not_to_have_class(re.compile("is-open"))


def test_new_messages_move_nothing_while_a_decision_is_pending(visit: Visit) -> None:
    ada, bruno = visit("AdaOwes").page, visit("BrunoChats").page
    play_now(ada)
    expect(ada.locator("#play-form")).to_be_visible()
    bruno.goto(ada.url)
    say(bruno, "how is it going?")
    expect(ada.locator("[data-dock-unread]")).to_have_text("1 new")
    assert not is_open(ada)
    ada.locator("[data-dock-unread]").click()
    expect(ada.locator("[data-dock-unread]")).to_be_hidden()
    assert is_open(ada)


def test_new_messages_move_no_control_that_is_about_to_be_pressed(visit: Visit) -> None:
    ada, bruno = visit("AdaStarts").page, visit("BrunoSits").page
    ada.goto("/set/blanks/")
    ada.get_by_role("button", name="Create table").last.click()
    ada.wait_for_url("**/m/*/")
    bruno.goto(ada.url)
    bruno.get_by_role("button", name="Sit down").click()
    expect(bruno.locator("#chat-write")).to_be_visible()
    expect(ada.locator("#m-players .player")).to_have_count(2)
    ada.get_by_role("button", name="Add a bot").hover()
    say(bruno, "shall we start?")
    expect(ada.locator("[data-dock-unread]")).to_have_text("1 new")
    assert not is_open(ada)

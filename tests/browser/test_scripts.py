"""The scripts, on a real match page whose socket and answers the test controls."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support import blanks_http as blanks
from tests.support.browser import Visitor, answered
from tests.support.client import Client
from tests.support.stage import ANSWERED, OPENED, Desk, Stage, expect_event, stage_at

pytestmark = pytest.mark.deep


def choose(page: Page) -> None:
    hand = page.locator("#play-form fieldset")
    for at in range(int(hand.get_attribute("data-least") or 1)):
        hand.locator("[data-item]").nth(at).click()


def play(stage: Stage) -> None:
    """Submit the chosen cards; await the answer, or the post if the desk holds it."""
    send = stage.page.locator("#play-form [data-pick-submit]")
    if stage.desk.holds:
        posts = len(stage.desk.posts)
        send.click()
        stage.desk.until(stage.page, posts + 1)
    else:
        with expect_event(stage.page, ANSWERED):
            send.click()


# --- Fragments


def test_an_equal_or_older_update_is_neither_rendered_nor_announced(playing: Stage) -> None:
    page, line = playing.page, playing.line
    shown = page.locator("#m-log")
    digest = shown.get_attribute("data-part") or ""
    line.say(page, playing.part("m-log", "SAME", **{"data-part": digest}))
    assert "SAME" not in shown.inner_text()
    stream, number = (shown.get_attribute("data-revision") or "").split(":")
    older = f"{stream}:{int(number) - 1}"
    line.say(page, playing.part("m-log", "OLDER", **{"data-revision": older}))
    assert "OLDER" not in shown.inner_text()
    of_the_table = f"t:{int(number) - 1}"
    line.say(page, playing.part("m-log", "BEFORE THE START", **{"data-revision": of_the_table}))
    assert "BEFORE THE START" not in shown.inner_text()
    line.say(page, playing.part("m-log", "NEWER"))
    assert "NEWER" in shown.inner_text()
    entry = '<li class="message" id="chat-9001" data-say="Bea says: good evening">good evening</li>'
    for _twice in range(2):
        line.say(page, f'<ol hx-swap-oob="beforeend:#chat-log">{entry}</ol>')
    expect(page.locator("#chat-9001")).to_have_count(1)
    assert playing.spoken().count("Bea says: good evening") == 1


def test_typed_text_and_focus_survive_updates(waiting: Stage) -> None:
    page = waiting.page
    page.fill("#invite-name", "somebody")
    waiting.line.say(page, waiting.part("m-board", "<p>NEWS</p>"))
    assert "NEWS" in page.inner_text("#m-board")
    assert page.input_value("#invite-name") == "somebody"
    expect(page.locator("#invite-name")).to_be_focused()


def test_title_and_icon_show_my_move_and_the_focus_moves_on_afterwards(
    playing: Stage,
) -> None:
    page = playing.page
    icon = page.locator("link[rel=icon][data-turn]")
    assert page.title().startswith("● Your turn")
    assert "turn" in (icon.get_attribute("href") or "")
    playing.line.say(page, playing.part("m-seat", **{"data-my-turn": "false"}))
    assert not page.title().startswith("●")
    assert "turn" not in (icon.get_attribute("href") or "")
    page.locator("#play-form [data-item]").first.focus()
    gone = """<section id="m-seat" data-part="gone" hx-swap-oob="true">
      <button>Go on</button><p id="said">You have played.</p></section>"""
    playing.line.say(page, gone)
    expect(page.locator("#said")).to_be_focused()  # neither the panel nor the button


# --- Choosing and sending


def test_picks_fill_the_prompt_and_survive_updates(playing: Stage) -> None:
    page = playing.page
    assert page.locator("#play-form [data-pick-submit]").is_disabled()
    assert "Choose" in page.inner_text("#play-form [data-why]")
    first = page.locator("#play-form [data-item]").first
    words = first.get_attribute("data-fill") or ""
    choose(page)
    assert words.lower() in page.inner_text("#prompt").lower()
    assert "Chosen" in playing.spoken()
    playing.line.say(page, playing.part("m-seat", "<p>NEWS</p>"))
    assert "NEWS" in page.inner_text("#m-seat")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#play-form [data-pick-submit]")).to_be_enabled()


def test_a_refusal_keeps_the_key_and_a_double_click_sends_once(playing: Stage) -> None:
    page, desk = playing.page, playing.desk
    desk.body, desk.code = "Too late.", "stale"
    choose(page)
    play(playing)
    expect(page.locator("#play-form .error")).to_have_text("Too late.")
    desk.body, desk.code, desk.holds = "", "", True
    page.evaluate(
        "() => { const go = document.querySelector('#play-form [data-pick-submit]');"
        " go.click(); go.click(); go.form.requestSubmit(go); }"
    )
    desk.until(page, 2)
    page.wait_for_timeout(150)
    assert len(desk.posts) == 2
    keys = [re.search(r"key=(\w+)", post) for post in desk.posts]
    assert keys[0]
    assert keys[1]
    assert keys[0][1] == keys[1][1]
    desk.answer(page)
    assert page.input_value("#play-form input[name=key]") != keys[0][1]
    assert page.locator("#play-form [aria-pressed=true]").count() == 0


def test_updates_wait_for_a_pending_response(playing: Stage) -> None:
    page, desk = playing.page, playing.desk
    desk.body, desk.code, desk.holds = "Too late.", "stale", True
    choose(page)
    play(playing)
    playing.line.say(page, playing.part("m-seat", "<p>NEWS</p>"))
    playing.line.say(page, playing.part("m-log", "MEANWHILE"))
    assert "NEWS" not in page.inner_text("#m-seat")
    assert "MEANWHILE" in page.inner_text("#m-log")
    page.locator("#play-form [data-pick-submit]").click()
    page.wait_for_timeout(150)
    assert len(desk.posts) == 1
    desk.answer(page)
    assert "NEWS" in page.inner_text("#m-seat")
    expect(page.locator("#play-form [aria-pressed=true]").first).to_be_visible()


def test_an_open_dialog_survives_updates_behind_it(waiting: Stage) -> None:
    page, closing = waiting.page, Desk()
    page.route("**/cancel/", closing.take)
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("#ask")).to_be_visible()
    waiting.line.say(page, waiting.part("m-seat", "<p>NEWS</p>"))
    assert "NEWS" in page.inner_text("#m-seat")
    page.locator("#ask [data-yes]").click()
    closing.until(page, 1)


def test_a_form_stays_busy_until_the_socket_sends_the_announced_revision(
    playing: Stage,
) -> None:
    page, desk = playing.page, playing.desk
    stream, number = (page.get_attribute("#m-seat", "data-revision") or "").split(":")
    desk.status, desk.stream = 204, f"{stream}:{int(number) + 2}"
    choose(page)
    play(playing)
    form = page.locator("#play-form")
    expect(form).to_have_attribute("data-busy", "")
    form.locator("[data-pick-submit]").dispatch_event("click")
    part = playing.part("m-log", "FIRST", **{"data-revision": f"{stream}:{int(number) + 1}"})
    playing.line.say(page, part)
    expect(form).to_have_attribute("data-busy", "")
    playing.line.say(page, playing.part("m-players", **{"data-revision": desk.stream}))
    expect(form).not_to_have_attribute("data-busy", "")
    assert desk.live == [True]


def test_a_page_polls_if_its_socket_sends_nothing(playing: Stage) -> None:
    page, desk = playing.page, playing.desk
    desk.status, desk.stream = 204, "0:999"
    choose(page)
    with page.expect_response(lambda response: response.url.endswith("/news/")):
        play(playing)
    expect(page.locator("#play-form")).not_to_have_attribute("data-busy", "")
    desk.status, desk.stream = 200, ""
    choose(page)
    play(playing)
    playing.line.say(page, playing.part("m-log", "BACK"))
    choose(page)
    play(playing)
    assert desk.live == [True, False, True]


def test_irreversible_actions_are_confirmed(here: Visitor, people: list[Client]) -> None:
    stage = stage_at(here, people[1], blanks.table(people), act="leave")
    page, ask = stage.page, stage.page.locator("#ask")
    page.locator("#table-menu > summary").click()
    leave = page.get_by_role("button", name="Leave the match")
    leave.click()
    expect(ask).to_be_visible()
    ask.get_by_role("button", name="Go back").click()
    expect(ask).not_to_be_visible()
    assert not stage.desk.posts
    leave.click()
    ask.locator("[data-yes]").click()
    stage.desk.until(page, 1)
    page.wait_for_timeout(150)
    assert len(stage.desk.posts) == 1


def test_an_error_is_shown_until_the_next_success(playing: Stage, here: Visitor) -> None:
    page, desk = playing.page, playing.desk
    here.excused += ["429", "500"]
    choose(page)
    for status, words in ((429, "too fast"), (500, "went wrong")):
        desk.status = status
        play(playing)
        expect(page.locator("#flash")).to_contain_text(words)
    desk.status = 200
    play(playing)
    expect(page.locator("#flash")).to_be_empty()


# --- The socket


def test_a_lost_socket_reconnects_but_a_rejected_one_does_not(playing: Stage) -> None:
    page, line = playing.page, playing.line
    for code in (1011, 1000):
        before = line.opened
        with expect_event(page, OPENED):
            line.sockets[-1].close(code=code)
        assert line.opened == before + 1, code
    line.say(page, '<div id="flash" hx-swap-oob="true"><p>Not open to you.</p></div>')
    before = line.opened
    line.sockets[-1].close(code=4403)
    page.wait_for_timeout(1_500)
    assert line.opened == before
    expect(page.locator("#flash")).to_contain_text("Not open to you.")


# Times when the page's socket closed and opened, by its own clock: a test may query late.
_TIMES = """window.times = {};
for (const what of ['htmx:wsClose', 'htmx:wsOpen'])
  document.addEventListener(what, () => (times[what] = performance.now()));"""


def test_pages_of_a_stopped_process_reconnect_spread_over_seconds(playing: Stage) -> None:
    page, line = playing.page, playing.line
    page.evaluate("Math.random = () => 0.5")
    page.evaluate(_TIMES)
    with expect_event(page, OPENED):
        line.sockets[-1].close(code=1012)
    waited = page.evaluate("times['htmx:wsOpen'] - times['htmx:wsClose']")
    assert waited > 2_900, "all at once would be too much for the next process"
    pauses = page.evaluate(
        "[0, 0.5, 1].map((part) => {"
        " Math.random = () => part; return htmx.config.wsReconnectDelay(0); })"
    )
    assert pauses == [500, 3_000, 5_500]


def test_pages_reconnect_within_seconds_after_a_long_outage(playing: Stage) -> None:
    page, line = playing.page, playing.line
    with expect_event(page, OPENED):
        line.sockets[-1].close(code=1011)
    soonest, latest = page.evaluate(
        "[0, 1].map((part) => {"
        " Math.random = () => part;"
        " return [...Array(40).keys()].map((tries) => htmx.config.wsReconnectDelay(tries)); })"
    )
    assert max(latest) <= 4_000, "the rest of five seconds is for connecting and rendering"
    assert max(latest) - max(soonest) >= 2_000, "not all pages at once"


def test_too_many_open_pages_are_reported_and_retried_late(playing: Stage) -> None:
    page, line = playing.page, playing.line
    before = line.opened
    line.sockets[-1].close(code=4429)
    expect(page.locator("#connection")).to_contain_text("too many pages")
    page.wait_for_timeout(1_500)
    assert line.opened == before


# --- Personal preferences


def test_the_log_can_show_only_my_entries_and_remembers_it(
    here: Visitor, people: list[Client]
) -> None:
    match = blanks.table(people)
    blanks.play_on(people[1:], match)
    page = stage_at(here, people[0], match).page
    others = page.locator("#m-log li:not(.is-mine):not(.log-none):not(.log-seal)")
    expect(others.first).to_be_visible()
    page.get_by_label("only about me").check()
    for again in (False, True):
        if again:
            page.reload()
        expect(page.get_by_label("only about me")).to_be_checked()
        assert not [one for one in others.all() if one.is_visible()]
        assert page.locator("#m-log li.is-mine, #m-log .log-none").first.is_visible()


def test_the_colour_scheme_is_chosen_on_any_page_and_saved(here: Visitor) -> None:
    page = here.page
    page.goto("/lobby/")
    answered(page, page.get_by_role("button", name="Dark").click, "/theme/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    answer = page.goto("/")
    assert answer
    assert 'data-theme="dark"' in answer.text()
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/m/*/")
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_seconds_are_shown_in_hours_and_minutes(here: Visitor, people: list[Client]) -> None:
    page = stage_at(here, people[0], "", url="/set/blanks/").page
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    page.fill("#id_option_play_seconds", "43200")
    expect(page.locator("output[for=id_option_play_seconds]")).to_have_text("= 12 h")
    page.fill("#id_option_play_seconds", "90")
    expect(page.locator("output[for=id_option_play_seconds]")).to_have_text("= 1 min 30 s")

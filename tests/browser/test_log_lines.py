"""The log of an open page takes in new lines once each, and no old ones."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.shared_steps import at_match
from tests.support import blanks_http as blanks
from tests.support.browser import Visit
from tests.support.client import Client
from tests.support.stage import COUNTED, COUNTING, HEARD, Stage

HASH = "ab" * 32


def lines(stage: Stage) -> Locator:
    return stage.page.locator("#m-log-lines > li[id^=log-]")


def place(stage: Stage) -> tuple[str, int]:
    """Return the stream and the number of the log's revision."""
    revision = stage.page.locator("#m-log").get_attribute("data-revision") or ""
    stream, number = revision.split(":")
    return stream, int(number)


def added(*names: str, revision: str) -> str:
    items = "".join(f'<li id="{name}" data-say><span>Line {name}</span></li>' for name in names)
    return (
        f'<ol hx-swap-oob="afterbegin:#m-log-lines" data-revision="{revision}">{items}</ol>'
        f'<code hx-swap-oob="innerHTML:#m-log-chain" data-revision="{revision}">{HASH}</code>'
    )


def test_new_lines_are_added_on_top_once_and_announced(playing: Stage) -> None:
    page, before = playing.page, lines(playing).count()
    stream, number = place(playing)
    focus = page.locator("#log-mine")
    focus.focus()
    news = added("log-900-2", "log-900-1", revision=f"{stream}:{number + 1}")
    playing.line.say(page, news)
    expect(lines(playing)).to_have_count(before + 2)
    assert lines(playing).first.get_attribute("id") == "log-900-2"
    expect(page.locator("#m-log-chain")).to_have_text(HASH)
    expect(page.locator("#announcer")).to_contain_text("Line log-900-1")
    expect(focus).to_be_focused()
    playing.line.say(page, news)
    expect(lines(playing)).to_have_count(before + 2)
    assert page.locator("#announcer").inner_text().count("Line log-900-1") == 1


def test_a_log_with_added_lines_has_their_revision(playing: Stage) -> None:
    page, whole, before = playing.page, playing.part("m-log"), lines(playing).count()
    stream, number = place(playing)
    chain = page.locator("#m-log-chain").inner_text()
    playing.line.say(page, added("log-0-9", revision=f"{stream}:{number - 1}"))  # older
    expect(lines(playing)).to_have_count(before)
    expect(page.locator("#m-log-chain")).to_have_text(chain)
    playing.line.say(page, added("log-900-1", revision=f"{stream}:{number + 2}"))
    assert place(playing) == (stream, number + 2)
    playing.line.say(page, whole)  # older
    expect(lines(playing)).to_have_count(before + 1)
    digest = page.locator("#m-log").get_attribute("data-part")
    assert digest is None
    newer = playing.part("m-log", **{"data-revision": f"{stream}:{number + 3}"})
    playing.line.say(page, newer.replace("Line log-900-1", "CHANGED"))
    expect(lines(playing).first).to_have_text("CHANGED")


def test_new_lines_of_others_leave_existing_lines_untouched(
    people: list[Client], visit: Visit
) -> None:
    match = blanks.table(people)
    here = visit()
    here.page.add_init_script(COUNTING)
    page = at_match(here, people[0], match)
    page.wait_for_function(COUNTED, arg=[HEARD, 0])
    shown = page.locator("#m-log-lines > li[id^=log-]")
    before, chain = shown.count(), page.locator("#m-log-chain").inner_text()
    page.evaluate("document.querySelector('#m-log-lines > li').dataset.marked = ''")
    for _ in ("plays", "votes"):
        assert blanks.play_on(people, match)
    expect(page.locator("#m-log-chain")).not_to_have_text(chain)
    expect(shown).not_to_have_count(before)
    expect(page.locator("#m-log-lines > [data-marked]")).to_be_attached()
    parts = [page.locator(part) for part in ("#m-log-lines", "#m-log-chain")]
    texts = [part.inner_text() for part in parts]
    page.reload()
    for part, text in zip(parts, texts, strict=True):
        expect(part).to_have_text(text, use_inner_text=True)

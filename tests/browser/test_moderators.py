"""The pages of moderators in a real browser, under the strict policy.

A page that breaks the policy logs an error to the console, which fails the test.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PASSWORD, Visit, look, shot
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

# The longest possible entries of each list: without spaces, several at once.
FILLED = """
from datetime import timedelta
from chat.core.clock import now
from chat.messages.services import send_message
from chat.moderation.reports import report_message
from chat.models import Room
from chat.moderation.services import block_word, mute, remove_message
from games.models import Match, Pack, PackBar, PackCard, TaskFailure
from lobby.models import User

LONG = "W" * 300
root = User.objects.get(username="Loredan")
ada = User.objects.create_user("Adelasia-of-the-long-name", display_name="M" * 40)
bea = User.objects.create_user("Beatrix-of-the-longer-name", display_name="W" * 40)
said = send_message(author=ada, room_key="lobby", text=LONG, key="k")
Room.objects.create(key="table-" + "w" * 60)
report_message(reporter=bea, message_id=said.pk, reason=LONG)
for room in (None, said.room):
    mute(moderator=root, user=ada, room=room, until=now() + timedelta(days=9), reason=LONG)
remove_message(moderator=root, message=said, reason=LONG)
block_word(moderator=root, word="w" * 60, reason=LONG)
pack = Pack.objects.create(
    slug="w" * 60, name="W" * 60, owner=ada, state="submitted", language="w" * 30,
    submitted_at=now(), created_at=now(), changed_at=now())
PackCard.objects.create(pack=pack, colour="white", place=0, name="w", text="W" * 200)
PackBar.objects.create(user=ada, reason=LONG, at=now())
TaskFailure.objects.create(name="w" * 100, kind="W" * 100, at=now())
wide = {"game": "merchants", "name": "W" * 60, "owner": ada, "created_at": now()}
Match.objects.create(status="open", **wide)
Match.objects.create(status="stalled", started_at=now(), fault="W" * 60,
    due_at=now() - timedelta(days=99), deadline=now(), **wide)
"""
ALL = "#changelist-filter a[href*='state=all']"
# Cells of a list that its container cuts off.
CUT = """() => {
  const room = document.querySelector("#changelist-form");
  const end = Math.min(room.getBoundingClientRect().right, document.documentElement.clientWidth);
  const wide = [...document.querySelectorAll("#result_list th, #result_list td")]
    .filter((cell) => cell.getBoundingClientRect().right > end + 1
      || cell.scrollWidth > cell.clientWidth + 1);
  return [...new Set(wide.map((cell) => cell.className))];
}"""


# Elements of a row's page that are cut off at its right edge.
CUT_FIELDS = """() => [...document.querySelectorAll(".facts dd")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth
    || one.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((one) => one.className)"""


@pytest.fixture(scope="module")
def site(own_site: EmbeddedSite) -> EmbeddedSite:
    return own_site  # whose clock is moved


@pytest.fixture
def desk(visit: Visit, site: EmbeddedSite) -> Page:
    site.shell(
        "from lobby.models import User\n"
        "for name in ('Loredan', 'Foscari'):\n"
        "    if not User.objects.filter(username=name).exists():\n"
        f"        User.objects.create_superuser(name, password='{PASSWORD}')"
    )
    page: Page = visit("Loredan").page
    return page


def test_every_admin_list_and_form_opens_without_truncation(desk: Page, site: EmbeddedSite) -> None:
    site.shell(FILLED)
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.goto("/admin/")
    expect(desk.locator("#lists")).to_contain_text("Reports")
    lists = [one.get_attribute("href") for one in desk.locator("#lists a").all()]
    assert len(lists) > 10
    cut, seen = [], 0
    for address in lists:
        desk.goto(address or "")
        expect(desk.locator("#changelist")).to_be_visible()
        if desk.locator(ALL).count():
            desk.goto(f"{address}?state=all")
        seen += desk.locator("#result_list tbody tr").count()
        shot(desk, f"list{address}".replace("/", "-"))
        if found := desk.evaluate(CUT) if desk.locator("#result_list").count() else []:
            cut.append(f"{address}: {found}")
        assert desk.evaluate("document.scrollingElement.scrollWidth") <= 1280, address
        if (first := desk.locator("#result_list tbody th a")).count():
            first.first.click()
            desk.wait_for_load_state()
            cut += [f"{address} one: {field}" for field in desk.evaluate(CUT_FIELDS)]
    assert seen > len(lists)
    assert not cut, "\n".join(cut)
    desk.goto("/admin/lobby/user/")
    desk.locator("#result_list tbody th a").first.click()
    desk.locator(".act-suspend summary").click()
    expect(desk.locator("#suspend-exactly")).to_be_hidden()
    desk.locator("#suspend-length").select_option("exact")
    expect(desk.locator("#suspend-exactly")).to_be_visible()


def test_a_case_is_decided_undone_and_decided_on_its_page(
    visit: Visit, desk: Page, site: EmbeddedSite
) -> None:
    # Each step is taken on the page that leads to it.
    ada, bruno, carla = (visit(name).page for name in ("AdaSpoke", "BrunoHeard", "CarlaHeard"))
    for page in (ada, bruno, carla):
        page.goto("/lobby/")
    before = _waiting(desk, "open reports")
    _say(bruno, "good evening to you")
    _say(ada, "an unkind thing of a kind")
    for page, why in ((bruno, "rude to me"), (carla, "rude to him")):
        _report(page, "an unkind thing", why)

    assert _waiting(desk, "open reports") == before + 1  # two people report the same message
    _open_case(desk)
    case, other = desk.url, visit("Foscari").page
    other.goto(case)
    expect(desk.locator("#case-status")).to_contain_text("Foscari has this case open")
    expect(other.locator("#case-status")).to_contain_text("Loredan has this case open")
    look(desk, "moderator-report")
    _decide(desk, "Remove", "spoken too loudly")
    expect(ada.locator("#chat-log")).to_contain_text("removed by a moderator")
    expect(other.locator("#case-status")).to_contain_text("Loredan has already decided")
    look(desk, "moderator-decided")
    desk.get_by_role("button", name="Undo the decision").click()
    expect(ada.locator("#chat-log")).to_contain_text("an unkind thing of a kind")
    _decide(desk, "Remove and mute everywhere", "nobody is spoken to like that")
    expect(desk.locator("#decision")).to_contain_text("nobody is spoken to like that")
    assert desk.url == case
    _decide(other, "Dismiss: no rule was broken", "")
    expect(other.locator("#flash")).to_contain_text("already been resolved")
    expect(other.locator("#decision")).to_contain_text("nobody is spoken to like that")

    for page in (ada, bruno):
        expect(page.locator("#chat-log")).to_contain_text("removed by a moderator")
        expect(page.locator("#bell")).not_to_contain_text("1")
    expect(ada.locator("#chat-form")).to_contain_text("nobody is spoken to like that")
    site.move_clock(61)
    for page, words in ((ada, "nobody is spoken to like that"), (bruno, "muted its author")):
        expect(page.locator("#bell")).to_contain_text("1")
        page.goto("/chat/notices/")
        expect(page.locator("main")).to_contain_text(words)
    assert _waiting(desk, "open reports") == before


DECIDED = """
from datetime import timedelta
from chat.core.clock import now
from chat.messages.services import send_message
from chat.moderation.decisions import decide_report
from chat.moderation.reports import report_message
from lobby.models import User

ada, bruno, root = (User.objects.get(username=n) for n in ("AdaQuoted", "BrunoHurt", "Loredan"))
said = send_message(author=ada, room_key="lobby", text="an unkind quotation", key="q")
report = report_message(reporter=bruno, message_id=said.pk, reason="rude")
decide_report(moderator=root, report=report, decision="muted", reason="Insults",
    until=now() + timedelta(days=1))
"""


def test_another_moderator_answers_an_appeal_on_its_page(
    visit: Visit, desk: Page, site: EmbeddedSite
) -> None:
    ada, _bruno, other = (visit(name).page for name in ("AdaQuoted", "BrunoHurt", "Foscari"))
    site.shell(DECIDED)
    ada.goto("/lobby/")
    ada.locator("#chat-form").get_by_role("link", name="Appeal this decision").click()
    expect(ada.locator("main")).to_contain_text("Insults")
    ada.fill("textarea[name=text]", "I quoted a play, and am sorry")
    ada.get_by_role("button", name="Send appeal").click()
    expect(ada.locator("main")).to_contain_text("moderator will read")
    look(ada, "moderator-appeal")

    _waiting(desk, "appeals to answer")
    desk.locator("#waiting").get_by_role("link", name="appeals to answer").click()
    desk.locator("#result_list tbody tr", has_text="I quoted a play").locator("th a").click()
    expect(desk.locator("#acts")).to_contain_text("your own decision")
    other.goto(desk.url)
    expect(other.locator(".field-text")).to_contain_text("I quoted a play")
    expect(other.locator(".field-around")).to_contain_text("an unkind quotation")
    look(other, "moderator-appeal-page")
    other.fill("#reply-reason", "so be it: write on")
    other.check("#reply-granted")
    other.get_by_role("button", name="Answer the appeal").click()
    expect(other.locator("#answer")).to_contain_text("so be it: write on")
    assert other.url == desk.url

    ada.reload()
    expect(ada.locator("main")).to_contain_text("so be it: write on")
    ada.goto("/chat/notices/")
    expect(ada.locator("main")).to_contain_text("so be it: write on")
    ada.goto("/lobby/")
    _say(ada, "thank you")


def test_a_suspension_and_a_lost_password_are_handled_on_the_persons_page(
    visit: Visit, desk: Page
) -> None:
    dario = visit("DarioForgot").page
    dario.goto("/lobby/")
    _say(dario, "I have forgotten my password")
    desk.goto("/admin/lobby/user/?q=darioforgot")
    desk.locator("#result_list tbody th a").click()
    person = desk.url
    expect(desk.locator("#said")).to_contain_text("forgotten my password")
    look(desk, "moderator-person")
    _press(desk, "password_link", "asked by phone")
    link = desk.locator("#new-link").input_value()
    look(desk, "moderator-password")
    desk.locator(".act-suspend summary").click()
    desk.locator("#suspend-listed").select_option("Cheating")
    desk.locator("#suspend-length").select_option("for good")
    desk.get_by_role("button", name="Suspend the user").click()
    expect(desk.locator(".field-suspended")).to_have_text("permanently")
    expect(dario.locator("body")).to_contain_text("suspended")
    _press(desk, "lift", "a mistake")
    expect(desk.locator(".act-suspend")).to_be_visible()
    assert desk.url == person
    stranger = visit().page
    stranger.goto(link)
    stranger.fill("input[name=password1]", "another-thirteen-herons")
    stranger.fill("input[name=password2]", "another-thirteen-herons")
    stranger.press("input[name=password2]", "Enter")
    expect(stranger.locator("main")).to_contain_text("password")


def _press(desk: Page, act: str, reason: str) -> None:
    """Open the form of an act, and send it with a reason."""
    form = desk.locator(f".act-{act}")
    form.locator("summary").click()
    form.locator("input[name=reason]").fill(reason)
    form.get_by_role("button").click()
    desk.wait_for_load_state()


def _open_case(desk: Page) -> None:
    """Open the case of "an unkind thing" from the list by keys, and check what it says."""
    desk.locator("#waiting").get_by_role("link", name="open reports").click()
    row = desk.locator("#result_list tbody tr", has_text="an unkind thing of a kind")
    expect(row.locator(".field-reports")).to_have_text("2 reports")
    expect(row.locator(".field-reported")).to_have_text("AdaSpoke")
    desk.keyboard.press("j")
    desk.keyboard.press("Enter")
    expect(desk.locator(".field-around")).to_contain_text("good evening to you")
    expect(desk.locator(".field-around .reported")).to_contain_text("an unkind thing")
    for why in ("rude to me", "rude to him"):
        expect(desk.locator(".facts")).to_contain_text(why)


def _decide(desk: Page, decision: str, reason: str) -> None:
    desk.get_by_label(decision, exact=True).check()
    desk.fill("#decide-reason", reason)
    desk.get_by_role("button", name="Apply the decision").click()


def _waiting(desk: Page, words: str) -> int:
    """Return the number in this line of the front page."""
    desk.goto("/admin/")
    return int(desk.locator("#waiting li", has_text=words).locator("b").inner_text())


def _say(page: Page, text: str) -> None:
    page.fill("#chat-text", text)
    page.press("#chat-text", "Enter")
    expect(page.locator("#chat-log")).to_contain_text(text)


def _report(page: Page, text: str, why: str) -> None:
    line = page.locator("#chat-log .message", has_text=text)
    line.locator(".message-more").click()
    page.fill("#chat-reason", why)
    page.get_by_role("button", name="Report this message").click()
    expect(page.locator("#flash")).to_contain_text("Thank you")

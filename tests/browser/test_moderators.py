"""The pages of moderators in a real browser, under a policy that lets nothing else in.

A page that the policy keeps from something writes an error to the console, and that fails a test.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PASSWORD, Visit, log_in
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

# What a page with Django's widgets for dates and for choosing among many would bring.
SCRIPTS = (
    "vendor/jquery/jquery.js", "vendor/select2/select2.full.js", "jquery.init.js", "core.js",
    "calendar.js", "admin/DateTimeShortcuts.js",
)  # fmt: skip
WIDGETS = """() => {
  const form = document.querySelector("#content-main form");
  form.insertAdjacentHTML("beforeend", `<p><input class="vDateField"></p>
    <select id="choice"><option>one</option><option>two</option></select>`);
  DateTimeShortcuts.init();
  django.jQuery("#choice").select2();
}"""


@pytest.fixture
def desk(visit: Visit, site: EmbeddedSite) -> Page:
    site.shell(
        "from lobby.models import User\n"
        "if not User.objects.filter(username='Loredan').exists():\n"
        f"    User.objects.create_superuser('Loredan', password='{PASSWORD}')"
    )
    page = visit().page
    log_in(page, "Loredan")
    return page


def test_every_list_form_and_question_opens(desk: Page) -> None:
    desk.goto("/admin/")
    expect(desk.locator("#content")).to_contain_text("Reports")
    lists = [one.get_attribute("href") for one in desk.locator("#content th a").all()]
    assert len(lists) > 10
    for address in lists:
        desk.goto(address or "")
        desk.wait_for_load_state()
        expect(desk.locator("#changelist")).to_be_visible()
    desk.goto("/admin/lobby/user/")
    desk.locator("#result_list tbody th a").first.click()
    expect(desk.locator(".field-username")).to_be_visible()
    desk.get_by_role("button", name="Suspend").click()
    desk.locator("select[name=length]").select_option("exact")
    expect(desk.locator("input[type=datetime-local]")).to_be_visible()


def test_the_widgets_of_django_work(desk: Page) -> None:
    desk.goto("/admin/chat/blockedword/add/")
    desk.add_script_tag(url="/admin/jsi18n/")
    for script in SCRIPTS:
        desk.add_script_tag(url=f"/static/admin/js/{script}")
    desk.add_style_tag(url="/static/admin/css/vendor/select2/select2.css")
    desk.evaluate(WIDGETS)
    desk.locator(".datetimeshortcuts a").last.click()
    desk.locator(".calendarbox:visible td a").first.click()
    assert desk.locator("input.vDateField").input_value()
    desk.locator(".select2-selection").click()
    desk.locator(".select2-results__option", has_text="two").click()
    assert desk.locator("#choice").input_value() == "two"

"""How reliably people answer: at a table, in the lobby, on the form and on a profile."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import Visit, look
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep
KNOWN = """
from chat.core.clock import now
from games.models import Reliability
from lobby.models import User
for name, answered, missed in {people}:
    user = User.objects.get(username=name)
    month = now().date().replace(day=1)
    for pace in ("live", "slow"):
        Reliability.objects.create(
            user=user, pace=pace, month=month, answered=answered, missed=missed
        )
"""


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_it_is_read_before_one_sits_down(
    site: EmbeddedSite, visit: Visit, width: int, scheme: str
) -> None:
    names = [f"{name}{scheme}" for name in ("Ada", "Bob", "Cem")]
    # Who sits down fades in, and axe would look while that goes on.
    still = {"width": width, "height": 740, "scheme": scheme, "reduced_motion": "reduce"}
    ada, bob, cem = (visit(name, **still).page for name in names)
    people = list(zip(names, (412, 60, 90), (9, 40, 2), strict=True))
    site.shell(KNOWN.format(people=people))
    ada.goto("/set/interop/?own=1")
    ada.get_by_label("How often who sits down").select_option("90")
    look(ada, f"form-{scheme}")
    ada.get_by_role("button", name="Open the table", exact=True).click()
    ada.wait_for_url("**/m/**")
    cem.goto("/lobby/")
    expect(cem.locator(".set-notes").first).to_contain_text("asks for 90 % in time")
    look(cem, f"lobby-{scheme}")
    cem.goto(ada.url)
    expect(cem.locator(".players")).to_contain_text("97 % in time")
    look(cem, f"comer-{scheme}")
    cem.get_by_role("button", name="Sit down", exact=True).click()
    expect(ada.locator(".players")).to_contain_text("97 % in time")
    look(ada, f"owner-{scheme}")
    bob.goto(ada.url)
    bob.get_by_role("button", name="Sit down", exact=True).click()
    expect(bob.locator("main")).to_contain_text("people who answer in time more often")
    look(bob, f"refused-{scheme}")
    bob.goto(f"/people/{names[0]}/")
    expect(bob.locator("main")).to_contain_text("97 % of 421 decisions")
    look(bob, f"profile-{scheme}")

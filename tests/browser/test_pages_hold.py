"""All pages are accessible and fit 360 px, without errors or requests elsewhere.

In light and dark mode, for a stranger, a guest, a player, an owner and a spectator. `Visitor` in
`tests.support.browser` watches for errors and requests.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import pytest

from games.registry import games
from tests.browser.shared_steps import play_now
from tests.support import blanks_http as blanks
from tests.support.browser import NARROW, Visit, Visitor, look
from tests.support.client import Client, guest
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

GAMES = tuple(games())
RULES = tuple(f"/rules/{game}/" for game in GAMES)
STRANGER = (
    "/", "/lobby/", "/account/login/", "/account/signup/", "/account/password/reset/",
    "/account/password/reset/done/", "/account/login/code/", "/account/inactive/", *RULES,
    "/packs/approved/", "/packs/p/house-pack/", "/best/", "/chance/", "/no-such-page",
)  # fmt: skip
GUEST = (
    "/", "/lobby/", "/settings/", "/keep/", "/set/blanks/", "/settings/delete/", "/account/logout/",
)  # fmt: skip
PLAYER = (
    "/", "/lobby/", "/matches/", *(f"/set/{game}/" for game in GAMES), "/settings/",
    "/account/email/", "/account/password/change/", "/account/2fa/", "/account/2fa/webauthn/",
    "/account/sessions/",
    "/settings/blocked/", "/settings/delete/", "/account/logout/", "/chat/notices/",
    "/packs/", "/packs/write/", "/packs/upload/", "/packs/approved/", "/packs/p/house-pack/",
    "/history/",
)  # fmt: skip
# Statuses of pages that say that something does not exist or is not open.
EXCUSED = ["404", "403"]


@dataclass
class House:
    """A site's people, and a table in each state, by the name of the state."""

    people: list[Client]
    watcher: Client
    tables: dict[str, str] = field(default_factory=dict)


# A member who answers in time, which tables and the member's own page show.
RELIABLE = """
from chat.core.clock import now
from games.models import Reliability
from lobby.models import User
month = now().date().replace(day=1)
for pace in ("live", "slow"):
    Reliability.objects.create(
        user=User.objects.get(username="Ottavia"), pace=pace, month=month, answered=412, missed=9)
"""


@pytest.fixture(scope="module")
def house(site: EmbeddedSite) -> House:
    people = [guest(site.url) for _ in range(9)]
    owner = Client(site.url).sign_up("Ottavia")
    site.shell(RELIABLE)
    four = [owner, *people[:3]]
    made = House([owner, *people], guest(site.url))
    waiting = blanks.set_table(*four, name="Waiting")
    locked = {"access": "password", "password": "gondola-5"}
    secret = blanks.set_table(owner, name="Secret", reliable="90", **locked)
    playing = blanks.table(four, name="Playing")
    voting = blanks.table(four, name="Voting")
    blanks.play_on(four, voting)
    ten = blanks.table([owner, *people], name="Ten")
    blanks.play_on([owner, *people], ten)
    over = blanks.table(four, name="Over", option_target_score="1")
    for _ in range(8):
        blanks.play_on(four, over)
    made.tables = {
        "waiting": waiting, "secret": secret, "playing": playing, "voting": voting,
        "ten": ten, "over": over,
    }  # fmt: skip
    return made


def enter(visit: Visit, person: Client | None, scheme: Scheme = "light") -> Visitor:
    """Open a browser in which this person is logged in."""
    here: Visitor = visit(scheme=scheme, reduced_motion="reduce")
    here.excused.extend(EXCUSED)
    if person is not None:
        here.keep(person.cookies)
    return here


def hold(here: Visitor, name: str, *paths: str) -> None:
    """Open each page and check it."""
    for path in paths:
        here.page.goto(path)
        look(here.page, f"{name}-{path.strip('/').replace('/', '-') or 'front'}")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("who", ["stranger", "guest", "player"])
def test_pages_are_accessible_and_fit(visit: Visit, house: House, scheme: Scheme, who: str) -> None:
    people = [f"/people/{person.name}/" for person in house.people[:2]]
    pages: dict[str, tuple[Client | None, tuple[str, ...]]] = {
        "stranger": (None, STRANGER),
        "guest": (house.watcher, GUEST),
        "player": (house.people[0], (*PLAYER, *people)),
    }
    person, paths = pages[who]
    hold(enter(visit, person, scheme), who, *paths)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_tables_are_accessible_and_fit_for_every_role(
    visit: Visit, house: House, scheme: Scheme
) -> None:
    at = {name: f"/m/{match}/" for name, match in house.tables.items()}
    change = f"/change/{house.tables['waiting']}/"
    hold(enter(visit, house.people[0], scheme), "owner", *at.values(), change)
    hold(enter(visit, house.people[1], scheme), "player-at", at["waiting"], at["voting"])
    seen = (at["waiting"], at["secret"], at["playing"], at["voting"])
    hold(enter(visit, house.watcher, scheme), "spectator", *seen)


def test_ten_answers_can_be_voted_for_on_a_phone(visit: Visit, house: House) -> None:
    here = enter(visit, house.people[4])
    here.page.set_viewport_size({"width": NARROW, "height": 740})
    here.page.goto(f"/m/{house.tables['ten']}/")
    assert here.page.locator("#m-seat .answer").count() == 10
    last = here.page.get_by_role("button", name="Vote for this").last
    last.scroll_into_view_if_needed()
    last.click(trial=True)  # the chat does not cover it
    look(here.page, "vote-of-ten")


def test_four_answers_and_the_prompt_fit_above_the_chat(visit: Visit, house: House) -> None:
    here = enter(visit, house.people[1])
    here.page.set_viewport_size({"width": 1280, "height": 800})
    here.page.goto(f"/m/{house.tables['voting']}/")
    chat = here.page.locator("#chat").bounding_box()
    last = here.page.locator("#m-seat .answer").last.bounding_box()
    prompt = here.page.locator("#prompt").bounding_box()
    assert chat
    assert last
    assert prompt
    assert last["y"] + last["height"] <= chat["y"]
    assert prompt["y"] >= 0


def test_moved_elements_do_not_widen_a_phone_page(visit: Visit) -> None:
    phone = {"is_mobile": True, "has_touch": True, "bypass_csp": True}
    page = visit(width=NARROW, height=740, **phone).page
    play_now(page)
    page.add_style_tag(content=".player { translate: 300px }")
    # An update may render the players again between two queries.
    right = "document.querySelector('#m-players .player')?.getBoundingClientRect().right"
    page.wait_for_function(f"{right} > {NARROW}")
    assert page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [NARROW] * 2

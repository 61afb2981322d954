"""Notices survive the death of workers and beat: none is lost, few are repeated."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from config.operations.file_permissions import new_push_key
from tests.support.patience import wait_until
from tests.support.post_office import PostOffice, post_office
from tests.support.push_service import PushBrowser, push_service
from tests.support.servers import Postgres
from tests.support.site import EmbeddedSite, ScaledSite

pytestmark = pytest.mark.deep

PEOPLE = 60

MADE = """
import json
from allauth.account.models import EmailAddress
from chat.delivery.push import add_device
from chat.delivery.kinds import ROWS, WAYS
from chat.delivery.preferences import set_choices
from lobby.models import User
for number, keys in enumerate(json.loads({keys!r})):
    person = User.objects.create_user(f"person-{{number}}")
    EmailAddress.objects.create(
        user=person, email=f"{{number}}@example.org", primary=True, verified=True
    )
    set_choices(user=person, choices={{row: WAYS for row in ROWS}})
    add_device(user=person, name="Firefox", **keys)
"""
TOLD = """
from chat.contacts.notices import notify
from lobby.models import User
for person in User.objects.filter(username__startswith="person-"):
    notify(user=person, kind="invitation", text="Come to the table.", url="/lobby/")
"""
OPEN = "from chat.models import Delivery; print(Delivery.objects.filter(fate='').count())"
SHOWN = """
from django.db.models import Count
from lobby.models import User
from chat.models import Notice
print(sorted(Notice.objects.values("user").annotate(n=Count("pk")).values_list("n", flat=True)))
"""


@dataclass
class World:
    office: PostOffice
    browsers: list[PushBrowser]
    wrong: list[str]
    environment: dict[str, str]

    @property
    def under_way(self) -> bool:
        """Return True once some notices have left."""
        return len(self.office.taken) >= 3


@pytest.fixture
def world() -> Iterator[World]:
    with post_office() as office, push_service() as service:
        browsers = [service.browser() for _ in range(PEOPLE)]
        yield World(office, browsers, service.wrong, _environment(office))


def _environment(office: PostOffice) -> dict[str, str]:
    return {
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(office.port),
        "EMAIL_USE_TLS": "0",
        "PUSH_KEY": new_push_key(),
        "PUSH_LOOPBACK": "1",
        "CSRF_TRUSTED_ORIGINS": "https://ridotto.example",
    }


def _killed_in_between(
    site: EmbeddedSite | ScaledSite, world: World, names: tuple[str, ...]
) -> None:
    """Notify everybody, and kill these processes twice before all notices have left."""
    site.loud = True
    site.shell(MADE.format(keys=json.dumps([browser.keys for browser in world.browsers])))
    world.office.thinks = 0.1
    site.shell(TOLD)
    wait_until(lambda: world.under_way, what="the first letters")
    site.kill(*names)
    seen = len(world.office.taken)
    site.move_clock(5 * 60)
    site.start(*names)
    wait_until(lambda: len(world.office.taken) > seen, what="letters after the first crash")
    site.kill(*names)
    world.office.thinks = 0.0
    site.move_clock(15 * 60)
    site.start(*names)
    wait_until(lambda: site.shell(OPEN).strip() == "0", what="all having left")


def _check(site: EmbeddedSite | ScaledSite, world: World) -> None:
    assert site.shell(SHOWN).strip() == str([1] * PEOPLE)
    letters = Counter(str(letter["To"]) for letter in world.office.taken)
    assert letters.keys() == {f"{number}@example.org" for number in range(PEOPLE)}
    for address in letters:
        assert len({letter["Message-ID"] for letter in world.office.to(address)}) == 1
    assert max(letters.values()) <= 3  # two crashes: at most one repeat after each
    for browser in world.browsers:
        assert 1 <= len(browser.shown) <= 3
        assert len({told["tag"] for told in browser.shown}) == 1
    assert world.wrong == []


def test_deliveries_survive_a_killed_beat_and_worker(world: World, postgres: Postgres) -> None:
    with ScaledSite(postgres, webs=1, **world.environment) as site:
        _killed_in_between(site, world, ("worker", "beat"))
        _check(site, world)


def test_deliveries_survive_a_killed_embedded_site(world: World) -> None:
    with EmbeddedSite(empty=False, **world.environment) as site:
        _killed_in_between(site, world, ("house",))
        _check(site, world)

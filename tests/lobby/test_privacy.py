"""Tests of the data download, of deleted accounts and of the privacy page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from chat.contacts.blocks import block
from chat.contacts.notices import notify
from chat.core.clock import now
from chat.messages.services import send_message
from chat.moderation.appeals import answer_appeal, appeal
from chat.moderation.decisions import decide_report
from chat.moderation.reports import report_message
from chat.moderation.services import mute, record_act, remove_message
from games.models import AcceptedKey, Match, Pack, PackBar
from games.services import table_access
from games.services.retention import forget_keys
from games.services.seats import join
from games.services.tables import TableWish, create_table
from lobby.accounts.services import delete_account, suspend
from lobby.models import User
from lobby.profiles.privacy import GIVEN, KEPT_BACK, PLAIN_NAMES, data_of
from tests.lobby.conftest import SignUp

NAME, SHOWN, MAIL = "Adelasia", "Contessa Malaspina", "adelasia@example.org"


def _relations() -> set[str]:
    """Return every column of every model that refers to a user."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }


def test_every_relation_to_a_user_is_exported_or_has_a_reason_not_to_be() -> None:
    assert _relations() == GIVEN.keys() | KEPT_BACK.keys()
    assert not GIVEN.keys() & KEPT_BACK.keys()
    assert all(KEPT_BACK.values())


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


@pytest.mark.django_db
def test_the_export_uses_plain_names(adelasia: User) -> None:
    assert PLAIN_NAMES.keys() == GIVEN.keys()
    assert len({*PLAIN_NAMES.values()}) == len(PLAIN_NAMES)
    data = data_of(adelasia)
    data["notice_settings"] = []  # its choices are by the site's own words
    assert [name for name in _names(data) if not re.fullmatch("[a-z]+(_[a-z]+)*", name)] == []


@pytest.fixture
def adelasia(db: Any) -> User:
    """Return a person with traces of every kind that name them."""
    user = User.objects.create_user(NAME, display_name=SHOWN, email=MAIL)
    other = User.objects.create_user("Bruno")
    root = User.objects.create_superuser("Doge")
    EmailAddress.objects.create(user=user, email=MAIL, primary=True)
    wish = TableWish(name=f"{SHOWN}’s table", least=2, most=4, access="open")
    match = create_table(user=user, game="blanks", wish=wish)
    table_access.invite(user=user, public_id=match.public_id, name="Bruno")
    join(user=other, public_id=match.public_id)
    for room in ("lobby", f"table-{match.public_id}"):
        said = send_message(author=user, room_key=room, text="an unkind thing", key=room)
    report_message(reporter=other, message_id=said.pk, reason="rude")
    _named_by_moderators(root, user, other)
    record_act(moderator=root, act="test", target=match, reason=f"{SHOWN}, known as {NAME}")
    notify(user=user, kind="test", text="look")
    notify(
        user=other, kind="start", text=f"“{match.name}” has begun.", url=f"/m/{match.public_id}/"
    )
    block(blocker=user, blocked=User.objects.create_user("Carla"))
    Pack.objects.create(
        slug="geese", name="Geese", owner=user, author_line=f"by {NAME}", state="approved",
        created_at=now(), changed_at=now(),
    )  # fmt: skip
    return user


def _named_by_moderators(root: User, user: User, other: User) -> None:
    """Create texts of moderators about this person and, because of them, others."""
    why, until = f"rude to {NAME.upper()}, that is {SHOWN}", now() + timedelta(days=1)
    said = send_message(author=other, room_key="lobby", text="more", key="more")
    report = report_message(reporter=user, message_id=said.pk, reason=why)
    decide_report(moderator=root, report=report, decision="dismissed", reason=why)
    remove_message(moderator=root, message=said, reason=why)
    for person, to in ((user, NAME), (other, SHOWN)):
        row = mute(moderator=root, user=person, until=until, reason=why)
        assert row.act is not None
        made = appeal(user=person, act=row.act, text="I was not" + f", {to}" * (person is other))
        answer_appeal(moderator=root, appeal=made, answer=f"{to} was", granted=False)
        suspend(moderator=root, user=person, until=until, reason=why)
    Pack.objects.create(
        slug="hens", name="Hens", owner=other, state="rejected", state_reason=why,
        created_at=now(), changed_at=now(),
    )  # fmt: skip
    PackBar.objects.create(user=other, reason=why, at=now())


def _everything() -> str:
    out = StringIO()
    call_command("dumpdata", exclude=["lobby.RestingName", "sessions"], stdout=out)
    return out.getvalue()


@pytest.mark.both
def test_no_name_of_a_deleted_account_is_left_in_the_database(adelasia: User) -> None:
    before = _everything()
    for name in (NAME, SHOWN, MAIL):
        assert name in before
    delete_account(user=adelasia)
    after = json.loads(_everything())
    left = [
        f"{row['model']}: {row['fields']}"
        for row in after
        if any(name.casefold() in str(row).casefold() for name in (NAME, "Malaspina", MAIL))
    ]
    assert not left, "\n".join(left)


@pytest.mark.both
def test_the_export_holds_the_users_own_acts_and_no_secrets(adelasia: User) -> None:
    adelasia.set_password("tarocchi-1638")
    adelasia.save()
    found = data_of(adelasia)
    assert found["account"]["email"] == MAIL
    assert [one["text"] for one in found["messages"]] == ["an unkind thing"] * 2
    assert found["blocked_people"][0]["username"] == "Carla"
    assert found["seats"][0]["game"] == "blanks"
    assert found["appeals"][0]["text"] == "I was not"
    told = str(found)
    assert adelasia.password not in told
    assert "rude" in told
    assert "Bruno" in str(found["invitations_sent"])
    # It includes their own report, but not who has reported them.
    assert [one["subject"] for one in found["reports"]] == ["more"]
    assert "Doge" not in told


def test_the_export_is_downloaded_with_one_button_a_few_times_a_day(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    assert "Download my data" in browser.get("/privacy/").text
    answers = [browser.post("/settings/data/") for _n in range(11)]
    assert [answer.status_code for answer in answers] == [*[200] * 10, 429]
    assert "attachment" in answers[0].headers["Content-Disposition"]
    assert answers[0].json()["account"]["username"] == "Ada"
    assert Client().post("/settings/data/").status_code == 302


def test_the_privacy_page_shows_this_sites_settings_and_is_linked_at_sign_up(
    db: None, settings: Settings
) -> None:
    settings.KEEP_MESSAGES_DAYS, settings.KEEP_KEYS_DAYS, settings.SESSION_DAYS = 123, 45, 67
    settings.KEEP_NOTICES_DAYS = 0
    page = Client().get("/privacy/").text
    for words in ("123 days", "45 days", "67 days", "permanently"):
        assert words in page
    assert "Download my data" not in page
    for address, links in (("/", 1), ("/account/signup/", 2)):
        assert Client().get(address).text.count('href="/privacy/"') == links


def test_action_keys_are_stored_as_long_as_the_setting_says(
    adelasia: User, settings: Settings
) -> None:
    match = Match.objects.get()
    AcceptedKey.objects.all().delete()
    for age in (1, 3):
        at = now() - timedelta(days=age)
        AcceptedKey.objects.create(user=adelasia, match=match, key=f"k{age}", at=at)
    settings.KEEP_KEYS_DAYS = 0
    forget_keys()
    assert AcceptedKey.objects.count() == 2
    settings.KEEP_KEYS_DAYS = 2
    forget_keys()
    assert AcceptedKey.objects.get().key == "k1"

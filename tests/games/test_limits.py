"""Each limit on what a person may ask of the site refuses with a code."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from chat.contacts.notices import notify
from chat.core import clock
from chat.models import Notice
from games.models import Invitation, InviteLink, Match
from games.services import interruption, seats, start, table_access, tables
from games.services.tables import TableWish
from tests.fuzz.forms import forms_in
from tests.games.table_kit import invite, join
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.deep]
DAY = 24 * 3600


def _set(user: Any, *, key: str = "", **wish: Any) -> Match:
    wish = {"name": "A table", "most": 4, **wish}
    return tables.create_table(user=user, game="blanks", wish=TableWish(**wish), key=key)


def _code_of_setting(user: Any, **wish: Any) -> str:
    return code_of(lambda: _set(user, **wish))


def _against_bots(user: Any) -> Match:
    match = tables.create_table(
        user=user, game="merchants", wish=TableWish(name="Bots", least=3, most=3, bots=2)
    )
    start.start(user=user, public_id=match.public_id)
    return match


# --- Open and running matches


def test_a_guest_is_at_three_tables_and_a_member_at_twenty(person: Any, settings: Settings) -> None:
    assert (settings.MATCHES_PER_GUEST, settings.MATCHES_PER_MEMBER) == (3, 20)
    settings.MATCHES_PER_MEMBER = 4
    for who, most in ((person("mask", is_guest=True), 3), (person("ann"), 4)):
        made = [_set(who) for _ in range(most)]
        assert _code_of_setting(who) == "too_many_matches"
        assert Match.objects.filter(owner=who).count() == most
        tables.cancel(user=who, public_id=made[0].public_id)
        assert _code_of_setting(who) == ""


def test_a_user_at_the_limit_of_tables_cannot_join_another(
    table: Any, person: Any, settings: Settings
) -> None:
    settings.MATCHES_PER_MEMBER = 1
    match, (_ann,) = table("ann")
    bob = person("bob")
    bobs = _set(bob)
    assert join(bob, match) == "too_many_matches"
    assert not match.seats.filter(user=bob).exists()
    seats.leave(user=bob, public_id=bobs.public_id)
    assert join(bob, match) == ""


@pytest.mark.both
def test_a_repeated_key_is_answered_at_the_limit(person: Any, settings: Settings) -> None:
    settings.MATCHES_PER_MEMBER = 1
    ann = person("ann")
    assert _set(ann, key="k") == _set(ann, key="k")
    assert _code_of_setting(ann, key="other") == "too_many_matches"


def test_matches_left_to_bots_count_until_they_end(person: Any, settings: Settings) -> None:
    settings.MATCHES_PER_MEMBER = 1
    ann = person("ann")
    match = _against_bots(ann)
    seats.leave(user=ann, public_id=match.public_id)
    assert _code_of_setting(ann) == "too_many_matches"
    Match.objects.update(status="finished", ended_at=clock.now())
    assert _code_of_setting(ann) == ""


def test_matches_left_to_other_people_do_not_count(
    table: Any, person: Any, settings: Settings
) -> None:
    settings.MATCHES_PER_MEMBER = 1
    match, (ann, bob) = table("ann", "bob", game="merchants", least=3, bots=1)
    start.start(user=ann, public_id=match.public_id)
    assert _code_of_setting(bob) == "too_many_matches"
    seats.leave(user=bob, public_id=match.public_id)
    assert _code_of_setting(bob) == ""


def test_a_stopped_match_no_longer_counts(person: Any, settings: Settings) -> None:
    settings.MATCHES_PER_MEMBER = 1
    ann = person("ann")
    match = _against_bots(ann)
    interruption.agree_to_stop(user=ann, public_id=match.public_id, agrees=True)
    assert _code_of_setting(ann) == ""


def test_a_rematch_counts_towards_the_limit(running: Any, settings: Settings) -> None:
    match, (ann, _bob) = running("ann", "bob")
    Match.objects.update(status="finished", ended_at=clock.now())
    settings.MATCHES_PER_MEMBER = 0
    again = partial(start.rematch, user=ann, public_id=match.public_id)
    assert code_of(again) == "too_many_matches"
    assert Match.objects.count() == 1
    settings.MATCHES_PER_MEMBER = 1
    assert code_of(again) == ""


def test_moderators_have_no_limit_of_tables(
    moderator: Any, person: Any, settings: Settings
) -> None:
    settings.MATCHES_PER_MEMBER = settings.INVITATIONS_PER_MEMBER = 0
    settings.INVITATIONS_TO_ONE_PERSON = settings.INVITE_LINKS_PER_TABLE = 0
    person("bob")
    match = _set(moderator)
    assert invite(moderator, match, "bob") == ""
    table_access.make_link(user=moderator, public_id=match.public_id)
    assert InviteLink.objects.filter(match=match).count() == 1


# --- Invitations, links, changes, notices


def test_a_new_account_can_invite_only_a_few(table: Any, person: Any, settings: Settings) -> None:
    settings.NEW_ACCOUNT_MINUTES, settings.NEW_ACCOUNT_INVITATIONS = 60, 1
    match, (ann,) = table("ann")
    for name in ("bob", "cem"):
        person(name)
    assert invite(ann, match, "bob") == ""
    assert invite(ann, match, "cem") == "too_many_invitations"
    clock.move(3601)
    assert invite(ann, match, "cem") == ""


def test_invitations_have_a_daily_limit(table: Any, person: Any, settings: Settings) -> None:
    settings.INVITATIONS_PER_MEMBER = 2
    match, (ann,) = table("ann")
    for name in ("bob", "cem", "dee"):
        person(name)
    assert [invite(ann, match, name) for name in ("bob", "cem")] == ["", ""]
    assert invite(ann, match, "dee") == "too_many_invitations"
    assert invite(ann, match, "bob") == ""  # exists already
    assert Invitation.objects.count() == 2
    assert Notice.objects.filter(user__username="dee").count() == 0
    assert _code_of_setting(ann, invited=("dee",)) == "too_many_invitations"
    assert Match.objects.count() == 1
    clock.move(DAY + 1)
    assert invite(ann, match, "dee") == ""


def test_guests_have_a_lower_invitation_limit(table: Any, person: Any, settings: Settings) -> None:
    settings.INVITATIONS_PER_GUEST = 1
    mask = person("mask", is_guest=True)
    match = _set(mask)
    person("bob")
    person("cem")
    assert invite(mask, match, "bob") == ""
    assert invite(mask, match, "cem") == "too_many_invitations"


def test_invitations_to_one_person_are_limited_across_tables(
    person: Any, settings: Settings
) -> None:
    settings.INVITATIONS_TO_ONE_PERSON = 2
    ann, bob = person("ann"), person("bob")
    person("cem")
    for expected in ("", "", "too_many_invitations"):
        match = _set(ann)
        assert invite(ann, match, "bob") == expected
        assert invite(ann, match, "cem") == expected
        tables.cancel(user=ann, public_id=match.public_id)
    assert Invitation.objects.filter(user=bob).count() == 2


def test_invitations_count_after_leaving_the_table(person: Any, settings: Settings) -> None:
    settings.INVITATIONS_TO_ONE_PERSON = settings.INVITATIONS_PER_MEMBER = 2
    ann, bob, cem = (person(name) for name in ("ann", "bob", "cem"))
    person("dee")
    left, handed_over = _set(ann), _set(ann)
    seats.join(user=bob, public_id=handed_over.public_id)
    for match in (left, handed_over):
        assert invite(ann, match, "cem") == ""
        seats.leave(user=ann, public_id=match.public_id)
    match = _set(ann)
    assert [invite(ann, match, name) for name in ("cem", "dee")] == ["too_many_invitations"] * 2
    assert Invitation.objects.filter(user=cem).count() == 2
    assert invite(bob, handed_over, "dee") == ""  # nor those of another owner


def test_revoked_links_count_towards_the_limit(table: Any, settings: Settings) -> None:
    settings.INVITE_LINKS_PER_TABLE = 2
    match, (ann,) = table("ann")
    link = partial(table_access.make_link, user=ann, public_id=match.public_id)
    assert code_of(link) == ""
    table_access.revoke_links(user=ann, public_id=match.public_id)
    assert [code_of(link), code_of(link)] == ["", "too_many_links"]
    assert InviteLink.objects.count() == 2


def test_changes_of_a_table_are_limited(table: Any, settings: Settings) -> None:
    settings.TABLE_CHANGES_PER_HOUR = 2
    match, (ann, bob) = table("ann", "bob")

    def change(name: str) -> str:
        wish = TableWish(name=name, most=4)
        options = partial(tables.change_options, public_id=match.public_id, wish=wish)
        assert code_of(partial(options, user=bob)) == "not_owner"  # and does not count for anybody
        return code_of(partial(options, user=ann))

    assert [change(name) for name in ("B", "C", "D")] == ["", "", "too_many_changes"]
    match.refresh_from_db()
    assert match.name == "C"


@pytest.mark.both
def test_only_the_newest_notices_are_stored(person: Any, settings: Settings) -> None:
    settings.NOTICES_KEPT = 3
    ann, bob = person("ann"), person("bob")
    notify(user=bob, kind="x", text="of another")
    for number in range(5):
        notify(user=ann, kind="x", text=str(number))
    kept = Notice.objects.filter(user=ann).order_by("pk").values_list("text", flat=True)
    assert list(kept) == ["2", "3", "4"]
    assert Notice.objects.filter(user=bob).count() == 1


# --- Passwords


def test_password_attempts_at_a_table_are_limited_across_accounts(
    table: Any, person: Any, settings: Settings
) -> None:
    settings.PASSWORDS_PER_TABLE = 7
    match, (ann,) = table("ann", access="password", password="x")
    first, second, third = (person(name) for name in ("bob", "cem", "dee"))
    assert [join(first, match, "y") for _ in range(6)] == ["wrong_password"] * 5 + [
        "too_many_tries"
    ]
    assert [join(second, match, "y") for _ in range(3)] == ["wrong_password"] * 2 + [
        "too_many_tries"
    ]
    assert join(third, match, "x") == "too_many_tries"
    assert invite(ann, match, "dee") == ""  # an invited person is let in
    assert join(third, match) == ""


def test_password_attempts_are_limited_across_tables(
    table: Any, person: Any, settings: Settings
) -> None:
    settings.PASSWORDS_PER_PERSON = 3
    eve = person("eve")
    matches = [
        table(name, access="password", password="x")[0] for name in ("ann", "bob", "cem", "dee")
    ]
    tried = [join(eve, match, "y") for match in matches]
    assert tried == ["wrong_password"] * 3 + ["too_many_tries"]


def test_setting_a_password_counts_as_an_attempt(
    table: Any, person: Any, settings: Settings
) -> None:
    settings.PASSWORDS_PER_PERSON = 2
    ann = person("ann")
    match = _set(ann, access="password", password="x")
    change = partial(tables.change_options, user=ann, public_id=match.public_id)
    wish = TableWish(name="A table", access="password", password="y")
    assert code_of(partial(change, wish=wish)) == ""
    assert code_of(partial(change, wish=wish)) == "too_many_tries"
    assert _code_of_setting(ann, access="password", password="z") == "too_many_tries"
    keeping = TableWish(name="B", access="password")  # the password is unchanged: nothing is hashed
    assert code_of(partial(change, wish=keeping)) == ""


def _form(browser: Client, path: str) -> dict[str, Any]:
    """Return the fields of the form for a table at this page, with a password."""
    page = browser.get(path).content.decode()
    offered = next(form for form in forms_in(page) if dict(form.fixed).get("access"))
    return {**dict(offered.fixed), "access": "password", "password": "x", "key": ""}


@pytest.mark.django_db(transaction=True)
def test_every_password_is_counted_by_address_and_hashed_outside_transactions(
    person: Any, running: Any, hashed: list[bool], settings: Settings
) -> None:
    settings.PASSWORDS_PER_ADDRESS = 4
    here, there = "192.0.2.1", "192.0.2.2"
    match, (_own, _other) = running("own", "other", access="password", password="x", late_join=True)
    del hashed[:]
    people = [person(name) for name in ("ann", "bob", "cem", "dee")]
    ann, bob, cem, dee = (client_for(user, REMOTE_ADDR=here) for user in people)
    form = _form(ann, "/set/blanks/")
    assert ann.post("/set/blanks/", form).status_code == 302
    hers = Match.objects.latest("pk").public_id
    assert ann.post(f"/change/{hers}/", _form(ann, f"/change/{hers}/")).status_code == 302
    assert bob.post(f"/m/{match.public_id}/join/", {"password": "x"}).status_code == 302
    assert cem.post(f"/m/{match.public_id}/watch/", {"password": "x"}).status_code == 302
    assert hashed == [False] * 4

    for browser, path, sent in (
        (dee, "/set/blanks/", form),
        (ann, f"/change/{hers}/", form),
        (dee, f"/m/{match.public_id}/join/", {"password": "x"}),
        (dee, f"/m/{match.public_id}/watch/", {"password": "x"}),
    ):
        answer = browser.post(path, sent)
        assert answer.headers["X-Ridotto-Code"] == "too_many_tries", path
    assert hashed == [False] * 4
    elsewhere = client_for(people[3], REMOTE_ADDR=there).post(
        f"/m/{match.public_id}/join/", {"password": "x"}
    )
    assert elsewhere.status_code == 302

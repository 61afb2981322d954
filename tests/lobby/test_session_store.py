"""A session and its person are read at once, and neither is ever anybody else's or of before."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from asgiref.sync import async_to_sync
from channels.auth import get_user as user_of_socket
from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lobby.middleware import PeopleMiddleware
from lobby.models import User
from lobby.people.backends import PeopleBackend
from lobby.people.session_store import SessionStore, person_read
from tests.lobby.conftest import PASSWORD, Come, is_in, person_of
from tests.support.logged_in import log_in

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def _key(browser: Client) -> str:
    return browser.cookies["sessionid"].value


def _ask(session: Any) -> User | AnonymousUser:
    """Who it is, as a request of the house asks."""
    request = HttpRequest()
    request.session = session
    PeopleMiddleware(lambda _request: None).process_request(request)  # type: ignore[arg-type]  # is not asked
    return request.user if request.user.is_authenticated else AnonymousUser()


def _asked_of(session: Any) -> tuple[User | AnonymousUser, int]:
    """The same, with how many statements it took."""
    with CaptureQueriesContext(connection) as queries:
        return _ask(session), len(queries)


def test_one_statement_for_both(guest: Client) -> None:
    asker = SessionStore(_key(guest))
    who, statements = _asked_of(asker)
    assert (who, statements) == (User.objects.get(), 1)
    assert asker[SESSION_KEY] == str(who.pk)


def test_the_person_is_whole(come: Come) -> None:
    browser = come("Ada")
    User.objects.update(suspended_until=timezone.now() - timedelta(days=1), hue=1)
    who = _ask(SessionStore(_key(browser)))
    fields = [field.attname for field in User._meta.concrete_fields]
    assert isinstance(who, User)
    assert not who.get_deferred_fields()
    known = User.objects.get()
    assert [getattr(who, name) for name in fields] == [getattr(known, name) for name in fields]
    assert who._state.db == "default"
    assert not who._state.adding


def test_what_django_keeps_is_read_and_the_other_way_round(come: Come) -> None:
    key = _key(come("Ada"))
    assert dict(db.SessionStore(key).items()) == dict(SessionStore(key).items())
    session = db.SessionStore(key)
    session["said"] = "good evening"
    session.save()
    again = SessionStore(key)
    assert _ask(again).is_authenticated
    assert again["said"] == "good evening"


# --- nobody is somebody else --------------------------------------------------------------------


def test_a_session_that_is_listed_for_another_is_its_own_persons(come: Come) -> None:
    ada, bruno = come("Ada"), come("Bruno")
    key = _key(ada)
    UserSession.objects.filter(session_key=key).update(user=person_of(bruno))
    assert _asked_of(SessionStore(key)) == (person_of(ada), 2)


def test_a_session_that_is_not_listed_has_its_person(come: Come) -> None:
    ada = come("Ada")
    UserSession.objects.all().delete()
    assert _asked_of(SessionStore(_key(ada))) == (person_of(ada), 2)


def test_a_session_of_nobody_that_is_listed_is_nobodys(come: Come) -> None:
    ada, session = come("Ada"), SessionStore()
    session["planted"] = "yes"
    session.save()
    UserSession.objects.update(session_key=session.session_key)
    assert not _ask(SessionStore(session.session_key)).is_authenticated
    assert person_read(person_of(ada).pk) is None


def test_who_was_read_and_not_asked_for_is_not_handed_to_the_next(come: Come) -> None:
    ada, bruno = come("Ada"), come("Bruno")
    first = SessionStore(_key(ada))
    with first.with_person():
        assert first[SESSION_KEY]
    assert _ask(SessionStore(_key(bruno))) == person_of(bruno)
    User.objects.filter(username="Ada").update(display_name="Someone else")
    who = PeopleBackend().get_user(person_of(ada).pk)
    assert who is not None
    assert who.display_name == "Someone else"


def test_a_person_is_handed_out_once_and_to_who_asks_for_them(come: Come) -> None:
    ada, bruno = come("Ada"), come("Bruno")
    session = SessionStore(_key(ada))
    with session.with_person():
        assert session[SESSION_KEY]
        assert person_read(person_of(ada).pk) == person_of(ada)
        assert person_read(person_of(ada).pk) is None
    other = SessionStore(_key(ada))
    with other.with_person():
        assert other[SESSION_KEY]
        assert person_read(person_of(bruno).pk) is None
        assert person_read(person_of(ada).pk) is None


def test_a_session_that_is_read_within_anothers_question_brings_nobody(come: Come) -> None:
    ada, bruno = come("Ada"), come("Bruno")
    session = SessionStore(_key(ada))
    with session.with_person():
        assert SessionStore(_key(bruno))[SESSION_KEY] == str(person_of(bruno).pk)
        assert person_read(person_of(bruno).pk) is None
    with session.with_person(), SessionStore(_key(bruno)).with_person():
        assert session[SESSION_KEY]
        assert person_read(person_of(ada).pk) is None


def test_a_question_that_fails_leaves_nothing(come: Come) -> None:
    ada = come("Ada")
    session = SessionStore(_key(ada))

    def fail() -> None:
        with session.with_person():
            assert session[SESSION_KEY]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert person_read(person_of(ada).pk) is None


# --- nobody is who they were --------------------------------------------------------------------


def test_what_was_changed_between_two_requests_is_seen(come: Come) -> None:
    ada = come("Ada")
    assert is_in(ada)
    User.objects.update(display_name="The Doge’s sister")
    assert "The Doge’s sister" in ada.get("/settings/").text


@pytest.mark.parametrize(
    "change", [{"is_active": False}, {"session_epoch": 7}, {"password": "!"}], ids=str
)
def test_who_may_no_longer_come_in_is_out_at_the_next_request(
    come: Come, change: dict[str, Any]
) -> None:
    ada = come("Ada")
    assert is_in(ada)
    User.objects.update(**change)
    assert not is_in(ada)


def test_who_is_suspended_is_out_at_the_next_request(come: Come) -> None:
    ada = come("Ada")
    assert is_in(ada)
    User.objects.update(suspended_until=timezone.now() + timedelta(days=1))
    assert ada.get("/settings/").status_code == 403
    assert not Session.objects.exists()


def test_who_is_no_more_is_nobody(guest: Client) -> None:
    key = _key(guest)
    assert _ask(SessionStore(key)).is_authenticated
    User.objects.get().delete()
    assert not _ask(SessionStore(key)).is_authenticated


def test_who_changes_after_the_session_was_read_is_read_anew(come: Come) -> None:
    """As where a page reads its session before anybody asks who it is."""
    session = SessionStore(_key(come("Ada")))
    assert session[SESSION_KEY]
    User.objects.update(display_name="Someone else")
    who, statements = _asked_of(session)
    assert isinstance(who, User)
    assert (who.display_name, statements) == ("Someone else", 1)


def test_who_is_asked_for_otherwise_is_read_anew(come: Come) -> None:
    """By Django's own question, as allauth asks it of each session in a person's list."""
    key, request = _key(come("Ada")), HttpRequest()
    request.session = SessionStore(key)
    assert _ask(request.session).is_authenticated
    User.objects.update(display_name="Someone else")
    who = get_user(request)
    assert isinstance(who, User)
    assert who.display_name == "Someone else"


# --- sockets ------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_socket_is_asked_so_as_well_and_leaves_nothing_to_the_next(come: Come) -> None:
    ada, bruno = (_key(come(name)) for name in ("Ada", "Bruno"))
    known = User.objects.get(username="Ada").pk

    async def names() -> list[str]:
        """As three sockets, one after the other in a task, and a page between them."""
        seen = []
        for key in (ada, bruno, ada):
            session = SessionStore(key)
            with session.with_person():
                seen.append((await user_of_socket({"session": session})).shown_name)
            assert person_read(known) is None
            await User.objects.filter(pk=known).aupdate(display_name="Someone else")
        return seen

    assert async_to_sync(names)() == ["Ada", "Bruno", "Someone else"]


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_session_is_right_too(come: Come) -> None:
    key = _key(come("Ada"))

    async def asked() -> tuple[Any, bool]:
        session, gone = SessionStore(key), SessionStore("x" * 32)
        with session.with_person():
            own = await session.aget(SESSION_KEY)
        with gone.with_person():
            return own, await gone.aget(SESSION_KEY) is None and gone.session_key is None

    assert async_to_sync(asked)() == (str(User.objects.get().pk), True)


# --- sessions that are over ---------------------------------------------------------------------


def _expired(key: str) -> None:
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))


def _spoilt(key: str) -> None:
    Session.objects.filter(pk=key).update(session_data="spoilt")


def _of_another_secret(key: str) -> None:
    row = Session.objects.get(pk=key)
    Session.objects.filter(pk=key).update(session_data=row.session_data[:-2] + "xx")


def _ended(key: str) -> None:
    Session.objects.filter(pk=key).delete()


@pytest.mark.parametrize("end", [_expired, _spoilt, _of_another_secret, _ended])
def test_what_is_over_is_as_django_has_it(come: Come, end: Any) -> None:
    key = _key(come("Ada"))
    end(key)
    ours, djangos = SessionStore(key), db.SessionStore(key)
    assert not _ask(ours).is_authenticated
    assert dict(ours.items()) == dict(djangos.items()) == {}
    assert ours.session_key == djangos.session_key
    assert (ours.accessed, ours.modified) == (djangos.accessed, djangos.modified)


@pytest.mark.parametrize(
    "key", ["", "short", "x" * 32, "x" * 500, "é" * 32, "' OR 1 = 1 --", "x" * 31 + "\0"]
)
def test_a_key_that_is_none_is_nobodys(key: str) -> None:
    browser = Client()
    browser.cookies["sessionid"] = key
    answer = browser.get("/settings/")
    assert answer.status_code == 302
    assert not Session.objects.exists()


def test_a_browser_whose_session_is_over_is_told_to_forget_it(come: Come) -> None:
    ada = come("Ada")
    _expired(_key(ada))
    assert ada.get("/").cookies["sessionid"]["max-age"] == 0


# --- the list of sessions -----------------------------------------------------------------------


def test_a_guest_has_a_session_that_is_listed(guest: Client) -> None:
    assert UserSession.objects.get().session_key == _key(guest)


def test_a_guest_who_keeps_the_account_is_still_listed(guest: Client) -> None:
    before = _key(guest)
    kept = {"username": "Ada", "password": PASSWORD}
    assert guest.post("/keep/", kept).status_code == 302
    assert _key(guest) != before
    assert UserSession.objects.get().session_key == _key(guest)


def test_a_new_password_and_a_new_secret_leave_one_line_for_a_session(
    come: Come, settings: Any
) -> None:
    ada = come("Ada")
    form = {"oldpassword": PASSWORD, "password1": "regatta-1315", "password2": "regatta-1315"}
    ada.post("/account/password/change/", form)
    assert UserSession.objects.get().session_key == _key(ada)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another " * 8
    assert is_in(ada)
    assert UserSession.objects.get().session_key == _key(ada)
    assert _asked_of(SessionStore(_key(ada))) == (person_of(ada), 1)


# --- what is in a session -----------------------------------------------------------------------


def test_what_one_reader_changes_no_other_reads() -> None:
    signed = SessionStore().encode({"steps": [{"method": "password"}], "who": "Ada"})
    first = SessionStore().decode(signed)
    first["steps"][0]["method"] = "none"
    first["steps"].append({})
    del first["who"]
    assert SessionStore().decode(signed) == {"steps": [{"method": "password"}], "who": "Ada"}


def test_a_text_that_the_house_did_not_sign_is_an_empty_session(
    caplog: pytest.LogCaptureFixture,
) -> None:
    signed = SessionStore().encode({"who": "Ada"})
    assert SessionStore().decode(signed) == {"who": "Ada"}
    for _again in range(2):
        caplog.clear()
        assert SessionStore().decode(signed[:-1] + ("a" if signed[-1] != "a" else "b")) == {}
        assert "Session data corrupted" in caplog.text


def test_a_session_that_was_read_and_then_ended_or_ran_out_is_over(come: Come) -> None:
    ada = come("Ada")
    row = Session.objects.get(session_key=_key(ada))
    for end in (
        lambda: Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1)),
        Session.objects.all().delete,
    ):
        row.save()
        assert _ask(SessionStore(row.session_key)).is_authenticated
        end()
        assert not _ask(SessionStore(row.session_key)).is_authenticated


def test_what_is_signed_as_something_else_is_no_session() -> None:
    assert SessionStore().decode(signing.dumps({"who": "Ada"}, salt="another")) == {}


# --- no cache -----------------------------------------------------------------------------------


def test_sessions_are_in_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_given: Any, **_more: Any) -> None:
        raise AssertionError("a cache is asked")

    for name in ("get", "get_many", "set", "add", "delete", "has_key"):
        monkeypatch.setattr(caches["fleeting"], name, away)
    browser = Client()
    log_in(browser, User.objects.create_user("Ada", password=PASSWORD))
    assert is_in(browser)
    browser.post("/account/logout/")
    assert not Session.objects.exists()
    assert not is_in(browser)

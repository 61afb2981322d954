"""Tests that every setting of a table is used everywhere.

It reaches forms, rows, the API, lists, notices, rematches and records.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from chat.core.clock import now
from chat.models import Notice
from games.api.shapes import table_of
from games.engine.codec import struct_fields
from games.models import SETTINGS, Match, TableSettings
from games.page.public_view import public_matches
from games.registry import Game, games
from games.selectors.lists import one_listed
from games.services.record import record_of
from games.services.start import rematch, start
from games.services.tables import TableWish, change_options, create_table
from lobby.models import User
from lobby.tables.forms import TableForm
from lobby.tables.lists import rows_of
from tests.lobby.tables_kit import browser_of, person, table

pytestmark = pytest.mark.django_db

FIELDS = {field.name: field for field in struct_fields(TableSettings)}


@pytest.fixture
def ada() -> User:
    return person("ada")


def other(name: str) -> Any:
    """Return a value that this setting does not have by default."""
    kind: Any = FIELDS[name].type  # with its title and bounds around it
    kind, usual = kind.type, FIELDS[name].default
    match kind:
        case msgspec.inspect.BoolType():
            return not usual
        case msgspec.inspect.LiteralType():
            free = (value for value in kind.values if value not in {usual, "password"})
            return next(free)
    return usual + 1


def form_with(name: str, user: User) -> tuple[Game, TableForm]:
    """Return the form of the first game that has this setting."""
    forms = ((game, TableForm(game=game, user=user)) for game in games().values())
    return next((game, form) for game, form in forms if name in form.fields)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_is_shown_and_stored_as_posted(ada: User, name: str) -> None:
    game, form = form_with(name, ada)
    browser, where = browser_of(ada), f"/set/{game.title.slug}/"
    assert f'name="{name}"' in browser.get(where).text
    posted, value = form.as_posted(), other(name)
    posted.pop(name, None)
    if value is not False:  # unticked boxes are not posted
        posted[name] = "on" if value is True else str(value)
    answer = browser.post(where, dict(posted.lists()))
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/m/{match.public_id}/"
    assert getattr(match.settings, name) == value
    assert TableForm(game=game, user=ada, match=match)[name].value() == value


@pytest.mark.parametrize(
    "name", [name for name in SETTINGS if type(FIELDS[name].default) is not bool]
)
def test_a_setting_out_of_range_is_refused(ada: User, name: str) -> None:
    game, form = form_with(name, ada)
    posted = form.as_posted()
    for wrong in ("-1", "never"):
        posted[name] = wrong
        answer = browser_of(ada).post(f"/set/{game.title.slug}/", dict(posted.lists()))
        assert answer.status_code == 422
        assert f'href="#field-{name}"' in answer.text
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["access", "least", "most"])
def test_access_and_numbers_of_players_are_required(ada: User, name: str) -> None:
    game, form = form_with(name, ada)
    posted = form.as_posted()
    del posted[name]
    answer = browser_of(ada).post(f"/set/{game.title.slug}/", dict(posted.lists()))
    assert (answer.status_code, f'href="#field-{name}"' in answer.text) == (422, True)
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", SETTINGS)
def test_everybody_who_sees_a_table_sees_its_setting(ada: User, name: str) -> None:
    bob, match = person("bob"), table(ada, game="example")
    row = rows_of([one_listed(bob, match)], bob)[0].facts()
    setattr(match, name, other(name))
    match.save()
    listed = one_listed(bob, match)
    assert getattr(table_of(listed), name) == other(name)
    assert rows_of([listed], bob)[0].facts() != row
    assert name not in public_matches().get().get_deferred_fields()


@pytest.mark.parametrize("name", SETTINGS)
def test_players_are_notified_of_a_changed_setting(ada: User, name: str) -> None:
    bob = person("bob")
    match = table(ada, bob)
    changed = msgspec.structs.replace(match.settings, **{name: other(name)})
    wish = TableWish(name=match.name, **msgspec.structs.asdict(changed))
    change_options(user=ada, public_id=match.public_id, wish=wish)
    assert Notice.objects.filter(user=bob, kind="options").exists()


def test_rematches_and_records_have_all_settings(ada: User) -> None:
    wish = TableWish(name="A table", **{name: other(name) for name in SETTINGS}, bots=2)
    match = create_table(user=ada, game="blanks", wish=wish)
    start(user=ada, public_id=match.public_id)
    Match.objects.update(status="finished", ended_at=now(), outcome={})
    match.refresh_from_db()
    assert record_of(match)["table"] == {name: other(name) for name in SETTINGS}
    again = rematch(user=ada, public_id=match.public_id)
    assert again is not None
    assert again.settings == match.settings

"""Table alerts: new tables of the wanted game, pace and hours."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from chat.contacts.blocks import block
from chat.core import clock
from chat.core.clock import now
from chat.models import Notice
from games.models import TableAlert
from games.refusals import Refusal
from games.registry import games
from games.services.alerts import look_for
from games.services.tables import TableWish, create_table
from lobby.accounts.services import delete_account
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db


def _open(owner: Any, game: str = "interop", **wish: Any) -> None:
    wish = {"name": "A table", "least": 2, "most": 4, **wish}
    create_table(user=owner, game=game, wish=TableWish(**wish))


def _alerts(user: Any) -> list[str]:
    rows = Notice.objects.filter(user=user, kind="table").order_by("pk")
    return list(rows.values_list("text", flat=True))


@pytest.fixture
def two(person: Any) -> tuple[Any, Any]:
    """Return ann, who opens tables, and bob, who looks for them."""
    return person("ann"), person("bob")


def test_an_alert_names_the_open_table(two: Any) -> None:
    ann, bob = two
    look_for(user=bob, slugs=["interop"])
    look_for(user=ann, slugs=["interop"])
    _open(ann)
    (text,) = _alerts(bob)
    assert all(part in text for part in ("new table", "Interop", "A table"))
    assert _alerts(ann) == []  # their own table


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"game": "blanks"}, 0),
        ({"pace": "slow"}, 0),
        ({"pace": "live"}, 1),
        ({"access": "invite"}, 0),
        ({"access": "password", "password": "x"}, 0),
        ({"bots": 3}, 0),
        ({"bots": 2}, 1),
        ({"bots": 2, "beginners": 1}, 0),
        ({"beginners": 2}, 1),
    ],
)
def test_alerts_are_sent_only_for_tables_one_can_join(two: Any, wish: Any, told: int) -> None:
    ann, bob = two
    look_for(user=bob, slugs=["interop"], pace="live")
    _open(ann, **wish)
    assert len(_alerts(bob)) == told


@pytest.mark.parametrize(("first", "end", "told"), [(-1, 1, 1), (1, 3, 0), (0, 0, 1), (-23, 1, 1)])
def test_alert_hours_are_in_the_users_time_zone(two: Any, first: int, end: int, told: int) -> None:
    ann, bob = two
    bob.time_zone = "Asia/Tokyo"
    bob.save()
    here = (now().hour + 9) % 24
    look_for(user=bob, slugs=["interop"], hour_from=(here + first) % 24, hour_to=(here + end) % 24)
    _open(ann)
    assert len(_alerts(bob)) == told


@pytest.mark.both
def test_alerts_are_sent_at_most_once_an_hour(two: Any) -> None:
    ann, bob = two
    look_for(user=bob, slugs=["interop"])
    _open(ann)
    _open(ann)
    assert len(_alerts(bob)) == 1
    clock.move(timedelta(hours=1, seconds=1).total_seconds())
    _open(ann)
    assert len(_alerts(bob)) == 2


def test_no_alert_is_sent_for_tables_of_blocked_users_or_closed_to_guests(
    two: Any, person: Any
) -> None:
    ann, bob = two
    cem = person("cem", is_guest=True)
    for user in (bob, cem):
        look_for(user=user, slugs=["interop"])
    block(blocker=ann, blocked=bob)
    _open(ann, guests=False)
    assert _alerts(bob) == _alerts(cem) == []


@pytest.mark.parametrize(
    "wish",
    [{"slugs": ["chess"]}, {"pace": "fast"}, {"hour_from": 24, "hour_to": 3}, {"hour_to": -1}],
)
def test_an_alert_for_an_unknown_game_is_refused(two: Any, wish: Any) -> None:
    _ann, bob = two
    look_for(user=bob, slugs=["blanks"])
    with pytest.raises(Refusal, match="malformed"):
        look_for(user=bob, **{"slugs": ["interop"], **wish})
    assert [row.game for row in TableAlert.objects.all()] == ["blanks"]


def test_an_alert_is_set_in_the_settings_and_deleted_with_the_account(two: Any) -> None:
    _ann, bob = two
    browser = client_for(bob)
    said = {"games": ["interop", "venice"], "pace": "slow", "hour_from": "18", "hour_to": "23"}
    browser.post("/settings/notices/tables/", said)
    page = browser.get("/settings/notices/").text
    assert page.count('name="games"') == len(games())
    assert 'value="venice" checked' in page
    assert '<option value="slow" selected>' in page
    assert '<option value="18" selected>' in page
    browser.post("/settings/notices/tables/", {"games": ["venice"]})
    assert list(TableAlert.objects.values_list("game", "pace", "hour_from")) == [
        ("venice", "", None)
    ]
    delete_account(user=bob)
    assert not TableAlert.objects.exists()

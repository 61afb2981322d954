"""Move notices at slow pace: sent with each decision, withdrawn after the move."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chat.core import clock
from chat.delivery.preferences import set_choices
from chat.models import Delivery, Notice
from games.services.interruption import agree_to_stop
from games.services.scheduler import run_due
from games.services.seats import leave
from tests.games.table_kit import put
from tests.support.deliveries import deliver_due

pytestmark = pytest.mark.django_db
SLOW = {"pace": "slow", "pace_hours": 12}


def _notice_urls(user: Any) -> list[str]:
    rows = Notice.objects.filter(user=user, kind="move", seen_at=None, on_site=True)
    assert all("A table" in row.text and "your turn" in row.text for row in rows)
    return [notice.url for notice in rows]


@pytest.fixture
def by_mail(settings: Any) -> Any:
    """Return a function that subscribes a user to move notices by e-mail."""
    settings.MAIL_CONFIGURED = True

    def wants(user: Any) -> None:
        EmailAddress.objects.create(
            user=user, email=f"{user.username}@example.org", primary=True, verified=True
        )
        set_choices(user=user, choices={"move": ["mail", "site"]})

    return wants


def _mails() -> list[str]:
    return [letter.to[0] for letter in mail.outbox]


def _later(match: Any, seconds: float) -> None:
    clock.move(seconds)
    run_due(match.pk)


@pytest.mark.both
def test_a_pending_player_is_notified_and_a_move_withdraws_it(
    example: Any,
) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    page = f"/m/{match.public_id}/"
    _later(match, 119)
    assert _notice_urls(ann) == _notice_urls(bob) == []
    _later(match, 1)
    _later(match, 1)
    assert _notice_urls(ann) == _notice_urls(bob) == [page]
    put(match, ann)
    assert (_notice_urls(ann), _notice_urls(bob)) == ([], [page])
    put(match, bob)
    assert _notice_urls(ann) == _notice_urls(bob) == []
    _later(match, 100)
    put(match, ann)
    _later(match, 20)
    assert (_notice_urls(ann), _notice_urls(bob)) == ([], [page])  # of the next decision


def test_a_quick_move_needs_no_query_of_notices(
    example: Any,
) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    with CaptureQueriesContext(connection) as asked:
        put(match, ann)
        put(match, bob)
    assert not [one for one in asked.captured_queries if "chat_notice" in one["sql"]]


def test_nobody_is_notified_at_a_live_table(example: Any) -> None:
    match, (ann, _bob) = example("ann", "bob")
    assert match.tell_at is None
    assert _notice_urls(ann) == []


def test_a_move_made_within_two_minutes_sends_nothing_and_a_later_one_has_sent(
    example: Any, by_mail: Any, settings: Any
) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    by_mail(ann)
    by_mail(bob)
    _later(match, 100)
    put(match, ann)
    _later(match, 20)
    deliver_due()
    assert _mails() == ["bob@example.org"]
    deliver_due()
    assert len(_mails()) == 1


def test_a_move_by_the_clock_withdraws_the_notice(example: Any, by_mail: Any) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    by_mail(ann)
    by_mail(bob)
    _later(match, 120)
    clock.move(13 * 3600)
    deliver_due()  # the workers were down all the time
    assert _mails() == []
    assert set(Delivery.objects.values_list("fate", flat=True)) == {"late"}


def test_absent_players_are_not_notified(example: Any) -> None:
    match, (ann, bob) = example("ann", "bob", **SLOW)
    put(match, ann)
    clock.move(13 * 3600)
    run_due(match.pk)
    assert match.seats.get(user=bob).away
    _later(match, 120)
    assert (len(_notice_urls(ann)), _notice_urls(bob)) == (1, [])


def test_the_notice_is_withdrawn_by_leaving_or_by_the_end(example: Any) -> None:
    match, (ann, bob, cem) = example("ann", "bob", "cem", **SLOW)
    _later(match, 120)
    assert len(_notice_urls(cem)) == 1
    leave(user=cem, public_id=match.public_id)
    match.refresh_from_db()
    assert match.told == sorted(match.seats.get(user=user).index for user in (ann, bob))
    assert _notice_urls(cem) == []
    assert len(_notice_urls(ann)) == 1
    for user in (ann, bob):
        agree_to_stop(user=user, public_id=match.public_id, agrees=True)
    match.refresh_from_db()
    assert match.status == "aborted"
    assert _notice_urls(ann) == _notice_urls(bob) == []

"""Notices of results and reminders, and e-mails to those who want them."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from auctions.models import Award, Telling
from auctions.page.words import item_name
from auctions.services import notices
from auctions.services.scheduler import run_week
from auctions.tasks import tell
from chat.delivery.preferences import set_choices
from chat.models import Delivery, Notice
from games.models import Match
from lobby.models import User
from tests.auctions.bidders import bid_all, lend
from tests.auctions.weeks import Play, play
from tests.support.deliveries import deliver_due

pytestmark = pytest.mark.django_db

DAILY = {"pace": "daily", "zone": "Europe/Rome"}


@pytest.fixture
def post(settings: Any) -> list[Any]:
    """Configure a site that can send e-mail."""
    settings.MAIL_CONFIGURED = True
    settings.CSRF_TRUSTED_ORIGINS = ["https://ridotto.example"]
    return mail.outbox


def _notices(week: Play, seat: int, kind: str = "auction") -> list[str]:
    rows = Notice.objects.filter(user=week.user(seat), kind=kind, seen_at=None)
    return list(rows.order_by("pk").values_list("text", flat=True))


def _with_address(user: Any, *, verified: bool = True) -> None:
    EmailAddress.objects.create(
        user=user, email=f"{user.username}@example.org", primary=True, verified=verified
    )


def _one_wins(week: Play) -> None:
    """Resolve the opening: seat 0 wins the first lot for $7, the others bid nothing."""
    week.borrow(0, 100)
    week.bid(0, 7)
    week.run(0)
    week.to(0, seconds=30)


def test_each_player_is_notified_of_each_auctions_result(wednesday: datetime) -> None:
    week = play(3)
    _one_wins(week)
    tell()
    (mine,) = _notices(week, 0)
    assert "you won 1 × " in mine
    assert "for $7" in mine
    assert "you won nothing" in _notices(week, 1)[0]
    assert Notice.objects.get(user=week.user(0)).url == f"/m/{week.id}/?day=0"


@pytest.mark.both
def test_nobody_is_notified_twice_and_newer_notices_replace_unread_ones(
    wednesday: datetime,
) -> None:
    week = play(2)
    _one_wins(week)
    tell()
    tell()
    assert len(_notices(week, 0)) == 1
    week.run(1)
    week.to(1, seconds=30)
    tell()
    (text,) = _notices(week, 0)
    assert "Monday" in text
    assert not Telling.objects.filter(told=False, auction__resolved_at__isnull=False).exists()


def test_the_last_notice_is_the_result(wednesday: datetime) -> None:
    week = play(2)
    _one_wins(week)
    week.to(6, seconds=1)
    run_week(week.match.pk)
    week.to(6, seconds=30)
    tell()
    (text,) = _notices(week, 0)
    assert "is over" in text
    assert "2nd with −$37" in text


@pytest.mark.both
def test_notices_are_sent_in_steps_and_resume(
    wednesday: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "AT_ONCE", 3)
    monkeypatch.setattr(notices, "STEPS", 2)
    week = play(10)
    _one_wins(week)
    tell()
    assert Notice.objects.count() == 6
    assert Telling.objects.get(auction=week.auction(0)).told_to == 6
    tell()
    assert Notice.objects.count() == 10
    assert Telling.objects.get(auction=week.auction(0)).told


def test_players_without_bids_are_reminded_three_hours_before(wednesday: datetime) -> None:
    week = play(4, options=DAILY)
    User.objects.filter(pk=week.user(1).pk).update(time_zone="Asia/Tokyo")
    week.borrow(1, 50)
    for seat in (1, 2):
        week.borrow(seat, 50)
    week.bid(2, 7)
    week.to(0, seconds=-3 * 3600 - 60)
    tell()
    assert not Notice.objects.exists()
    week.to(0, seconds=-3 * 3600 + 60)
    tell()
    tell()
    assert "neither a loan nor bids" in _notices(week, 0, "auction-reminder")[0]
    (text,) = _notices(week, 1, "auction-reminder")
    assert "no bids for the opening auction (23 November, 01:15, Asia/Tokyo)" in text
    assert _notices(week, 2, "auction-reminder") == []
    assert len(_notices(week, 3, "auction-reminder")) == 1


def test_players_without_money_are_not_reminded(wednesday: datetime) -> None:
    week = play(3, options=DAILY)
    week.borrow(0, 50)
    week.run(0)
    week.to(1, seconds=-3600)
    tell()
    assert len(_notices(week, 0, "auction-reminder")) == 1
    assert _notices(week, 1, "auction-reminder") == []


def test_past_stopped_and_fast_auctions_send_no_reminders(wednesday: datetime) -> None:
    fast = play(2)
    fast.to(0, seconds=-60)
    tell()
    assert not Notice.objects.exists()
    week, stopped = play(2, options=DAILY), play(2, options=DAILY)
    Match.objects.filter(pk=stopped.match.pk).update(status="aborted", ended_at=wednesday)
    stopped.to(0, seconds=-3600)
    tell()
    reminders = Notice.objects.filter(kind="auction-reminder")
    assert reminders.count() == 2
    week.run(2)
    tell()
    assert reminders.count() == 2
    assert not Telling.objects.filter(auction=stopped.auction(0), reminded=False).exists()


def test_email_goes_to_confirmed_addresses_of_those_who_asked(
    wednesday: datetime, post: list[Any]
) -> None:
    week = play(4)
    for seat in (0, 1, 2):
        _with_address(week.user(seat), verified=seat != 2)
        row = "reminder" if seat == 1 else "result"
        set_choices(user=week.user(seat), choices={row: ["mail"]})
    _one_wins(week)
    tell()
    deliver_due()
    (letter,) = post
    assert letter.to == [f"{week.user(0).username}@example.org"]
    assert letter.subject.endswith("auction is over")
    assert "you won 1 × " in letter.body
    assert f"https://ridotto.example/m/{week.id}/?day=0" in letter.body


def test_reminders_are_emailed_only_before_the_auction(
    wednesday: datetime, post: list[Any]
) -> None:
    week = play(2, options=DAILY)
    for seat in (0, 1):
        _with_address(week.user(seat))
        set_choices(user=week.user(seat), choices={"reminder": ["mail"]})
    week.to(0, seconds=-3600)
    tell()
    Delivery.objects.filter(notice__user=week.user(1)).update(due_at=week.frame.instants[0])
    deliver_due()
    week.to(0, seconds=1)
    deliver_due()
    (letter,) = post
    assert letter.to == [f"{week.user(0).username}@example.org"]
    assert "neither a loan nor bids" in letter.body


def test_no_email_is_sent_without_configured_mail(wednesday: datetime) -> None:
    week = play(2)
    _with_address(week.user(0))
    set_choices(user=week.user(0), choices={"result": ["mail"]})
    _one_wins(week)
    tell()
    deliver_due()
    assert mail.outbox == []


def test_no_notice_holds_another_players_sealed_bids(wednesday: datetime) -> None:
    week, chance = play(5), random.Random(9)
    lend(week, chance)
    bids = bid_all(week, 0, chance, most=1000)
    week.run(0)
    week.to(0, seconds=30)
    tell()
    texts = " ".join(Notice.objects.values_list("text", flat=True))
    won = set(Award.objects.values_list("price", flat=True))
    for _place, _seat, price, _units in bids:
        assert price in won or price < 210 or str(price) not in texts


def test_the_notice_of_a_lost_bid_has_the_price_that_beat_it(wednesday: datetime) -> None:
    week = play(2)
    units = week.offered(0)
    for seat, price in ((0, 3), (1, 4)):
        week.borrow(seat, 4 * units)
        week.bid(seat, price, units)
    week.bid(1, 2, place=1)
    week.run(0)
    week.to(0, seconds=30)
    tell()
    (beaten,), (winner,) = _notices(week, 0), _notices(week, 1)
    assert "won nothing" in beaten
    assert "Outbid: " in beaten
    assert "($4)" in beaten
    name = item_name(week.item(0, 1))
    assert f"could not pay: 1 × {name}" in winner

"""The lesson of Venice: two auctions, played by what it says."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client

from auctions.models import Account, Lot
from auctions.page.words import item_name
from auctions.selectors.public_week import week_of
from auctions.services.scheduler import run_week
from chat.core import clock
from games.models import Match

pytestmark = pytest.mark.django_db


class Learner:
    """A visitor who does what the lesson says."""

    def __init__(self) -> None:
        self.client = Client()
        self.client.post("/play/venice/", {"lesson": "1", "key": "k"})
        self.match = Match.objects.get(lesson=True)
        self.sent = 0

    def page(self) -> str:
        return unescape(self.client.get(f"/m/{self.match.public_id}/").content.decode())

    def step(self) -> int:
        found = re.search(r"Lesson: step (\d+) of 6", self.page())
        assert found
        return int(found[1])

    def send(self, **raw: Any) -> None:
        self.sent += 1
        where = f"/m/{self.match.public_id}/week/"
        answer = self.client.post(where, {**raw, "key": f"{self.sent}"})
        assert answer.status_code < 400, answer.content.decode()

    def bid(self, auction: int) -> None:
        """Place the bids that the hint names."""
        hint = re.search(r'class="hint-text">(.*?)</p>', self.page(), re.S)
        assert hint
        lots = Lot.objects.filter(auction__match=self.match, auction__number=auction)
        named = [
            (lot.item, units, price)
            for lot in lots
            for units, price in re.findall(
                rf"(?:(\d+) × )?{re.escape(item_name(lot.item))} at \$(\d+)", hint[1]
            )
        ]
        assert named, hint[1]
        for item, units, price in named:
            self.send(do="bid", auction=auction, item=item, price=price, units=units or 1)

    def finish(self, auction: int) -> None:
        self.send(do="done", auction=auction)
        clock.move(11)
        run_week(self.match.pk)


def test_a_visitor_plays_the_lesson_to_its_end(wednesday: datetime) -> None:
    learner = Learner()
    run_week(learner.match.pk)
    assert 'class="clock' not in learner.page()
    assert learner.step() == 1
    learner.send(do="loan", amount=120)
    assert learner.step() == 2
    for auction, step in ((0, 3), (1, 5)):
        while learner.step() < step:
            learner.bid(auction)
        assert learner.step() == step
        learner.finish(auction)
    assert learner.step() == 6
    assert "Play now" in learner.page()
    assert Account.objects.get(match=learner.match, seat__user__isnull=False).purse < 120
    learner.client.post("/play/venice/", {"guided": "1", "key": "real"})
    learner.match.refresh_from_db()
    assert learner.match.over


def test_the_lesson_is_dealt_the_same_way_each_time(wednesday: datetime) -> None:
    found = []
    for _ in range(2):
        learner = Learner()
        learner.send(do="loan", amount=120)
        run_week(learner.match.pk)
        learner.finish(0)
        learner.match.refresh_from_db()
        rows = Account.objects.filter(match=learner.match).order_by("number")
        found.append((list(rows.values_list("loan", "purse")), week_of(learner.match).resolved))
        learner.match.delete()
    assert found[0] == found[1]

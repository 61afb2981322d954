"""The hints of a first week: what they say, and what following them brings."""

from __future__ import annotations

import hashlib
import re

import pytest

from auctions.models import Account
from auctions.page.guide import hint
from auctions.page.own_seat import own_of
from auctions.page.query_params import Look
from auctions.page.viewer import Viewing
from auctions.rules.catalogue import NAMES
from auctions.rules.options import PRESETS
from auctions.rules.schedule import AUCTIONS
from auctions.services import bots
from auctions.services.scheduler import run_week
from chat.live.batch import one_batch
from games.engine.dealer import Seeded
from games.models import Seat
from games.page.presentation import Guide
from tests.auctions.page.week_pages import bid, borrow
from tests.auctions.weeks import Play, begin, open_match, people_called, play

pytestmark = pytest.mark.django_db

_BID = re.compile(rf"(?:(\d+) × )?({'|'.join(map(re.escape, NAMES.values()))}) at \$(\d+)")
_ITEM = {name: item for item, name in NAMES.items()}


def hint_of(week: Play, seat: int = 0) -> Guide:
    with one_batch():
        viewing = Viewing(week.id, week.user(seat), Look())
        viewing.recheck()
        own = own_of(viewing)
        assert own
        found = hint(own)
    assert found
    return found


def follow(week: Play, auction: int) -> None:
    """Do what the hints say until they name no loan and no bid."""
    for _ in range(9):
        text = hint_of(week).text
        loan = re.search(r"Borrow about \$(\d+)", text)
        if loan:
            borrow(week, 0, int(loan[1]))
        named = _BID.findall(text)
        for units, name, price in named:
            place = [lot.item for lot in week.frame.lineup[auction]].index(_ITEM[name])
            bid(week, 0, auction, int(price), place=place, units=int(units or 1))
        if not loan and not named:
            return
    raise AssertionError(text)


def quick_week(seed: int, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Return a quick week of a person and the house bots of its preset."""
    preset = next(one for one in PRESETS if one.slug == "practice")
    chance = Seeded(f"bots {seed}")
    monkeypatch.setattr(bots, "bots_randomness", lambda *_: chance)
    people = people_called("newcomer", 1)
    secret = hashlib.sha256(f"quick {seed}".encode()).hexdigest()
    match = open_match(people, secret=secret, options=dict(preset.options))
    Seat.objects.bulk_create(
        Seat(match=match, index=1 + number, bot="planner", joined_at=match.created_at)
        for number in range(preset.table["bots"])
    )
    return Play(begin(match), people)


@pytest.mark.deep
def test_who_follows_the_hints_of_a_quick_week_ends_above_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own, house = list[int](), list[list[int]]()
    for seed in range(10):
        week = quick_week(seed, monkeypatch)
        for auction in range(AUCTIONS):
            week.to(auction, seconds=-1)
            run_week(week.match.pk)
            follow(week, auction)
            week.run(auction)
        rows = Account.objects.filter(match=week.match).order_by("number")
        first, *others = rows.values_list("final", flat=True)
        own.append(first or 0)
        house.append([one or 0 for one in others])
    assert sum(final > 0 for final in own) >= 9, own
    thirds = [3 * sum(final > 0 for final in week) >= 2 * len(week) for week in house]
    assert sum(thirds) >= 9, house


def test_a_hint_praises_no_losing_position() -> None:
    week = play(2)
    borrow(week, 0, 200)
    bid(week, 0, 0, 150)
    week.run(0)
    titles = list[str]()
    for auction in range(1, AUCTIONS - 1):
        titles.append(hint_of(week).title)
        for place, lot in enumerate(week.frame.lineup[auction]):
            bid(week, 0, auction, 1, place=place, units=lot.units)
        week.run(auction)
    assert titles[0] == "Collect points"
    assert titles[-1].startswith("You would end at \u2212$")
    assert not any("have" in title for title in titles)


def test_a_hint_names_only_bids_that_are_still_to_be_placed() -> None:
    week = play(2)
    assert re.search(r"Borrow about \$\d+:", hint_of(week).text)
    borrow(week, 0, 100)
    units, name, price = _BID.findall(hint_of(week).text)[0]
    place = [lot.item for lot in week.frame.lineup[0]].index(_ITEM[name])
    bid(week, 0, 0, int(price) + 1, place=place, units=int(units or 1))
    assert name not in hint_of(week).text

"""A week on real sites: raced, killed midway, down for days (rules 3.4, 16.12).

In every case the final record is checked by the rules alone (`manage.py verify`).
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from auctions.rules.verify import check
from tests.support.client import Answer, Client, guest, match_in
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases
from tests.support.site import EmbeddedSite, ScaledSite, Site

pytestmark = pytest.mark.deep

PEOPLE = 5
TABLE = {
    "name": "A week",
    "access": "open",
    "least": "2",
    "most": "1000",
    "guests": "on",
    "spectators": "on",
    "option_pace": "fast",
    "option_minutes": "1440",
    "option_zone": "Europe/Rome",
    "option_cap": "200",
    "option_company": "mixed",
}

TRUTH = """
import json
from auctions.models import Account, Auction, Award, Bid
from games.models import Match
match = Match.objects.get(public_id={match!r})
auctions = Auction.objects.filter(match=match).order_by("number")
from auctions.selectors.week_setup import frame_of
frame = frame_of(match)
names = {{s.index: s.user.username for s in match.seats.filter(user__isnull=False)}}
number = {{a.pk: a.number for a in Account.objects.filter(match=match)}}
bids = [[
    [names.get(number[b.account_id]), b.price, b.units]
    for b in Bid.objects.filter(lot__in=lots) if number[b.account_id] in names
] for lots in frame.lots]
print(json.dumps({{
    "status": match.status, "failures": match.failures, "version": match.version,
    "instants": [a.instant.timestamp() for a in auctions],
    "resolved": [a.resolved_at and a.resolved_at.timestamp() for a in auctions],
    "lineup": [[[lot.item, lot.units] for lot in lots] for lots in frame.lineup],
    "loans": {{names[a.number]: a.loan for a in Account.objects.filter(match=match)
        if a.number in names}},
    "bids": bids,
}}))
"""

RESOLVED = """
from auctions.models import Auction
auctions = Auction.objects.filter(match__public_id={match!r}, resolved_at__isnull=False)
print(end="yes" if auctions.filter(number={number}).exists() else "")
"""

CROWD = """
import random
from datetime import timedelta
from django.contrib.auth import get_user_model
from auctions.models import Account, Bid
from auctions.selectors.week_setup import frame_of
from games.models import Match
from games.services.bulk import insert_rows, update_rows
match = Match.objects.get(public_id={match!r})
frame, chance = frame_of(match), random.Random(1)
bots = [a.pk for a in Account.objects.filter(match=match).exclude(seat__bot="")]
update_rows(Account, "seat", ("loan", "purse"), [(key, 150, 150) for key in bots])
for lots, auction in zip(frame.lineup, frame.lots):
    insert_rows(Bid, ("lot", "account", "price", "units", "since"), [
        (key, bot, price, 1, frame.start)
        for key, lot in zip(auction, lots) for bot in bots
        for price in chance.sample(range(1, 40), 2 if lot.units > 1 else 1)
    ])
"""


# Runs everything due again and again, as fast as a crowd of workers would, and finally prints how
# many of the auctions it held.
SWEEP = """
import time
from django.conf import settings
from auctions.models import Auction
from auctions.services import scheduler
from games.models import Match
pk = Match.objects.values_list("pk", flat=True).get(public_id={match!r})
own, resolve = [], scheduler.carry_out
def counted(**named):
    resolve(**named)
    own.append(named["auction"].number)
scheduler.carry_out = counted
settings.RUN_DIR.mkdir(exist_ok=True)
(settings.RUN_DIR / "sweep-{number}").touch()
end = time.monotonic() + 300
while Auction.objects.filter(match=pk, resolved_at=None).exists() and time.monotonic() < end:
    scheduler.run_week(pk)
    time.sleep(0.01)
print(len(own))
"""
SWEEPERS = 3


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest) -> Iterator[Site]:
    if request.param == "sqlite":
        with EmbeddedSite() as embedded:
            yield embedded
    else:
        with ScaledSite(request.getfixturevalue("postgres")) as scaled:
            yield scaled


class Week:
    """A running week of a site, over HTTP."""

    def __init__(self, house: Site, people: list[Client], **changes: str) -> None:
        self.house, self.people = house, people
        form = {**TABLE, **changes, "key": secrets.token_hex(8)}
        answer = people[0].post("/set/venice/", form)
        assert answer.status == 302, answer.text
        self.id = match_in(answer.location)
        for person in people[1:]:
            assert person.post(f"/m/{self.id}/join/").accepted
        started = people[0].post(f"/m/{self.id}/start/", {"key": secrets.token_hex(8)})
        assert started.accepted, started.text
        self.moved = 0.0
        self.instants: list[float] = self.truth()["instants"]

    def truth(self) -> Any:
        return json.loads(self.house.shell(TRUTH.format(match=self.id)))

    def post(self, person: Client, **form: Any) -> Answer:
        return person.post(f"/m/{self.id}/week/", {**form, "key": secrets.token_hex(8)})

    def to(self, auction: int, seconds: float = 1) -> None:
        """Move the site's clock to `seconds` after this auction's instant."""
        by = self.instants[auction] + seconds - (time.time() + self.moved)
        self.house.move_clock(by)
        self.moved += by

    def restart(self, auction: int, seconds: float) -> None:
        """Stop the site until `seconds` after this auction's instant."""
        self.house.stop()
        for person in self.people:
            person.close()
        self.to(auction, seconds)
        self.house.start()

    def wait(self, auction: int) -> None:
        wait_until(
            lambda: bool(self.house.shell(RESOLVED.format(match=self.id, number=auction))),
            what=f"auction {auction} being resolved\n{self.house.log()}",
        )

    def holds(self) -> None:
        """Assert that the finished week's record agrees with the rules."""
        truth = self.truth()
        assert (truth["status"], truth["failures"]) == ("finished", 0)
        assert truth["resolved"] == sorted(truth["resolved"])
        assert " 0 faults" in self.house.manage("verify", self.id)


def _people(house: Site) -> list[Client]:
    return [guest(house.urls[number % len(house.urls)]) for number in range(PEOPLE)]


class Bidder:
    """A person who bids for one lot without pause, and records accepted bids."""

    def __init__(self, week: Week, person: Client, auction: int, item: str, number: int) -> None:
        self.week, self.auction, self.item = week, auction, item
        urls = week.house.urls
        self.person = person.twin(urls[number % len(urls)])
        self.chance = random.Random(number)
        self.stands: dict[int, int] = {}
        self.loan = 0
        self.codes: list[str] = []

    def until_late(self) -> None:
        end = time.monotonic() + PATIENCE
        while not {"late", "loan_closed"} & set(self.codes) and time.monotonic() < end:
            self._act()
        self.person.close()

    def _act(self) -> None:
        same = {"auction": self.auction, "item": self.item}
        if self.auction == 0 and self.chance.randrange(3) == 0:
            loan = self.chance.randrange(201)
            if self._post(do="loan", amount=loan):
                self.loan = loan
        elif self.stands and self.chance.randrange(2):
            price = next(iter(self.stands))
            if self._post(do="withdraw", price=price, **same):
                del self.stands[price]
        else:
            price = self.chance.randrange(1, 60)
            if self._post(do="bid", price=price, units=1, **same):
                self.stands[price] = 1

    def _post(self, **form: Any) -> bool:
        answer = self.week.post(self.person, **form)
        assert answer.status in {200, 204, 302, 422}, answer.text[:2000]
        self.codes.append(answer.code)
        return answer.accepted


def test_commands_at_several_processes_race_the_instant(house: Site) -> None:
    week = Week(house, _people(house))
    for auction in (0, 1):
        item = max(week.truth()["lineup"][auction], key=lambda lot: lot[1])[0]
        bidders = [
            Bidder(week, person, auction, item, number) for number, person in enumerate(week.people)
        ]
        week.to(auction, seconds=-6)
        with ThreadPoolExecutor(PEOPLE) as pool:
            for work in [pool.submit(bidder.until_late) for bidder in bidders]:
                work.result()
        week.wait(auction)
        truth = week.truth()
        for bidder in bidders:
            mine = {
                p: units for name, p, units in truth["bids"][auction] if name == bidder.person.name
            }
            assert mine == bidder.stands
            assert set(bidder.codes) <= {
                "",
                "late",
                "loan_closed",
                "too_many_units",
                "too_many_bids",
            }
            if auction == 0:
                assert truth["loans"][bidder.person.name] == bidder.loan
        assert sum(bidder.codes.count("") for bidder in bidders) > PEOPLE
    week.to(6)
    week.wait(6)
    week.holds()


def test_auctions_missed_during_an_outage_resolve_in_order_with_their_bids(
    house: Site,
) -> None:
    week = Week(house, _people(house), option_pace="daily", bots="6")
    ann, bob = week.people[:2]
    for person in (ann, bob):
        assert week.post(person, do="loan", amount=150).accepted
        for auction in range(4):
            item = week.truth()["lineup"][auction][0][0]
            assert week.post(
                person, do="bid", auction=auction, item=item, price=9, units=1
            ).accepted
    week.to(0, seconds=-3600)
    week.restart(2, seconds=-3600)
    week.wait(1)
    truth = week.truth()
    assert truth["resolved"][2] is None
    assert truth["resolved"][0] <= truth["resolved"][1]
    assert truth["resolved"][0] - truth["instants"][0] > 40 * 3600
    item = truth["lineup"][1][0][0]
    late = week.post(ann, do="bid", auction=1, item=item, price=50, units=1)
    assert late.code == "late"
    item = truth["lineup"][2][0][0]
    assert week.post(ann, do="withdraw", auction=2, item=item).accepted
    week.restart(6, seconds=2 * 86_400)
    week.wait(6)
    week.holds()


def test_bids_continue_without_redis(postgres: Databases) -> None:
    with ScaledSite(postgres) as site:
        site.loud = True
        week = Week(site, _people(site), option_pace="daily", bots="6")
        ann, item = week.people[0], week.truth()["lineup"][0][0][0]
        site.redis.kill()
        try:
            assert week.post(ann, do="loan", amount=150).accepted
            assert week.post(ann, do="bid", auction=0, item=item, price=9, units=1).accepted
        finally:
            site.redis.start()
        wait_until(site.is_ready, what="the site being ready again")
        assert [ann.name, 9, 1] in week.truth()["bids"][0]


def test_a_killed_site_resolves_each_auction_exactly_once(house: Site) -> None:
    week = Week(house, _people(house), most="2000", bots="1500", option_company="idle")
    house.shell(CROWD.format(match=week.id))
    house.loud = True
    victims = ["worker", "beat"] if isinstance(house, ScaledSite) else ["house"]
    for auction, pause in enumerate((0.6, 0.9, 1.2, 1.6)):
        week.to(auction)
        time.sleep(pause)
        house.kill(*victims)
        house.start(*victims)
        week.wait(auction)
    week.to(6)
    week.wait(6)
    week.holds()
    record = week.people[0].twin().get(f"/m/{week.id}/record.json")  # larger than one chunk
    assert len(record.body) == int(record.headers["content-length"]) > 2**20
    assert check(json.loads(record.body)) == []


def test_sweeps_in_many_processes_resolve_an_auction_once(house: Site) -> None:
    week = Week(house, _people(house), most="300", bots="200", option_company="idle")
    house.shell(CROWD.format(match=week.id))
    before = week.truth()["version"]
    with ThreadPoolExecutor(SWEEPERS) as pool:
        sweeps = [
            pool.submit(_sweep, house, SWEEP.format(match=week.id, number=number))
            for number in range(SWEEPERS)
        ]
        wait_until(
            lambda: len([*house.folder.glob("run/sweep-*")]) == SWEEPERS or _ended(sweeps),
            what="the sweeps having begun",
        )
        for auction in (0, 3, 6):
            week.to(auction)
            week.wait(auction)
        resolved = [int(sweep.result()) for sweep in sweeps]
    week.holds()
    truth = week.truth()
    # one step of the match per auction, whichever process took it
    assert truth["version"] == before + 7
    assert sum(resolved) <= 7


def _sweep(house: Site, code: str) -> str:
    """Run Python code on the site in a new process."""
    return house.manage("shell", "--no-imports", "-c", code)


def _ended(sweeps: list[Future[str]]) -> bool:
    """Return True if a sweep has ended; raise if one has failed."""
    return any(sweep.done() and sweep.result() for sweep in sweeps)

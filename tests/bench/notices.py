"""Benchmark of many notices at once: delivery times, and page times meanwhile.

    python -m tests.bench notices [--people 10000] [--workers 2]

A scaled site sends each player of an auction a notice, as in a week of Venice: 500 per
transaction, each on the site, by e-mail and by push. Test servers for mail and push on this
machine read all of them. The baseline is the lobby's response time on the same site before
anything is due.
"""

from __future__ import annotations

import argparse
import json
import statistics
import threading
import time
from collections.abc import Callable

from config.operations.file_permissions import new_push_key
from tests.bench.lane import PublishedSite
from tests.bench.usage import Meter
from tests.support.client import Client, guest
from tests.support.post_office import PostOffice, post_office
from tests.support.push_service import PushBrowser, push_service
from tests.support.servers import Postgres
from tests.support.site import Site

SECONDS = 10.0  # duration of the baseline
PATIENCE = 3600.0

MADE = """
import json
from allauth.account.models import EmailAddress
from chat.core.clock import now
from chat.models import NoticePreferences, PushDevice
from lobby.models import User
said = json.load(open({file!r}))
people = User.objects.bulk_create(
    [User(username=f"person-{{number}}", password="!") for number in range(len(said))]
)
EmailAddress.objects.bulk_create(
    EmailAddress(user=person, email=f"{{person.username}}@example.org", primary=True, verified=True)
    for person in people
)
NoticePreferences.objects.bulk_create(
    NoticePreferences(user=person, choices={{"result": ["mail", "push", "site"]}})
    for person in people
)
PushDevice.objects.bulk_create(
    PushDevice(user=person, name="Firefox", host="127.0.0.1", made_at=now(), **keys)
    for person, keys in zip(people, said)
)
"""
TOLD = """
from chat.contacts.notices import notify_many
from lobby.models import User
keys = list(User.objects.filter(username__startswith="person-").values_list("pk", flat=True))
for first in range(0, len(keys), 500):
    told = {key: "“A week”, Monday: you won 2 × silk for $17." for key in keys[first:first + 500]}
    notify_many(kind="auction", told=told, url="/m/abcdefghjk/?day=1", instead_of="/m/abcdefghjk/")
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.notices")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    wish = parser.parse_args()
    with post_office() as office, push_service() as service:
        browsers = [service.browser() for _ in range(wish.people)]
        environment = {
            "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(office.port), "EMAIL_USE_TLS": "0",
            "PUSH_KEY": new_push_key(), "PUSH_LOOPBACK": "1", "WORKERS": str(wish.workers),
            "CSRF_TRUSTED_ORIGINS": "https://ridotto.example", "LOG_LEVEL": "ERROR",
        }  # fmt: skip
        with (
            Postgres(durable=True) as postgres,
            PublishedSite(postgres, webs=1, **environment) as site,
        ):
            _measure(site, office, browsers)
        assert service.wrong == []


def _measure(site: Site, office: PostOffice, browsers: list[PushBrowser]) -> None:
    file = site.folder / "browsers.json"
    file.write_text(json.dumps([browser.keys for browser in browsers]), "utf-8")
    site.shell(MADE.format(file=str(file)))
    visitor = guest(site.url)
    until = time.monotonic() + SECONDS
    before = _lobby_times(visitor, lambda: time.monotonic() > until)
    meters = {name: Meter([process.pid]) for name, process in site.processes.items()}
    began = time.monotonic()
    writing = threading.Thread(target=site.shell, args=(TOLD,))
    writing.start()
    arrived: dict[str, float] = {}
    meanwhile = _lobby_times(visitor, lambda: _all_notified(office, browsers, arrived, began))
    writing.join()
    print(f"{len(browsers)} people, told by three ways each")
    for way, seconds in arrived.items():
        print(f"  {way:28}{seconds:8.1f} s until all had it")
    print(f"  lobby before                {_percentiles(before)}")
    print(f"  lobby meanwhile             {_percentiles(meanwhile)}")
    for name, meter in meters.items():
        each = 1000 * meter.used() / len(browsers)
        print(f"  processor of {name:15}{meter.used():8.1f} s, {each:.2f} ms a person")


def _all_notified(
    office: PostOffice, browsers: list[PushBrowser], arrived: dict[str, float], began: float
) -> bool:
    """Record when everybody has been notified by each channel."""
    passed = time.monotonic() - began
    if passed > PATIENCE:
        raise TimeoutError(f"{len(office.taken)} letters after {passed:.0f} s")
    if len(office.taken) >= len(browsers):
        arrived.setdefault("e-mail", passed)
    if all(browser.shown for browser in browsers):
        arrived.setdefault("push", passed)
    return len(arrived) == 2


def _lobby_times(visitor: Client, done: Callable[[], bool]) -> list[float]:
    """Return response times of the lobby, requested ten times a second until `done`."""
    times: list[float] = []
    while not done():
        began = time.monotonic()
        assert visitor.get("/lobby/").status == 200
        times.append(time.monotonic() - began)
        time.sleep(0.1)
    return times


def _percentiles(times: list[float]) -> str:
    worst = statistics.quantiles(times, n=20)[-1]
    return f"{1000 * statistics.median(times):6.0f} ms median, {1000 * worst:6.0f} ms 95th"


if __name__ == "__main__":
    main()

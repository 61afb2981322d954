"""17:15 in the pinned time zones, through every clock change (rules 3.1, 16.13)."""

from __future__ import annotations

import os
import subprocess
import sys
import zoneinfo
from datetime import UTC, datetime, timedelta
from importlib import metadata
from importlib.resources import files
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings

from auctions.rules.options import VeniceOptions
from auctions.rules.schedule import daily_instants
from auctions.services.start import instants_of
from auctions.zones import zone_names, zone_of
from tests.auctions.weeks import play, set_clock
from tests.laws.source import ROOT

# The examples of rules 3.1: start, zone, instants.
EXAMPLES = [
    ("2026-03-25T10:00", "Europe/Rome", ["2026-03-29T15:15", "2026-04-04T15:15"]),
    ("2026-10-22T10:00", "Europe/Rome", ["2026-10-25T16:15", "2026-10-31T16:15"]),
    ("2026-04-13T08:00", "Africa/Cairo", ["2026-04-19T15:15", "2026-04-25T14:15"]),
    ("2026-11-22T15:15", "Europe/Rome", ["2026-11-22T16:15", "2026-11-28T16:15"]),
    ("2026-11-22T15:16", "Europe/Rome", ["2026-11-29T16:15", "2026-12-05T16:15"]),
]


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.both
@pytest.mark.django_db
@pytest.mark.parametrize(("start", "zone", "instants"), EXAMPLES)
def test_stored_instants_are_those_of_the_rules(start: str, zone: str, instants: list[str]) -> None:
    set_clock(_utc(start) - timedelta(seconds=20))  # starting takes some seconds
    found = play(2, options={"pace": "daily", "zone": zone}).frame.instants
    assert [found[0], found[6]] == [_utc(text) for text in instants]
    assert [at.astimezone(zone_of(zone)).strftime("%w %H:%M") for at in found] == [
        f"{day} 17:15" for day in range(7)
    ]


@pytest.mark.parametrize(
    ("start", "zone", "hours"),
    [
        # America's clocks change on Sunday at 2:00, before the opening, so all days have 24 hours.
        # With a change within the week, a day has 23 or 25 hours, and 17:15 stays 17:15.
        ("2026-04-13T08:00", "Africa/Cairo", [24, 24, 24, 24, 23, 24]),
        ("2026-10-26T08:00", "Africa/Cairo", [24, 24, 24, 24, 24, 24]),
        ("2026-10-19T08:00", "Africa/Cairo", [24, 24, 24, 24, 25, 24]),
        ("2026-03-16T08:00", "Asia/Jerusalem", [24, 24, 24, 24, 23, 24]),
        ("2026-03-04T08:00", "America/New_York", [24, 24, 24, 24, 24, 24]),
        ("2026-03-23T10:00", "Europe/Rome", [24, 24, 24, 24, 24, 24]),
        ("2026-10-19T10:00", "Europe/Rome", [24, 24, 24, 24, 24, 24]),
        ("2027-03-22T10:00", "Europe/Rome", [24, 24, 24, 24, 24, 24]),
    ],
)
def test_a_clock_change_within_the_week_moves_utc_and_not_the_hour(
    start: str, zone: str, hours: list[int]
) -> None:
    options = VeniceOptions(zone=zone)
    found = instants_of(options, _utc(start))
    assert [(b - a) / timedelta(hours=1) for a, b in pairwise(found)] == hours
    assert {at.astimezone(zone_of(zone)).strftime("%H:%M") for at in found} == {"17:15"}


def test_quarter_past_five_is_a_quarter_of_an_hour_in_every_zone() -> None:
    """Check that a task on every quarter of an hour fires at each zone's 17:15."""
    start = datetime(2025, 1, 1, tzinfo=UTC)
    for name in sorted(zone_names()):
        zone = zone_of(name)
        for month in range(48):
            at = start + timedelta(days=30 * month)
            for instant in daily_instants(at, zone):
                assert instant.minute % 15 == 0, name
                assert instant.second == instant.microsecond == 0, name


@pytest.mark.deep
def test_zones_come_from_the_package_and_not_from_the_machine(tmp_path: Any) -> None:
    """Give the machine a Rome that is Tokyo, and check that no auction moves."""
    folder = tmp_path / "Europe"
    folder.mkdir()
    tokyo = files("tzdata").joinpath("zoneinfo", "Asia", "Tokyo")
    (folder / "Rome").write_bytes(tokyo.read_bytes())
    code = (
        "import django; django.setup();"
        "import zoneinfo, datetime as d; from auctions.zones import zone_of;"
        "at = d.datetime(2026, 7, 1, tzinfo=d.UTC);"
        "print(zoneinfo.TZPATH, at.astimezone(zoneinfo.ZoneInfo('Europe/Rome')).hour,"
        " at.astimezone(zone_of('Europe/Rome')).hour)"
    )
    environment = {**os.environ, "PYTHONTZPATH": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.stdout.strip() == "() 2 2", done.stderr


def test_the_zones_of_this_process_are_the_pinned_ones() -> None:
    assert zoneinfo.TZPATH == ()
    pinned = f"tzdata=={metadata.version('tzdata')}"
    assert pinned in (ROOT / "requirements.txt").read_text().split()
    summer = datetime(2026, 7, 1, tzinfo=ZoneInfo("Europe/Rome"))
    assert summer.utcoffset() == timedelta(hours=2)


def test_the_schedule_runs_every_quarter_hour() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["auctions.on_the_quarter"]
    assert entry["task"] == "auctions.tasks.on_the_quarter"
    assert entry["schedule"].minute == {0, 15, 30, 45}
    assert settings.CELERY_TIMEZONE == "UTC"

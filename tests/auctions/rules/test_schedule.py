"""Rules 3, and property 13 of rules 16."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from itertools import pairwise
from random import Random

import pytest

from auctions.rules.schedule import daily_instants, fast_instants, next_due
from auctions.zones import zone_names, zone_of

SUNDAY, SATURDAY = 6, 5
FROM, DAYS = datetime(2025, 1, 1, tzinfo=UTC), 365 * 12


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def shown(instants: tuple[datetime, ...]) -> list[str]:
    assert all(instant.tzinfo is UTC for instant in instants)
    return [f"{instant:%a %d %b %H:%M}" for instant in instants]


def test_every_zone_and_start_has_a_week_from_sunday_to_saturday() -> None:
    random = Random(13)
    for name in sorted(zone_names()):
        for _ in range(12):
            start = FROM + timedelta(seconds=random.randrange(DAYS * 86400))
            holds(start, zone_of(name))


@pytest.mark.parametrize("name", ["Europe/Rome", "America/New_York", "Pacific/Chatham"])
def test_every_day_of_twelve_years_has_its_week(name: str) -> None:
    for day in range(DAYS):
        holds(FROM + timedelta(days=day, hours=day % 24, minutes=day % 60), zone_of(name))


def holds(start: datetime, zone: tzinfo) -> None:
    found = daily_instants(start, zone)
    local = [instant.astimezone(zone) for instant in found]
    assert [day.weekday() for day in local] == [SUNDAY, 0, 1, 2, 3, 4, SATURDAY]
    assert {(day.hour, day.minute, day.second) for day in local} == {(17, 15, 0)}
    dates = [day.date() for day in local]
    assert all(b - a == timedelta(days=1) for a, b in pairwise(dates))
    notice = found[0] - start
    change = timedelta(hours=2)
    assert timedelta(minutes=60) <= notice <= timedelta(days=7, minutes=60) + change


class Changing(tzinfo):
    """A zone an hour ahead of UTC, with a clock change.

    It is shifted by `shift` more hours from 17:00 local on 5 April 2026.
    """

    def __init__(self, shift: int) -> None:
        self.shift = timedelta(hours=shift)

    def utcoffset(self, moment: datetime | None) -> timedelta:
        assert moment is not None
        bare = moment.replace(tzinfo=None, fold=0)
        change = datetime(2026, 4, 5, 17)  # noqa: DTZ001 - local time
        if self.shift > timedelta(0):  # 17:00 to 18:00 does not exist
            after = bare >= change + self.shift or (bare >= change and moment.fold == 1)
        else:  # 16:00 to 17:00 happens twice
            back = change + self.shift
            after = bare >= change or (bare >= back and moment.fold == 1)
        return timedelta(hours=1) + (self.shift if after else timedelta(0))

    def dst(self, moment: datetime | None) -> timedelta:
        return timedelta(0)

    def tzname(self, moment: datetime | None) -> str:
        return "changing"

    def fromutc(self, moment: datetime) -> datetime:
        change = datetime(2026, 4, 5, 16, tzinfo=self)
        shift = self.shift if moment >= change else timedelta(0)
        return moment + timedelta(hours=1) + shift


def test_a_nonexistent_time_uses_the_offset_before_the_gap() -> None:
    opening = daily_instants(at("2026-04-01T10:00"), Changing(1))[0]
    assert shown((opening,)) == ["Sun 05 Apr 16:15"]


def test_the_first_of_an_ambiguous_time_counts() -> None:
    class Twice(Changing):
        def utcoffset(self, moment: datetime | None) -> timedelta:
            assert moment is not None
            bare = moment.replace(tzinfo=None, fold=0)
            ends = datetime(2026, 4, 5, 18)  # noqa: DTZ001 - local time
            after = bare >= ends or (bare >= ends + self.shift and moment.fold == 1)
            return timedelta(hours=1) + (self.shift if after else timedelta(0))

    first, second, *_ = daily_instants(at("2026-04-01T10:00"), Twice(-1))
    assert shown((first, second)) == ["Sun 05 Apr 16:15", "Mon 06 Apr 17:15"]


def test_fast_pace_counts_minutes_from_the_start() -> None:
    start = datetime(2026, 11, 18, 13, tzinfo=timezone(timedelta(hours=1)))
    found = fast_instants(start, 10)
    assert shown(found)[:2] == ["Wed 18 Nov 12:10", "Wed 18 Nov 12:20"]
    assert found[6] - start == timedelta(minutes=70)


def test_auctions_are_due_in_order_and_at_their_instant() -> None:
    instants = fast_instants(at("2026-11-18T12:00"), 10)
    moment = timedelta(milliseconds=1)
    assert next_due(instants, 0, instants[0] - moment) is None
    assert next_due(instants, 0, instants[0]) == 0
    assert next_due(instants, 2, instants[6]) == 2, "however late, the next one comes first"
    assert next_due(instants, 7, instants[6]) is None


def test_zones_come_from_the_pinned_data_only() -> None:
    assert "Europe/Rome" in zone_names()
    for name in ("Europe/Atlantis", "../../etc/passwd", "", "Europe"):
        with pytest.raises(KeyError):
            zone_of(name)

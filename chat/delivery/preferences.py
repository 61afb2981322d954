"""What a person wants to be told of, how and when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from chat.core.refusals import ChatCode, Refusal
from chat.delivery.kinds import MAIL, ROWS, SITE, TEST, WAYS, row_of
from chat.models import NoticePreferences
from chat.people import Person

HOURS = range(24)


def preferences_of(person: Person) -> NoticePreferences:
    """Theirs, or a newcomer's, which is in no table."""
    found = NoticePreferences.objects.filter(user=person).first()
    return found or NoticePreferences(user=person)


def preferences_by_person(people: Collection[int]) -> dict[int, NoticePreferences]:
    """By key, of those who have chosen anything."""
    return NoticePreferences.objects.in_bulk(people)


def ways_of(row: str, preferences: NoticePreferences | None) -> frozenset[str]:
    """The ways by which this row of the table reaches a person."""
    chosen = preferences.choices.get(row) if preferences is not None else None
    return ROWS[row].ways if chosen is None else frozenset(chosen)


def is_wanted(kind: str, way: str, preferences: NoticePreferences | None) -> bool:
    """Whether a notice of this kind is to go this way. A test goes every way."""
    return kind == TEST or way in ways_of(row_of(kind), preferences)


def gets_mail(row: str, preferences: NoticePreferences | None) -> bool:
    """Whether e-mail of this row is wanted; for "": of any."""
    return any(MAIL in ways_of(name, preferences) for name in ([row] if row else ROWS))


def is_on_site(kind: str, preferences: NoticePreferences | None) -> bool:
    return is_wanted(kind, SITE, preferences)


@transaction.atomic
def set_choices(*, user: Person, choices: Mapping[str, Collection[str]]) -> None:
    """The whole table anew: for each row its ways. Refuses `malformed`."""
    if choices.keys() - ROWS.keys() or any(set(ways) - set(WAYS) for ways in choices.values()):
        raise Refusal(ChatCode.MALFORMED)
    _keep(user, choices={row: sorted(choices.get(row, ())) for row in ROWS})


@transaction.atomic
def set_times(
    *, user: Person, quiet_from: int | None, quiet_to: int | None, digest_hour: int | None
) -> None:
    """Quiet hours and the hour of the daily mail; None: there are none. Refuses `malformed`."""
    if any(hour is not None and hour not in HOURS for hour in (quiet_from, quiet_to, digest_hour)):
        raise Refusal(ChatCode.MALFORMED)
    quiet_from, quiet_to = span(quiet_from, quiet_to)
    _keep(user, quiet_from=quiet_from, quiet_to=quiet_to, digest_hour=digest_hour)


@transaction.atomic
def set_alerts(*, user: Person, sound: bool, vibration: bool) -> None:
    """What a push message does to a device."""
    _keep(user, sound=sound, vibration=vibration)


@transaction.atomic
def unsubscribe(*, user: Person, row: str) -> None:
    """No more e-mail of this row; of none for ""."""
    preferences = _locked(user)
    for name in [row] if row else ROWS:
        preferences.choices[name] = sorted(ways_of(name, preferences) - {MAIL})
    preferences.save(update_fields=["choices"])


@transaction.atomic
def note_dead_address(*, user: int, address: str, at: datetime) -> None:
    """A mail server has refused it for good."""
    NoticePreferences.objects.update_or_create(
        user_id=user, defaults={"dead_address": address, "dead_since": at}
    )


def note_living_address(*, user: int, address: str) -> None:
    """A mail server has taken something for it."""
    NoticePreferences.objects.filter(user=user, dead_address=address).update(
        dead_address="", dead_since=None
    )


def _locked(user: Person) -> NoticePreferences:
    NoticePreferences.objects.get_or_create(user=user)
    return NoticePreferences.objects.select_for_update().get(user=user)


def _keep(user: Person, **values: object) -> None:
    NoticePreferences.objects.update_or_create(user=user, defaults=values)


def span(first: int | None, end: int | None) -> tuple[int | None, int | None]:
    """These hours of the day; neither where one is missing, or none lies between."""
    return (None, None) if first is None or end is None or first == end else (first, end)


def quiet_until(
    preferences: NoticePreferences | None, zone: ZoneInfo, at: datetime
) -> datetime | None:
    """The end of the quiet hours that `at` falls into; None if it is not in any."""
    if preferences is None or preferences.quiet_from is None or preferences.quiet_to is None:
        return None
    if not is_within(preferences.quiet_from, preferences.quiet_to, zone, at):
        return None
    return next_hour(preferences.quiet_to, zone, at)


def is_within(first: int, end: int, zone: ZoneInfo, at: datetime) -> bool:
    """Whether it is between these hours of the day, which may reach over midnight."""
    return (at.astimezone(zone).hour - first) % 24 < (end - first) % 24


def next_hour(hour: int, zone: ZoneInfo, at: datetime) -> datetime:
    """When it is next this hour in this zone, after `at`: by its own calendar, then converted."""
    local = at.astimezone(zone)
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if moment.astimezone(at.tzinfo) <= at:
        moment = (moment.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    return moment.astimezone(at.tzinfo)

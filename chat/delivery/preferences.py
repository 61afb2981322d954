"""Preferences of a person: which notices they are sent, how and when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from chat.core.refusals import ChatCode, Refusal
from chat.delivery.kinds import EVENTS, HOOK, MAIL, ROWS, SITE, URGENT, WAYS, row_of
from chat.models import NoticePreferences
from chat.people import Person

HOURS = range(24)


def preferences_of(person: Person) -> NoticePreferences:
    """Return this person's preferences; unsaved defaults if they have none."""
    found = NoticePreferences.objects.filter(user=person).first()
    return found or NoticePreferences(user=person)


def preferences_by_person(people: Collection[int]) -> dict[int, NoticePreferences]:
    """Return the preferences of those who have any, by the person's key."""
    return NoticePreferences.objects.in_bulk(people)


def ways_of(row: str, preferences: NoticePreferences | None) -> frozenset[str]:
    """Return the ways by which this row of the table reaches a person."""
    chosen = preferences.choices.get(row) if preferences is not None else None
    return ROWS[row].ways if chosen is None else frozenset(chosen)


def is_wanted(kind: str, way: str, preferences: NoticePreferences | None) -> bool:
    """Return True if a notice of this kind is to go this way. Urgent ones go every way."""
    if way == HOOK:
        return kind in EVENTS
    return kind in URGENT or way in ways_of(row_of(kind), preferences)


def gets_mail(row: str, preferences: NoticePreferences | None) -> bool:
    """Return True if e-mail for this row is wanted, or for "" e-mail for any row."""
    return any(MAIL in ways_of(name, preferences) for name in ([row] if row else ROWS))


def is_on_site(kind: str, preferences: NoticePreferences | None) -> bool:
    return is_wanted(kind, SITE, preferences)


@transaction.atomic
def set_choices(*, user: Person, choices: Mapping[str, Collection[str]]) -> None:
    """Replace a person's table of preferences: the ways of each row.

    Rows that are missing get no ways. Raise `Refusal` with `malformed` for unknown rows or ways.
    """
    if choices.keys() - ROWS.keys() or any(set(ways) - set(WAYS) for ways in choices.values()):
        raise Refusal(ChatCode.MALFORMED)
    _keep(user, choices={row: sorted(choices.get(row, ())) for row in ROWS})


@transaction.atomic
def set_times(
    *, user: Person, quiet_from: int | None, quiet_to: int | None, digest_hour: int | None
) -> None:
    """Set the quiet hours and the hour of the daily e-mail; None for none.

    Raise `Refusal` with `malformed` if an hour is not from 0 to 23.
    """
    if any(hour is not None and hour not in HOURS for hour in (quiet_from, quiet_to, digest_hour)):
        raise Refusal(ChatCode.MALFORMED)
    quiet_from, quiet_to = span(quiet_from, quiet_to)
    _keep(user, quiet_from=quiet_from, quiet_to=quiet_to, digest_hour=digest_hour)


@transaction.atomic
def set_alerts(*, user: Person, sound: bool, vibration: bool) -> None:
    """Set what a push message does on the person's devices."""
    _keep(user, sound=sound, vibration=vibration)


@transaction.atomic
def unsubscribe(*, user: Person, row: str) -> None:
    """Stop e-mail for this row of preferences, or for all rows if it is ""."""
    preferences = _locked(user)
    for name in [row] if row else ROWS:
        preferences.choices[name] = sorted(ways_of(name, preferences) - {MAIL})
    preferences.save(update_fields=["choices"])


@transaction.atomic
def note_dead_address(*, user: int, address: str, at: datetime) -> None:
    """Record that a mail server refused an address permanently."""
    NoticePreferences.objects.update_or_create(
        user_id=user, defaults={"dead_address": address, "dead_since": at}
    )


def note_living_address(*, user: int, address: str) -> None:
    """Record that a mail server accepted mail for an address."""
    NoticePreferences.objects.filter(user=user, dead_address=address).update(
        dead_address="", dead_since=None
    )


def _locked(user: Person) -> NoticePreferences:
    NoticePreferences.objects.get_or_create(user=user)
    return NoticePreferences.objects.select_for_update().get(user=user)


def _keep(user: Person, **values: object) -> None:
    NoticePreferences.objects.update_or_create(user=user, defaults=values)


def span(first: int | None, end: int | None) -> tuple[int | None, int | None]:
    """Return these hours of the day, or None for both if they span no time."""
    return (None, None) if first is None or end is None or first == end else (first, end)


def quiet_until(
    preferences: NoticePreferences | None, zone: ZoneInfo, at: datetime
) -> datetime | None:
    """Return the end of the quiet hours that `at` is in, or None if it is in none."""
    if preferences is None or preferences.quiet_from is None or preferences.quiet_to is None:
        return None
    if not is_within(preferences.quiet_from, preferences.quiet_to, zone, at):
        return None
    return next_hour(preferences.quiet_to, zone, at)


def is_within(first: int, end: int, zone: ZoneInfo, at: datetime) -> bool:
    """Return True if `at` is between two hours of the day, also across midnight."""
    return (at.astimezone(zone).hour - first) % 24 < (end - first) % 24


def next_hour(hour: int, zone: ZoneInfo, at: datetime) -> datetime:
    """Return the next time after `at` when it is this hour in this zone."""
    # Counted by the zone's own calendar, since days differ in length.
    local = at.astimezone(zone)
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if moment.astimezone(at.tzinfo) <= at:
        moment = (moment.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    return moment.astimezone(at.tzinfo)

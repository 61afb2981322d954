"""Reliability: how many decisions people answer in time, and outages of the site.

Decisions are counted from the log after the end of a match: of matches between people that were
played to the end. Stopped and stalled matches count for nobody; guests and bot accounts are not
counted. `manage.py reliability` counts everything again from the logs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import F, Sum

from chat.core.batched_jobs import MOST
from chat.core.clock import now
from games.models import (
    HousePulse,
    LogEntry,
    Match,
    MatchReliability,
    MatchToCount,
    MissedDecision,
    Outage,
    Reliability,
    Seat,
)
from games.registry import games, has_engine, title_of
from games.selectors.reliability import Down, Entry, Miss, Share, counted, excused, first_month
from games.services.locks import in_turn
from games.services.log import log_of

# --- Outages: web processes report that they take answers, and a gap is recorded


EVERY = 5.0  # seconds between two reports of a web process
GAP = timedelta(seconds=15)  # without any report: the site was down
_ONE = 1  # the key of the one row


def answers_are_taken() -> None:
    """Report that this web process takes answers, and record an outage before it.

    Every web process calls it again and again, as long as it serves and can write.
    """
    with in_turn(), transaction.atomic(durable=True):
        at = now()
        HousePulse.objects.bulk_create([HousePulse(pk=_ONE, at=at)], ignore_conflicts=True)
        last = HousePulse.objects.select_for_update().get(pk=_ONE).at
        if at - last > GAP:
            Outage.objects.create(since=last, until=at)
        # Another web process may have reported just now.
        if abs(at - last) > timedelta(seconds=EVERY / 2):
            HousePulse.objects.filter(pk=_ONE).update(at=at)


def outages_since(moment: datetime) -> list[Down]:
    """Return the outages that ended after this time, and one that may still last."""
    rows = Outage.objects.filter(until__gte=moment).order_by("until")
    found = [Down(*row) for row in rows.values_list("since", "until")]
    last = HousePulse.objects.values_list("at", flat=True).first()
    if last is not None and now() - last > GAP:
        found.append(Down(last, now()))
    return found


def forget_outages(*, before: datetime) -> None:
    Outage.objects.filter(until__lt=before).delete()


SETTLED = timedelta(minutes=1)  # after a match's end, an outage that had begun is known
LONGEST = timedelta(days=120)  # no decision that still counts is older
_HOUSE = frozenset({"join", "leave", "begin"})


def count_one() -> bool:
    """Count the match that ended first. Return False if none is waiting.

    A match is counted a minute after its end at the earliest.
    """
    with in_turn(), transaction.atomic(durable=True):
        ended = MatchToCount.objects.filter(ended_at__lte=now() - SETTLED)
        waiting = ended.select_related("match").order_by("ended_at")
        if connection.features.has_select_for_update_skip_locked:
            waiting = waiting.select_for_update(skip_locked=True, of=("self",))
        row = waiting.first()
        if row is None:
            return False
        found = _of_members(row.match) if _counts(row.match) else {}
        if found:
            _keep(row.match, found, _month(row.ended_at))
        else:
            MissedDecision.objects.filter(match=row.match).delete()
        row.delete()
    return True


def _counts(match: Match) -> bool:
    """Return True if people played this match with each other, to the end."""
    finished = match.status == Match.Status.FINISHED
    return (
        finished
        and match.game in games()
        and has_engine(match)
        and len(set(_people(match).values())) > 1
    )


def _people(match: Match) -> dict[int, int]:
    """Return the user of each seat that a person had; a returning player has several."""
    rows = Seat.objects.filter(match=match, user__isnull=False, program=False)
    return dict(rows.values_list("index", "user_id"))


def _of_members(match: Match) -> dict[int, Share]:
    users = get_user_model()._default_manager.filter(is_guest=False, is_bot=False)
    people = worked_out(match)
    members = users.filter(pk__in=people, is_active=True).values_list("pk", flat=True)
    return {user: people[user] for user in sorted(members)}


def worked_out(match: Match) -> dict[int, Share]:
    """Return the answered and missed decisions of each person who played."""
    people = _people(match)
    asides = _HOUSE | title_of(match).asides
    found: dict[int, Share] = dict.fromkeys(people.values(), Share(0, 0))
    for seat, share in counted(_entries(match), _misses(match), asides).items():
        if seat in people:
            before = found[people[seat]]
            found[people[seat]] = Share(
                before.answered + share.answered, before.missed + share.missed
            )
    return found


def _entries(match: Match) -> list[Entry]:
    rows = LogEntry.objects.filter(match=match).order_by("seq")
    found = [Entry(*row) for row in rows.values_list("seq", "seat", "kind", "decision")]
    return found or [Entry(one.seq, one.seat, one.kind, one.decision) for one in log_of(match)]


def _misses(match: Match) -> Iterator[Miss]:
    rows = list(MissedDecision.objects.filter(match=match).order_by("seq", "pk"))
    begun = [row.asked_at for row in rows if row.asked_at is not None]
    outages = outages_since(min(begun)) if begun else []
    for row in rows:
        yield Miss(row.seq, row.seat, row.kind, _excused(row, outages))


def _excused(row: MissedDecision, outages: list[Down]) -> bool:
    if row.due is None:
        return False
    return row.asked_at is None or excused(row.asked_at, row.due, outages)


def _month(moment: datetime) -> date:
    return moment.astimezone(UTC).date().replace(day=1)


def _keep(match: Match, found: Mapping[int, Share], month: date) -> None:
    MatchReliability.objects.bulk_create(
        MatchReliability(
            match=match, user_id=user, pace=match.settings.pace, month=month,
            answered=share.answered, missed=share.missed,
        )
        for user, share in found.items()
    )  # fmt: skip
    begun = [Reliability(user_id=user, pace=match.settings.pace, month=month) for user in found]
    Reliability.objects.bulk_create(begun, ignore_conflicts=True)
    sums = Reliability.objects.filter(user__in=found, pace=match.settings.pace, month=month)
    # Always in the same order, so that two workers cannot deadlock.
    for row in list(sums.select_for_update().order_by("user")):
        share = found[row.user_id]
        Reliability.objects.filter(pk=row.pk).update(
            answered=F("answered") + share.answered, missed=F("missed") + share.missed
        )


def forget_old() -> bool:
    """Delete a batch of rows too old to count. Return True if there may be more."""
    with in_turn(), transaction.atomic(durable=True):
        oldest = first_month(now().date())
        Reliability.objects.filter(month__lt=oldest).delete()
        forget_outages(before=now() - LONGEST)
        rows = MatchReliability.objects.filter(month__lt=oldest).order_by("month")
        old = list(rows.values_list("pk", "match")[:MOST])
        MissedDecision.objects.filter(match__in={match for _pk, match in old}).delete()
        MatchReliability.objects.filter(pk__in=[pk for pk, _match in old]).delete()
    return len(old) == MOST


def forget_reliability(*, user: Any) -> None:
    """Delete the counts of a deleted account."""
    Reliability.objects.filter(user=user).delete()
    MatchReliability.objects.filter(user=user).delete()


@dataclass
class Recount:
    """The result of a recount, and how many stored rows differ from it."""

    matches: int = 0
    people: int = 0
    wrong_matches: int = 0  # rows of `MatchReliability`
    wrong_sums: int = 0

    @property
    def same(self) -> bool:
        return not (self.wrong_matches or self.wrong_sums)


@transaction.atomic
def recount(*, write: bool = False) -> Recount:
    """Count all matches again from their logs, and compare.

    `write`: correct what differs.
    """
    found = Recount()
    if write:
        list(Reliability.objects.select_for_update().order_by("user").values_list("pk"))
    rows = MatchReliability.objects.filter(month__gte=first_month(now().date()))
    listed = rows.select_related("match").order_by("match", "user").iterator(chunk_size=MOST)
    for match, some in groupby(listed, key=lambda row: row.match):
        right = worked_out(match)
        wrong = [row for row in some if not _put_right(row, right.get(row.user_id, Share(0, 0)))]
        if write:
            MatchReliability.objects.bulk_update(wrong, ["answered", "missed"])
        found.matches += 1
        found.wrong_matches += len(wrong)
    _compare(found, write=write)
    return found


def _put_right(row: MatchReliability, share: Share) -> bool:
    """Correct the row. Return True if it was correct already."""
    was = Share(row.answered, row.missed)
    row.answered, row.missed = share
    return was == share


def _compare(found: Recount, *, write: bool) -> None:
    """Compare the stored sums with those of the matches."""
    oldest = first_month(now().date())
    rows = MatchReliability.objects.filter(month__gte=oldest).values("user", "pace", "month")
    right = {
        (row["user"], row["pace"], row["month"]): (row["all_answered"], row["all_missed"])
        for row in rows.annotate(all_answered=Sum("answered"), all_missed=Sum("missed"))
    }
    stored = {
        (row.user_id, row.pace, row.month): row
        for row in Reliability.objects.filter(month__gte=oldest)
    }
    found.people = len({user for user, _pace, _month in right})
    for key in right.keys() | stored.keys():
        row, (answered, missed) = stored.get(key), right.get(key, (0, 0))
        if row is not None and (row.answered, row.missed) == (answered, missed):
            continue
        found.wrong_sums += 1
        if write:
            user, pace, month = key
            Reliability.objects.update_or_create(
                user_id=user, pace=pace, month=month,
                defaults={"answered": answered, "missed": missed},
            )  # fmt: skip

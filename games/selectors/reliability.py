"""Reliability: how often somebody answers in time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Sum

from chat.core.clock import nearly_now
from chat.core.translation import gettext as _
from games.models import Match, Reliability

# --- Counting decisions: pure functions of a match's log and its missed decisions


MONTHS = 3  # months that count, this one included; older ones are deleted
ENOUGH = 20  # a share of fewer decisions says little
MOST_IN_A_ROW = 5  # decisions of one absence that count as missed


class Share(NamedTuple):
    """The numbers of answered and missed decisions of a person, at one pace."""

    answered: int
    missed: int

    @property
    def decisions(self) -> int:
        return self.answered + self.missed

    @property
    def known(self) -> bool:
        """True if there are enough decisions for a meaningful share."""
        return self.decisions >= ENOUGH

    @property
    def percent(self) -> int:
        """The percentage of decisions answered in time, 0 if there are none."""
        # Rounded down, so that nobody is refused whose displayed share is enough.
        return 100 * self.answered // self.decisions if self.decisions else 0


NOBODY_KNOWS = Share(0, 0)


class Entry(NamedTuple):
    """An entry of a log."""

    seq: int
    seat: int | None
    kind: str
    decision: str  # the open one after this entry


class Miss(NamedTuple):
    """A decision that a seat did not answer itself (`MissedDecision`)."""

    seq: int
    seat: int
    kind: str
    excused: bool  # by an outage


class Down(NamedTuple):
    """A time in which the site took no answers."""

    since: datetime
    until: datetime


def first_month(today: date) -> date:
    """Return the oldest month that counts, as its first day."""
    months = today.year * 12 + today.month - 1 - (MONTHS - 1)
    return date(months // 12, months % 12 + 1, 1)


def excused(asked_at: datetime, due: datetime, outages: Iterable[Down]) -> bool:
    """Return True if the site was down in the second half of this decision's time."""
    half = asked_at + (due - asked_at) / 2
    return any(down.since <= due and down.until >= half for down in outages)


def counted(
    entries: Sequence[Entry], misses: Iterable[Miss], asides: Collection[str] = ()
) -> dict[int, Share]:
    """Return by seat the decisions that it answered itself in time, and those missed.

    Every decision counts once. Of an absence only the first few count, and none if it began with an
    outage. After a player has left, only the leaving counts. `asides`: kinds of actions that answer
    no decision.
    """
    answered: dict[int, set[str]] = {}
    missed: dict[int, set[str]] = {}
    absent: dict[int, _Absence] = {}
    by_entry: dict[int, list[Miss]] = {}
    for miss in misses:
        by_entry.setdefault(miss.seq, []).append(miss)
    before = ""
    for entry in entries:
        here = by_entry.get(entry.seq, ())
        played = {miss.seat for miss in here if miss.kind == "played"}
        if entry.seat is not None and entry.seat not in played and entry.kind not in asides:
            absent.pop(entry.seat, None)
            if before:
                answered.setdefault(entry.seat, set()).add(before)
        for miss in here:
            absence = absent.setdefault(miss.seat, _Absence())
            name = f"left at {miss.seq}" if miss.kind == "left" else before
            absence.note(miss, name, answered, missed)
        before = entry.decision
    return {
        seat: Share(len(answered.get(seat, ())), len(missed.get(seat, ())))
        for seat in answered.keys() | missed.keys()
    }


class _Absence:
    """The absence of one seat, from the first missed decision until it acts again."""

    def __init__(self) -> None:
        self.decisions: set[str] = set()
        self.ended = False  # nothing more counts

    def note(
        self,
        miss: Miss,
        name: str,
        answered: Mapping[int, set[str]],
        missed: dict[int, set[str]],
    ) -> None:
        if miss.kind == "late":  # an unfinished answer does not count
            answered.get(miss.seat, set()).discard(name)
        self.ended = self.ended or miss.excused
        if not self.ended and len(self.decisions) < MOST_IN_A_ROW:
            self.decisions.add(name)
            missed.setdefault(miss.seat, set()).add(name)
        self.ended = self.ended or miss.kind == "left"


def shares_of(users: Collection[int], pace: str) -> dict[int, Share]:
    """Return the shares of these users at this pace, in one query.

    Users without recent decisions are left out.
    """
    if not users:
        return {}
    rows = Reliability.objects.filter(
        user__in=users, pace=pace, month__gte=first_month(nearly_now().date())
    )
    sums = rows.values("user").annotate(all_answered=Sum("answered"), all_missed=Sum("missed"))
    return {row["user"]: Share(row["all_answered"], row["all_missed"]) for row in sums}


def reliability_of(user: Any) -> list[tuple[str, Share]]:
    """Return this user's share at each pace that they have recently played at."""
    rows = Reliability.objects.filter(user=user, month__gte=first_month(nearly_now().date()))
    sums = rows.values("pace").annotate(all_answered=Sum("answered"), all_missed=Sum("missed"))
    by_pace = {row["pace"]: Share(row["all_answered"], row["all_missed"]) for row in sums}
    return [(pace, by_pace[pace]) for pace in Match.Pace.values if pace in by_pace]


def is_too_unreliable(user: Any, match: Match) -> bool:
    """Return True if this table requires more than the user's share.

    A user with few decisions is never too unreliable.
    """
    if not match.settings.reliable or user.pk is None or match.owner_id == user.pk:
        return False
    share = shares_of([user.pk], match.settings.pace).get(user.pk, NOBODY_KNOWS)
    return share.known and share.percent < match.settings.reliable


def in_short(share: Share) -> str:
    """Return a short text about this share, to show beside a name."""
    if not share.known:
        return _("new here")
    return _("%(percent)s%% in time") % {"percent": share.percent}

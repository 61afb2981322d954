"""Reliability: how often somebody answers in time, from counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Sum

from chat.core.clock import nearly_now
from chat.core.translation import gettext as _
from games.models import Match, Reliability

# --- How reliably people answer: the share of their decisions that they answered in time.
#
# Pure: what is counted of a match, from what its log and the house's notes say.


MONTHS = 3  # that count: this one and those before; what is older is forgotten
ENOUGH = 20  # decisions before a share says something
MOST_IN_A_ROW = 5  # decisions that one absence may cost
ASKED_FOR = (0, 80, 90, 95)  # percent that a table may ask for; 0: any


class Share(NamedTuple):
    """Of somebody's decisions at a pace."""

    answered: int
    missed: int

    @property
    def decisions(self) -> int:
        return self.answered + self.missed

    @property
    def known(self) -> bool:
        """Whether there were enough of them to tell."""
        return self.decisions >= ENOUGH

    @property
    def percent(self) -> int:
        """Rounded down, so that nobody is refused whose share is shown as enough."""
        return 100 * self.answered // self.decisions if self.decisions else 0


NOBODY_KNOWS = Share(0, 0)


class Entry(NamedTuple):
    """Of a log. `decision`: what was open after it."""

    seq: int
    seat: int | None
    kind: str
    decision: str


class Miss(NamedTuple):
    """A decision that a seat did not answer itself (`MissedDecision`). `excused`: by an outage."""

    seq: int
    seat: int
    kind: str
    excused: bool


class Down(NamedTuple):
    """A time in which the house took no answers."""

    since: datetime
    until: datetime


def first_month(today: date) -> date:
    """The oldest month that counts."""
    months = today.year * 12 + today.month - 1 - (MONTHS - 1)
    return date(months // 12, months % 12 + 1, 1)


def excused(asked_at: datetime, due: datetime, outages: Iterable[Down]) -> bool:
    """Whether the house took no answers at some moment of the second half of this time."""
    half = asked_at + (due - asked_at) / 2
    return any(down.since <= due and down.until >= half for down in outages)


def counted(
    entries: Sequence[Entry], misses: Iterable[Miss], asides: Collection[str] = ()
) -> dict[int, Share]:
    """By seat: the decisions it answered itself in time, and those that it missed.

    Every decision counts once. Of one absence the first few count, and none where it began by an
    outage; after leaving, that alone. `asides`: kinds of actions that answer nothing.
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
    """Of one seat, from the first decision it missed until it acts again."""

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
        if miss.kind == "late":  # begun to answer is not answered
            answered.get(miss.seat, set()).discard(name)
        self.ended = self.ended or miss.excused
        if not self.ended and len(self.decisions) < MOST_IN_A_ROW:
            self.decisions.add(name)
            missed.setdefault(miss.seat, set()).add(name)
        self.ended = self.ended or miss.kind == "left"


def shares_of(users: Collection[int], pace: str) -> dict[int, Share]:
    """At this pace, of each of them who has answered or missed something lately: one query."""
    if not users:
        return {}
    rows = Reliability.objects.filter(
        user__in=users, pace=pace, month__gte=first_month(nearly_now().date())
    )
    sums = rows.values("user").annotate(all_answered=Sum("answered"), all_missed=Sum("missed"))
    return {row["user"]: Share(row["all_answered"], row["all_missed"]) for row in sums}


def reliability_of(user: Any) -> list[tuple[str, Share]]:
    """Of this person: at each pace they have lately played at."""
    rows = Reliability.objects.filter(user=user, month__gte=first_month(nearly_now().date()))
    sums = rows.values("pace").annotate(all_answered=Sum("answered"), all_missed=Sum("missed"))
    by_pace = {row["pace"]: Share(row["all_answered"], row["all_missed"]) for row in sums}
    return [(pace, by_pace[pace]) for pace in Match.Pace.values if pace in by_pace]


def is_too_unreliable(user: Any, match: Match) -> bool:
    """Whether this table asks for more. Of whoever has decided little yet nothing is known."""
    if not match.settings.reliable or user.pk is None or match.owner_id == user.pk:
        return False
    share = shares_of([user.pk], match.settings.pace).get(user.pk, NOBODY_KNOWS)
    return share.known and share.percent < match.settings.reliable


def in_short(share: Share) -> str:
    """In a word beside a name."""
    if not share.known:
        return _("new here")
    return _("%(percent)s %% in time") % {"percent": share.percent}

"""The facts that moderators need about a report and the people in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.safestring import SafeString

from chat.core.clock import now
from chat.core.templates import render
from chat.live import presence
from chat.live.fragments import Attributes, Block
from chat.models import Appeal, Message, ModeratorAct, Mute, Report
from chat.moderation.decisions import UPHOLDS, decided_with, topic
from chat.moderation.names_in_acts import in_words, with_names
from chat.moderation.reports import open_on_same
from chat.people import Person

SHOWN = 20  # acts, reports or messages of a person


@dataclass(frozen=True)
class History:
    """How many reports there were, and how many of them moderators acted on."""

    total: int = 0
    upheld: int = 0


@dataclass(frozen=True)
class ActLine:
    """An act of a moderator, its reason with present names, and the appeal against it."""

    act: ModeratorAct
    words: str  # what was done
    reason: str
    appeal: Appeal | None


def together_with(report: Report) -> QuerySet[Report]:
    """Return all reports of one case, oldest first."""
    rows = decided_with(report) if report.decided_at else open_on_same(report)
    return rows.select_related("reporter").order_by("pk")


def reports_about(person: Person) -> QuerySet[Report]:
    """Return the cases about a person: one report for each, however many people have reported."""
    return Report.objects.filter(about=person, duplicate_of=None)


def history_of(reports: QuerySet[Report]) -> History:
    """Count reports, and those on which moderators acted."""
    counted = reports.aggregate(total=Count("pk"), upheld=Count("pk", filter=_upheld()))
    return History(**counted)


def histories_of(reporters: Collection[int | None], *, before: Report) -> dict[int, History]:
    """Count what each of these people had reported before this report."""
    known = [key for key in reporters if key is not None]
    rows = Report.objects.filter(reporter__in=known, pk__lt=before.pk).order_by()
    counted = rows.values("reporter").annotate(
        total=Count("pk"), upheld=Count("pk", filter=_upheld())
    )
    return {row["reporter"]: History(row["total"], row["upheld"]) for row in counted}


def _upheld() -> Q:
    return Q(decision__in=UPHOLDS)


def acts_on(person: Person) -> list[ActLine]:
    """Return the newest acts of moderators on a person."""
    acts = ModeratorAct.objects.filter(
        target_kind=person._meta.label_lower, target_id=str(person.pk)
    )
    return with_appeals(acts.select_related("moderator").order_by("-at")[:SHOWN])


def with_appeals(rows: Iterable[ModeratorAct]) -> list[ActLine]:
    """Return acts with their reasons in present names and their appeals."""
    acts = list(rows)
    reasons = with_names([act.reason for act in acts])
    appeals = {one.act_id: one for one in Appeal.objects.filter(act__in=acts)}
    return [
        ActLine(act, words, reason, appeals.get(act.pk))
        for act, words, reason in zip(acts, in_words(acts), reasons, strict=True)
    ]


def messages_of(person: Person) -> Sequence[Message]:
    """Return the newest messages of a person, removed ones too."""
    rows = Message.objects.filter(author=person).select_related("room")
    return list(rows.order_by("-pk")[:SHOWN])


def mutes_of(person: Person) -> Sequence[Mute]:
    """Return the mutes in force, newest first."""
    rows = Mute.objects.filter(user=person, until__gt=now()).select_related("room", "user", "by")
    return list(rows.order_by("-pk"))


# --- Who has a case open


def room_of(report: int) -> str:
    """Return the room in which those who have the case open are present."""
    return f"report-{report}"


def case_status(user: Any, report: int) -> Block:
    """Return the fragment that says who else has a case open, and who has decided it."""
    heard = (presence.topic(room_of(report)), topic(report))
    return Block(
        "case-status", heard, partial(_status, user, report), tag="div", attributes=_STATUS
    )


_STATUS = Attributes({"role": "status", "class": "stack tight"})


def _status(user: Any, report: int) -> SafeString:
    here = presence.who(room_of(report))
    others = [person for person in here.people if person.pk != user.pk]
    row = Report.objects.select_related("decided_by").filter(pk=report).first()
    return render("chat/case_status.jinja", others=others, report=row, me=user)

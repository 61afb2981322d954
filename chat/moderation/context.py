"""What was said around a reported message, kept as it was: nobody is judged by half a sentence."""

from __future__ import annotations

from chat.models import Message, Report, ReportLine
from chat.moderation.naming import forget_in_texts
from chat.people.names import Person, shown_name

AROUND = 8


def keep_context(report: Report, message: Message) -> None:
    """A few messages before and after, with the names that stood there."""
    ReportLine.objects.bulk_create(
        ReportLine(
            report=report,
            author=one.author,
            name=shown_name(one.author)[:60],
            text=one.text,
            at=one.at,
            reported=one.pk == message.pk,
        )
        for one in _around(message)
    )


def _around(message: Message) -> list[Message]:
    said = Message.objects.filter(room=message.room_id).select_related("author")
    before = said.filter(pk__lte=message.pk).order_by("-pk")[: AROUND + 1]
    after = said.filter(pk__gt=message.pk).order_by("pk")[:AROUND]
    return [*reversed(before), *after]


def forget_name(user: Person) -> None:
    """No record of moderators names whoever has deleted their account."""
    ReportLine.objects.filter(author=user).exclude(name="").update(name="")
    forget_in_texts(user)

"""Names in what moderators write, which outlasts accounts, and the context of a report.

Acts are never changed, so no name may get into one: it stands there as "user 12", and a page shows
it as they are called today. Other texts keep the name until the account is deleted; what somebody
was called before is remembered for that alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import CharField, F, Q, QuerySet, Value

from chat.models import Appeal, FormerName, Message, Mute, Notice, Report, ReportLine
from chat.models.moderation import MAX_REASON
from chat.people import Person, shown_name

_LABEL = re.compile(r"\buser (\d+)\b")
_REMEMBERED = 30  # names of before, the last that somebody had
# Each with when it was written.
_KEPT: tuple[tuple[type[models.Model], str, str], ...] = (
    (Report, "reason", "at"),
    (Report, "decision_reason", "decided_at"),
    (Mute, "reason", "at"),
    (Appeal, "text", "at"),
    (Appeal, "answer", "answered_at"),
)


def remember_name(user: Person, name: str) -> None:
    """Somebody is no longer called so; what was written of them meanwhile may still say it."""
    former = FormerName.objects.filter(user=user)
    former.filter(name=name).delete()  # the last comes last
    FormerName.objects.create(user=user, name=name)
    last = former.order_by("-pk").values("pk")[:_REMEMBERED]
    former.exclude(pk__in=[row["pk"] for row in last]).delete()


def without_names(text: str, *, about: models.Model) -> str:
    """With "user 12" for each name of an account, so that it can be kept for good.

    What somebody was called before counts in what is about them: anybody may have been called
    by any word.
    """
    concerned = _concerned(about)
    holders = dict.fromkeys(all_names(concerned), concerned) if concerned else {}
    holders |= {name: person for person in _named_in(text) for name in _names(person)}
    for name in sorted(holders, key=len, reverse=True):
        text = _replaced(text, name, _label(holders[name]))
    return text if len(text) <= MAX_REASON else text[:MAX_REASON].rpartition(" ")[0]


def with_names(texts: Sequence[str]) -> list[str]:
    """With their names of today for "user 12"; of a deleted account, that it is one."""
    keys = {int(key) for text in texts for key in _LABEL.findall(text)}
    people = get_user_model()._default_manager.in_bulk(keys) if keys else {}

    def shown(found: re.Match[str]) -> str:
        person = people.get(int(found[1]))
        return found[0] if person is None else shown_name(person)

    return [_LABEL.sub(shown, text) for text in texts]


def forget_in_texts(user: Person) -> None:
    """Takes the names of somebody who deletes their account out of what moderators keep.

    What was written before the account was made does not mean it, whatever it says.
    """
    for model, field, when in _KEPT:
        since = {f"{when}__gte": user.date_joined}
        forget_in(model._default_manager.filter(**since), field, user)
    answered = Appeal.objects.values("user")  # notices are found by whose they are
    forget_in(Notice.objects.filter(user__in=answered, kind="appeal"), "text", user)


def forget_in(rows: QuerySet[models.Model], field: str, user: Person) -> None:
    """The same in a field of these rows."""
    for name in all_names(user):
        for row in rows.filter(**{f"{field}__icontains": name}):
            setattr(row, field, _replaced(getattr(row, field), name, _label(user)))
            row.save(update_fields=[field])


def _named_in(text: str) -> Iterable[Person]:
    """Looks through all accounts, which an act of a moderator may take."""
    people = get_user_model()._default_manager.annotate(said=Value(text, CharField()))
    shown = Q(said__icontains=F("display_name")) & ~Q(display_name="")
    return people.filter(Q(said__icontains=F("username")) | shown)


def _concerned(target: models.Model) -> Person | None:
    """Whom an act on this is about: they themselves, or whose it is."""
    thing = getattr(target, "message", None) or target
    if isinstance(thing, get_user_model()):
        return thing
    return getattr(thing, "author", None) or getattr(thing, "owner", None)


def all_names(person: Person) -> list[str]:
    """Those of before as well; longest first, as one may be a part of the other."""
    former = FormerName.objects.filter(user=person).values_list("name", flat=True)
    return sorted(_names(person) | set(former), key=len, reverse=True)


def _names(person: Person) -> set[str]:
    return {person.get_username(), str(person)} - {""}


def _label(person: Person) -> str:
    return f"user {person.pk}"


def _replaced(text: str, name: str, label: str) -> str:
    """Only as words of their own: "Ada" is not named in "Canada"."""
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return whole.sub(label, text)


# --- What was said around a reported message, kept as it was: nobody is judged by half a
# sentence.


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

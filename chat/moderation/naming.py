"""Names in what moderators write, which outlasts accounts.

Acts are never changed, so no name may get into one: it stands there as "user 12", and a page shows
it as they are called today. Other texts keep the name until the account is deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import CharField, F, Q, QuerySet, Value

from chat.models import Appeal, Mute, Notice, Report
from chat.models.moderation import MAX_REASON
from chat.people.names import Person, shown_name

_LABEL = re.compile(r"\buser (\d+)\b")
_KEPT: tuple[tuple[type[models.Model], str], ...] = (
    (Report, "reason"),
    (Report, "decision_reason"),
    (Mute, "reason"),
    (Appeal, "text"),
    (Appeal, "answer"),
)


def without_names(text: str) -> str:
    """With "user 12" for each name of an account, so that it can be kept for good."""
    holders = {name: person for person in _named_in(text) for name in _names(person)}
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
    """Takes the names of somebody who deletes their account out of what moderators keep."""
    for model, field in _KEPT:
        forget_in(model._default_manager.all(), field, user)
    answered = Appeal.objects.values("user")  # notices are found by whose they are
    forget_in(Notice.objects.filter(user__in=answered, kind="appeal"), "text", user)


def forget_in(rows: QuerySet[models.Model], field: str, user: Person) -> None:
    """The same in a field of these rows."""
    for name in _names(user):
        for row in rows.filter(**{f"{field}__icontains": name}):
            setattr(row, field, _replaced(getattr(row, field), name, _label(user)))
            row.save(update_fields=[field])


def _named_in(text: str) -> Iterable[Person]:
    """Looks through all accounts, which an act of a moderator may take."""
    people = get_user_model()._default_manager.annotate(said=Value(text, CharField()))
    shown = Q(said__icontains=F("display_name")) & ~Q(display_name="")
    return people.filter(Q(said__icontains=F("username")) | shown)


def _names(person: Person) -> list[str]:
    """Longest first: one may be a part of the other."""
    names = {person.get_username(), str(person)} - {""}
    return sorted(names, key=len, reverse=True)


def _label(person: Person) -> str:
    return f"user {person.pk}"


def _replaced(text: str, name: str, label: str) -> str:
    """Only as words of their own: "Ada" is not named in "Canada"."""
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return whole.sub(label, text)

"""Names of people in moderators' texts, and the context of reports.

Texts outlast accounts. Acts are never changed, so no name may get into one: it is stored as
"user 12", and a page shows that user's present name. Other texts contain the name until the account
is deleted. Former names are stored only in order to find them there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import CharField, F, Q, QuerySet, Value

from chat.messages.rooms import places_of
from chat.models import (
    Appeal,
    FormerName,
    Message,
    ModeratorAct,
    ModeratorNote,
    Mute,
    Notice,
    Report,
    ReportLine,
)
from chat.models.moderation import MAX_REASON
from chat.people import Person, shown_name

_LABEL = re.compile(r"\buser (\d+)\b")
_ROOM = re.compile(r"(?<= in )\S+$")  # the key of a room, as in "mute in table-3e5gkrse83"
_REMEMBERED = 30  # former names, the latest of each person
# Fields that may contain names, each with the field for when it was written.
_KEPT: tuple[tuple[type[models.Model], str, str], ...] = (
    (Report, "reason", "at"),
    (Report, "decision_reason", "decided_at"),
    (Mute, "reason", "at"),
    (Appeal, "text", "at"),
    (Appeal, "answer", "answered_at"),
    (ModeratorNote, "text", "at"),
)


def remember_name(user: Person, name: str) -> None:
    """Store a former name, since texts written under it may still contain it."""
    former = FormerName.objects.filter(user=user)
    former.filter(name=name).delete()  # so that the latest is last
    FormerName.objects.create(user=user, name=name)
    last = former.order_by("-pk").values("pk")[:_REMEMBERED]
    former.exclude(pk__in=[row["pk"] for row in last]).delete()


def without_names(text: str, *, about: models.Model) -> str:
    """Replace each name of an account by "user 12", for a text stored forever."""
    # Former names count only for the person concerned: any word may be somebody's former name.
    concerned = _concerned(about)
    holders = dict.fromkeys(all_names(concerned), concerned) if concerned else {}
    holders |= {name: person for person in _named_in(text) for name in _names(person)}
    for name in sorted(holders, key=len, reverse=True):
        text = _replaced(text, name, _label(holders[name]))
    return text if len(text) <= MAX_REASON else text[:MAX_REASON].rpartition(" ")[0]


def with_names(texts: Sequence[str]) -> list[str]:
    """Replace each "user 12" by that user's present name."""
    keys = {int(key) for text in texts for key in _LABEL.findall(text)}
    people = get_user_model()._default_manager.in_bulk(keys) if keys else {}

    def shown(found: re.Match[str]) -> str:
        person = people.get(int(found[1]))
        return found[0] if person is None else shown_name(person)

    return [_LABEL.sub(shown, text) for text in texts]


def in_words(acts: Sequence[ModeratorAct]) -> list[str]:
    """Return what moderators did, with the present names of rooms."""
    keys = {found[0] for act in acts if (found := _ROOM.search(act.act))}
    places = places_of(keys)
    return [_ROOM.sub(lambda found: places[found[0]].title, act.act) for act in acts]


def forget_in_texts(user: Person) -> None:
    """Remove the names of a person who deletes their account from moderators' texts."""
    # A text written before the account was made cannot mean it, whatever it says.
    for model, field, when in _KEPT:
        since = {f"{when}__gte": user.date_joined}
        forget_in(model._default_manager.filter(**since), field, user)
    # Notices are found by their recipients.
    for rows, field in ((Appeal, "user"), (Mute, "user"), (Report, "about"), (Report, "reporter")):
        told = rows._default_manager.values(field)
        notices = Notice.objects.filter(user__in=told, kind__in=("appeal", "decision", "report"))
        forget_in(notices, "text", user)


def forget_in(rows: QuerySet[models.Model], field: str, user: Person) -> None:
    """Remove a person's names from one field of these rows."""
    for name in all_names(user):
        for row in rows.filter(**{f"{field}__icontains": name}):
            setattr(row, field, _replaced(getattr(row, field), name, _label(user)))
            row.save(update_fields=[field])


def _named_in(text: str) -> Iterable[Person]:
    """Return the accounts whose names occur in the text."""
    # This searches all accounts, for which an act of a moderator has the time.
    people = get_user_model()._default_manager.annotate(said=Value(text, CharField()))
    # Guests may share their display names.
    shown = Q(said__icontains=F("display_name")) & ~Q(display_name="") & Q(is_guest=False)
    return people.filter(Q(said__icontains=F("username")) | shown)


def _concerned(target: models.Model) -> Person | None:
    """Return the person an act on this object is about: itself, its author or owner."""
    thing = getattr(target, "message", None) or target
    if isinstance(thing, get_user_model()):
        return thing
    return getattr(thing, "author", None) or getattr(thing, "owner", None)


def all_names(person: Person) -> list[str]:
    """Return a person's present and former names, longest first."""
    # Longer names are replaced first, since they may contain shorter ones.
    former = FormerName.objects.filter(user=person).values_list("name", flat=True)
    return sorted(_names(person) | set(former), key=len, reverse=True)


def _names(person: Person) -> set[str]:
    return {person.get_username(), getattr(person, "display_name", ""), str(person)} - {""}


def _label(person: Person) -> str:
    return f"user {person.pk}"


def _replaced(text: str, name: str, label: str) -> str:
    """Replace a name where it occurs as whole words: not "Ada" in "Canada"."""
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return whole.sub(label, text)


# --- Context of a report
#
# The messages around the reported one are stored as they were, so that nobody is judged by half a
# sentence.


AROUND = 8  # messages before, and as many after


def keep_context(report: Report, message: Message) -> None:
    """Store the messages around a reported one, with the names shown at the time."""
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
    """Remove a person's names from all records of moderators."""
    ReportLine.objects.filter(author=user).exclude(name="").update(name="")
    forget_in_texts(user)

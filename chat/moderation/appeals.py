"""Appeals: one reply by a person to an act that binds them, and one answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.core.refusals import ChatCode, Refusal
from chat.messages.validation import clean_message
from chat.models import Appeal, ModeratorAct, Mute
from chat.moderation.decisions import lift
from chat.moderation.services import check_moderator, moderators_besides, record_act, unmute
from chat.people import Person


@dataclass(frozen=True)
class Bound:
    """An act that binds somebody now."""

    act: ModeratorAct
    until: datetime
    reason: str
    appeal: Appeal | None  # what they replied to it


def mutes_bound(user: Person) -> list[Bound]:
    """Return the mutes by moderators that are in force, newest first."""
    mutes = Mute.objects.filter(user=user, until__gt=now(), by_host=False)
    found = [(mute, mute.act) for mute in mutes.select_related("act").order_by("-pk") if mute.act]
    said = {one.act_id: one for one in Appeal.objects.filter(act__in=[act for _, act in found])}
    return [Bound(act, mute.until, mute.reason, said.get(act.pk)) for mute, act in found]


def last_act(user: Person, act: str) -> ModeratorAct | None:
    """Return the newest act of this name on this person, or None."""
    acts = ModeratorAct.objects.filter(
        target_kind=user._meta.label_lower, target_id=str(user.pk), act=act
    )
    return acts.order_by("-at", "-pk").first()


@transaction.atomic
def appeal(*, user: Person, act: ModeratorAct, text: str) -> Appeal:
    """Appeal an act on oneself, with one message, and notify the moderators who may answer.

    Raise `Refusal`: `nothing_to_appeal`, `already_appealed`, or as `clean_message` does.
    """
    if (act.target_kind, act.target_id) != (user._meta.label_lower, str(user.pk)):
        raise Refusal(ChatCode.NOTHING_TO_APPEAL)
    made, fresh = Appeal.objects.get_or_create(
        act=act, defaults={"user": user, "text": clean_message(text), "at": now()}
    )
    if not fresh:
        raise Refusal(ChatCode.ALREADY_APPEALED)
    url = reverse("admin:chat_appeal_change", args=[made.pk])
    for moderator in moderators_besides(act.moderator, about=user) or [act.moderator]:
        text = _("Somebody has appealed a moderator's decision.")
        notify(user=moderator, kind="appeal", text=text, url=url)
    return made


def may_answer(moderator: Person, appeal: Appeal) -> bool:
    """Return True if this moderator may answer: not the one who decided, if there is another."""
    by = appeal.act.moderator
    return moderator.pk != by.pk or not moderators_besides(by, about=appeal.user)


@transaction.atomic
def answer_appeal(*, moderator: Person, appeal: Appeal, answer: str, granted: bool) -> None:
    """Answer an appeal, once. If it is granted, end at once what bound the person.

    Raise `Refusal`: `already_answered`, `own_decision`, as `clean_message` does, or as the act that
    ends it does.
    """
    check_moderator(moderator)
    row = Appeal.objects.select_for_update(of=("self",)).select_related("act", "user")
    locked = row.get(pk=appeal.pk)
    if locked.answered_at is not None:
        raise Refusal(ChatCode.ALREADY_ANSWERED)
    if not may_answer(moderator, locked):
        raise Refusal(ChatCode.OWN_DECISION)
    locked.answer, locked.granted = clean_message(answer), granted
    locked.answered_by, locked.answered_at = moderator, now()
    locked.save(update_fields=["answer", "granted", "answered_by", "answered_at"])
    act = "grant appeal" if granted else "decline appeal"
    record_act(moderator=moderator, act=act, target=locked, reason=answer)
    if granted:
        lift(moderator, locked.act, answer)
    _notify_appellant(locked)


def _notify_appellant(appeal: Appeal) -> None:
    words = _("A moderator has replied to your appeal: %(answer)s")
    if appeal.granted:
        words = _("A moderator has granted your appeal: %(answer)s")
    text = words % {"answer": appeal.answer}
    notify(user=appeal.user, kind="appeal", text=text, url=reverse("chat:appeals"))


def lift_mute(moderator: Person, act: ModeratorAct, reason: str) -> None:
    """End the mutes that an act began."""
    for mute in act.mutes.filter(until__gt=now()).select_related("user", "room"):
        unmute(moderator=moderator, mute=mute, reason=reason)

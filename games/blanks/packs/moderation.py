"""Moderators' actions on packs and their authors (Blanks 21).

Every action is recorded with its reason.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.messages.validation import clean_reason
from chat.moderation.services import record_act
from games.blanks.packs.refusals import PackCode
from games.blanks.packs.services import State, check_state, lock_pack
from games.models import Pack, PackBar, PackCard
from games.refusals import Refusal


def approve_pack(
    *, moderator: Any, slug: str, reason: str, seen_at: datetime | None = None
) -> None:
    """Approve a pack for everybody and for all tables.

    `seen_at` is the version of the pack that the moderator read. Raise `Refusal` with the code
    `wrong_state` or `changed_since`.
    """
    with transaction.atomic():
        pack = _lock_submitted(slug, seen_at)
        pack.state, pack.state_reason, pack.blocked = State.APPROVED, "", False
        pack.save(update_fields=["state", "state_reason", "blocked"])
        record_act(moderator=moderator, act="approve pack", target=pack, reason=reason)
        _notify_author(pack, _("Your pack %(pack)s was approved: everybody can use it now."))


def reject_pack(
    *,
    moderator: Any,
    slug: str,
    reason: str,
    block: bool = False,
    seen_at: datetime | None = None,
) -> None:
    """Reject a pack for everybody, and with `block` for its author too.

    `seen_at` is the version of the pack that the moderator read. Raise `Refusal` with the code
    `wrong_state` or `changed_since`.
    """
    with transaction.atomic():
        pack = _lock_submitted(slug, seen_at)
        record_act(moderator=moderator, act="reject pack", target=pack, reason=reason)
        said = clean_reason(reason)
        pack.state, pack.state_reason, pack.blocked = State.REJECTED, said, block
        pack.save(update_fields=["state", "state_reason", "blocked"])
        _notify_author(pack, _("Your pack %(pack)s was not approved. See its page for the reason."))


def _lock_submitted(slug: str, seen_at: datetime | None) -> Pack:
    pack = lock_pack(slug)
    if seen_at is not None and pack.changed_at != seen_at:
        raise Refusal(PackCode.CHANGED_SINCE)
    check_state(pack, {State.SUBMITTED})
    return pack


def retire_pack(*, moderator: Any, slug: str, reason: str) -> None:
    """Retire an approved pack, so that nobody can choose it for new matches.

    Raise `Refusal` with the code `wrong_state` or `house_pack`.
    """
    with transaction.atomic():
        pack = lock_pack(slug)
        if pack.house:
            raise Refusal(PackCode.HOUSE_PACK)
        check_state(pack, {State.APPROVED})
        record_act(moderator=moderator, act="retire pack", target=pack, reason=reason)
        pack.state, pack.state_reason = State.RETIRED, clean_reason(reason)
        pack.save(update_fields=["state", "state_reason"])
        _notify_author(
            pack, _("A moderator has retired your pack %(pack)s. See its page for the reason.")
        )


def hide_card(*, moderator: Any, card_pk: int, reason: str, notifies: bool = True) -> None:
    """Hide a card: matches that start from now on do not deal it.

    `notifies`: True unless the caller notifies the author. Raise `Refusal` with the code
    `no_such_card` or `already_hidden`.
    """
    _show_or_hide(moderator, card_pk, reason, hidden=True, notifies=notifies)


def show_card(*, moderator: Any, card_pk: int, reason: str) -> None:
    """Show a hidden card again: matches that start from now on deal it.

    Raise `Refusal` with the code `no_such_card` or `not_hidden`.
    """
    _show_or_hide(moderator, card_pk, reason, hidden=False, notifies=False)


def _show_or_hide(
    moderator: Any, card_pk: int, reason: str, *, hidden: bool, notifies: bool
) -> None:
    with transaction.atomic():
        card = PackCard.objects.select_related("pack__owner").filter(pk=card_pk).first()
        if card is None:
            raise Refusal(PackCode.NO_SUCH_CARD)
        lock_pack(card.pack.slug)
        if not PackCard.objects.filter(pk=card_pk, hidden=not hidden).update(hidden=hidden):
            raise Refusal(PackCode.ALREADY_HIDDEN if hidden else PackCode.NOT_HIDDEN)
        act = "hide card" if hidden else "show card"
        record_act(moderator=moderator, act=act, target=card, reason=reason)
        if notifies:
            _notify_author(card.pack, _("A moderator has hidden a card of your pack %(pack)s."))


def bar_author(*, moderator: Any, slug: str, reason: str) -> None:
    """Bar the author of this pack from making packs.

    Raise `Refusal` with the code `no_author` or `already_barred`.
    """
    with transaction.atomic():
        pack = lock_pack(slug)
        if pack.owner is None:
            raise Refusal(PackCode.NO_AUTHOR)
        record_act(moderator=moderator, act="bar author of packs", target=pack.owner, reason=reason)
        values = {"reason": clean_reason(reason), "at": now()}
        made = PackBar.objects.get_or_create(user=pack.owner, defaults=values)[1]
        if not made:
            raise Refusal(PackCode.ALREADY_BARRED)
        _notify_author(pack, _("A moderator has barred you from making packs."))


def lift_bar(*, moderator: Any, bar: PackBar, reason: str) -> None:
    """Let an author make packs again.

    Raise `Refusal` with the code `not_barred`.
    """
    with transaction.atomic():
        record_act(moderator=moderator, act="lift bar of packs", target=bar.user, reason=reason)
        if not PackBar.objects.filter(pk=bar.pk).delete()[0]:
            raise Refusal(PackCode.NOT_BARRED)


def _notify_author(pack: Pack, text: str) -> None:
    """Notify the author of the pack, if there is one."""
    if pack.owner is not None:
        url = reverse("packs:pack", args=[pack.slug])
        notify(user=pack.owner, kind="pack", text=text % {"pack": pack.name}, url=url)

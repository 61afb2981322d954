"""The door of a table: invitations, links, watching."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.core.clock import now
from chat.live.announce import announce
from chat.messages.selectors import blocked_ids, hidden_ids
from chat.people.notices import notify, withdraw_from
from games import topics
from games.engine.table import Gate, Refused, check_invite, check_links, check_watch
from games.models import Admission, Ban, Invitation, InviteLink, Match, PasswordTry
from games.refusals import HouseCode, Refusal
from games.selectors.friends import last_company
from games.selectors.seats import seated
from games.services.facts import facts_of, gate_of, is_admitted, same_person
from games.services.limits import check_invitation, check_number_of_links, lock_person
from games.services.locking import lock_match

MOST_AT_ONCE = 20  # invited by one command


def invite(*, user: Any, public_id: str, name: str) -> None:
    """The owner invites somebody by the name they log in with, or else the one that is shown.

    Lifts a ban the owner made.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        people = get_user_model().objects.filter(is_active=True)
        # PostgreSQL cannot even be asked for a name with some of the odd characters.
        name = name.strip() if name.isprintable() else ""
        guest = people.filter(username__iexact=name).first()
        guest = guest or people.filter(display_name__iexact=name).exclude(display_name="").first()
        try:
            check_invite(
                facts_of(match, user),
                known=guest is not None,
                target_seated=guest is not None and seated(match).filter(user=guest).exists(),
            )
        except Refused as refused:
            raise Refusal(HouseCode(refused.code)) from refused
        assert guest is not None
        if guest.pk in blocked_ids(user):
            raise Refusal(HouseCode.BLOCKED_BY_YOU)
        lock_person(user)
        check_invitation(user=user, match=match, guest=guest)
        _invite(match, guest, by=user)


def invite_last(*, user: Any, public_id: str) -> int:
    """The owner invites all people of their last match, as far as they may. Returns how many.

    Each once: who is invited, or sits here, is passed over. Raises `Refusal` where nobody could be.
    """
    with transaction.atomic():
        match = _own_table(user, public_id)
        lock_person(user)
        fresh, why = 0, None
        invited = set(_invitations(match).values_list("user", flat=True))
        for guest in last_company(user, match)[:MOST_AT_ONCE]:
            if guest.pk in invited:
                continue
            try:
                check_invitation(user=user, match=match, guest=guest)
            except Refusal as refusal:
                why = refusal
                continue
            _invite(match, guest, by=user)
            fresh += 1
        if why is not None and not fresh:
            raise why
    return fresh


def _invite(match: Match, guest: Any, *, by: Any, kind: str = "invitation") -> None:
    _made, fresh = Invitation.objects.get_or_create(
        match=match, user=guest, defaults={"by": by, "at": now()}
    )
    # Not delivered where one has blocked the other, and gives nothing; the owner is not told.
    if by.pk in hidden_ids(guest):
        return
    Ban.objects.filter(same_person(guest), match=match, by_moderator=False).delete()
    if fresh:
        notify(
            user=guest,
            kind=kind,
            text=_("%(name)s invites you to the table “%(table)s”.")
            % {"name": by.shown_name, "table": match.name},
            url=reverse("games:match", args=[match.public_id]),
            by=by,
        )
        announce(topics.LOBBY, topics.of_match(match.public_id))


def withdraw_invitations(match: Match, *, guest: Any = None) -> None:
    """Takes back what the bell says of invitations to this table: to one guest, or to all."""
    url = reverse("games:match", args=[match.public_id])
    guests = [guest.pk] if guest is not None else [i.user_id for i in _invitations(match)]
    for kind in ("invitation", "rematch"):
        withdraw_from(guests, kind=kind, url=url)


def _invitations(match: Match) -> QuerySet[Invitation]:
    return Invitation.objects.filter(match=match).select_related("user")


def invite_again(*, match: Match, guest: Any, by: Any) -> None:
    """A named invitation made by the house for a rematch."""
    _invite(match, guest, by=by, kind="rematch")


def make_link(*, user: Any, public_id: str) -> InviteLink:
    """A new link; whoever opens it holds an invitation until it is revoked."""
    with transaction.atomic():
        match = _own_table(user, public_id)
        check_number_of_links(user=user, match=match)
        link = InviteLink.objects.create(match=match, at=now())
        announce(topics.of_match(match.public_id))
    return link


def revoke_links(*, user: Any, public_id: str) -> None:
    """All links of the table at once."""
    with transaction.atomic():
        match = _own_table(user, public_id)
        InviteLink.objects.filter(match=match, revoked_at=None).update(revoked_at=now())
        announce(topics.of_match(match.public_id))


def _own_table(user: Any, public_id: str) -> Match:
    match = lock_match(public_id)
    try:
        check_links(facts_of(match, user))
    except Refused as refused:
        raise Refusal(HouseCode(refused.code)) from refused
    return match


def match_of_link(*, public_id: str, token: str) -> Match | None:
    """The match that this link leads to; None where there is none, or it was revoked."""
    link = _link(public_id, token)
    return link.match if link else None


def _link(public_id: str, token: str) -> InviteLink | None:
    links = InviteLink.objects.select_related("match__owner")
    return links.filter(match__public_id=public_id, token=token, revoked_at=None).first()


def open_link(*, user: Any, public_id: str, token: str) -> None:
    """Opens a link: the user holds an invitation from here on, until it is revoked."""
    link = _link(public_id, token)
    if link is None:
        raise Refusal(HouseCode.INVITE_REQUIRED)
    Admission.objects.update_or_create(
        match=link.match, user=user, defaults={"link": link, "at": now()}
    )


def watch(*, user: Any, public_id: str, password: str | None = None, address: str = "") -> None:
    """Asks to look on. A right password is remembered, a wrong one too. Raises `Refusal`."""
    match = lock_free(public_id)
    gate: Gate = "invited" if is_admitted(match, user) else "nothing"
    try:
        if gate == "nothing":
            check_watch(facts_of(match, user, gate="invited"))  # what is cheap, before the password
            gate = gate_of(match, user, password, address=address)
        check_watch(facts_of(match, user, gate=gate))
    except Refused as refused:
        note_try(match=match, user=user, password=password, code=refused.code)
        raise Refusal(HouseCode(refused.code)) from refused
    if gate == "right" and password:
        Admission.objects.update_or_create(
            match=match, user=user, defaults={"by_password": True, "at": now()}
        )


def lock_free(public_id: str) -> Match:
    """The match without its lock, for what does not change it. Raises `Refusal`."""
    match = Match.objects.filter(public_id=public_id).first()
    if match is None:
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    return match


def note_try(*, match: Match, user: Any, password: str | None, code: str) -> None:
    """Keeps a wrong password, outside of the refused transaction. None typed is no try."""
    if code == "wrong_password" and password:
        PasswordTry.objects.create(match=match, user=user, device=user.device, at=now())

"""Access to tables: who may join, watch and invite, and limits on attempts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify, withdraw_from
from chat.core.clock import now
from chat.core.limits import take
from chat.live.announce import announce
from chat.messages.selectors import blocked_ids, hidden_ids
from chat.moderation.services import MODERATE
from chat.rights import new_until, time_in_words
from games import topics
from games.engine.table import Facts, Gate, Refused, check_invite, check_links, check_watch
from games.models import GOING_ON, Admission, Ban, Invitation, InviteLink, Match, PasswordTry, Seat
from games.refusals import HouseCode, Refusal
from games.selectors.friends import last_company
from games.selectors.reliability import is_too_unreliable
from games.selectors.seats import seated
from games.services.locks import lock_match

# --- Limits for one person; the numbers are settings
#
# Most limits are checked by counting rows. What leaves no row, or must be limited before a row is
# written, has a counter (`chat/core/limits.py`). Moderators are exempt, except from the limits on
# work that slows down the site for everybody.


DAY = timedelta(days=1)
PASSWORDS_WITHIN = 600  # seconds
HOUR = 3600


def lock_person(user: Any) -> Any:
    """Lock this person's row until the transaction ends, and return it as it is now.

    Meanwhile nothing else of this person is counted or created.
    """
    return get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)


def check_matches(user: Any) -> None:
    """Raise `Refusal("too_many_matches")` if this person may not join another table."""
    most = settings.MATCHES_PER_GUEST if user.is_guest else settings.MATCHES_PER_MEMBER
    if _matches_of(user).count() >= most and not _is_exempt(user):
        raise Refusal(HouseCode.TOO_MANY_MATCHES, most=most)


def _matches_of(user: Any) -> QuerySet[Match]:
    """Return the open and running matches that count for this person's limit.

    These are the ones where they play, and those that they have left to bots alone. A person has
    one lesson at most, and it does not count.
    """
    active = Match.objects.filter(
        status__in=(Match.Status.OPEN, Match.Status.RUNNING), lesson=False
    )
    plays = Q(status=Seat.Status.SEATED, stand_in="")
    here = Seat.objects.filter(match=OuterRef("pk"))
    others = here.filter(plays, user__isnull=False, program=False).exclude(user=user)
    mine = here.filter(user=user)
    return active.filter(Exists(mine.filter(plays)) | Exists(mine) & ~Exists(others))


def check_invitation(*, user: Any, match: Match, guest: Any) -> None:
    """Check that this user may invite this guest now.

    An invitation that exists already does not count again. Raise `Refusal("too_many_invitations")`
    above the limit.
    """
    if Invitation.objects.filter(match=match, user=guest).exists() or _is_exempt(user):
        return
    lately = Invitation.objects.filter(by=user, at__gt=now() - DAY)
    most = settings.INVITATIONS_PER_GUEST if user.is_guest else settings.INVITATIONS_PER_MEMBER
    if lately.count() >= most:
        raise Refusal(HouseCode.TOO_MANY_INVITATIONS, most=most)
    _check_new(user, lately.count())
    most = settings.INVITATIONS_TO_ONE_PERSON
    if lately.filter(user=guest).count() >= most:
        words = _("You have invited this person %(most)s times today. Try again tomorrow.")
        raise Refusal(HouseCode.TOO_MANY_INVITATIONS, words % {"most": most})


def _check_new(user: Any, invited: int) -> None:
    # New accounts may invite few people by name, but anybody by link.
    until, most = new_until(user), settings.NEW_ACCOUNT_INVITATIONS
    if until is not None and invited >= most:
        words = _("New accounts can invite at most %(most)s people by name, until %(until)s.")
        facts = {"until": time_in_words(until), "most": most}
        raise Refusal(HouseCode.TOO_MANY_INVITATIONS, words % facts)


def check_number_of_links(*, user: Any, match: Match) -> None:
    """Raise `Refusal("too_many_links")` if the table has no more links to give."""
    # Revoked links count as well, since each is a row.
    most = settings.INVITE_LINKS_PER_TABLE
    if InviteLink.objects.filter(match=match).count() >= most and not _is_exempt(user):
        raise Refusal(HouseCode.TOO_MANY_LINKS, most=most)


def count_change(user: Any) -> None:
    """Count a change of a table. Raise `Refusal("too_many_changes")` above the limit."""
    # Limited because everybody at the table is notified of each change.
    most = settings.TABLE_CHANGES_PER_HOUR
    if not take("table-changes", str(user.pk), most=most, seconds=HOUR):
        raise Refusal(HouseCode.TOO_MANY_CHANGES)


def count_password(*, user: Any, address: str, match: Match | None = None) -> None:
    """Count a password that is tried (at `match`) or set, before it is hashed.

    Call it outside of transactions. Raise `Refusal("too_many_tries")` above the limit.
    """
    # By address and table as well, since another account is quickly made. If a table has had too
    # many tries, an invitation still lets people in.
    counted = (
        ("person", str(user.pk), settings.PASSWORDS_PER_PERSON),
        ("address", address, settings.PASSWORDS_PER_ADDRESS),
        ("table", match.public_id if match else "", settings.PASSWORDS_PER_TABLE),
    )
    for kind, who, most in counted:
        if who and not take(f"passwords-{kind}", who, most=most, seconds=PASSWORDS_WITHIN):
            words = _("Too many passwords were set or tried. Wait ten minutes, then try again.")
            raise Refusal(HouseCode.TOO_MANY_TRIES, words)


def _is_exempt(user: Any) -> bool:
    return bool(user.has_perm(MODERATE))


# --- Facts that refusals depend on


TRIES = 5
TRIES_WITHIN = timedelta(minutes=10)


def is_new_to(user: Any, game: str) -> bool:
    """Return True if this is a guest who has never played this game, lessons aside."""
    played = Seat.objects.filter(user=user, match__game=game, match__lesson=False)
    return user.is_guest and not played.exists()


def facts_of(match: Match, user: Any, *, gate: Gate = "nothing") -> Facts:
    """Return the facts of this table for this user.

    `gate`: what the user shows at the door.
    """
    settings = match.settings
    return Facts(
        active=match.active,
        started=match.started or match.starting,
        access=settings.access,
        owner=user.pk is not None and match.owner_id == user.pk,
        seated=seated(match).filter(user=user).exists(),
        banned=is_banned(match, user),
        blocked_tries=tries_blocked(match, user),
        gate=gate,
        late_join=settings.late_join,
        kick_in_play=settings.kick_in_play,
        spectators=settings.spectators,
        players=seated(match).count(),
        least=settings.least,
        most=settings.most,
        unwelcome=user.is_guest and not settings.guests,
        bot_unwelcome=user.is_bot and not settings.bot_accounts,
        unreliable=is_too_unreliable(user, match),
        finished_whole=match.status == Match.Status.FINISHED,
        stalled=match.status == Match.Status.STALLED,
        starting=match.starting,
    )


@contextmanager
def site_refusals() -> Iterator[None]:
    """Raise refusals by the rules of tables as `Refusal`, with the site's sentence."""
    try:
        yield
    except Refused as refused:
        raise Refusal(HouseCode(refused.code)) from refused


def same_person(user: Any) -> Q:
    """Return a filter for this user and their probable other accounts.

    These are accounts on the same browser, if one of the two is a guest.
    """
    # What binds a guest also binds their next account. Two members may share a computer.
    if not user.device:
        return Q(user=user)
    same = Q(device=user.device)
    return Q(user=user) | (same if user.is_guest else same & Q(user__is_guest=True))


def is_banned(match: Match, user: Any) -> bool:
    return Ban.objects.filter(same_person(user), match=match).exists()


def tries_blocked(match: Match, user: Any) -> bool:
    """Return True if this user may not try a password now.

    Five wrong passwords within ten minutes block further tries for ten minutes.
    """
    if match.settings.access != "password":
        return False
    tries = PasswordTry.objects.filter(same_person(user), match=match).order_by("-at")
    moments = list(tries.values_list("at", flat=True)[:TRIES])
    return (
        len(moments) == TRIES
        and moments[0] - moments[-1] <= TRIES_WITHIN
        and now() - moments[0] < TRIES_WITHIN
    )


def is_invited(match: Match, user: Any) -> bool:
    """Return True if this user holds an invitation, by name or by a valid link.

    It is void if the owner has blocked the user or the user the owner.
    """
    if match.owner_id in hidden_ids(user):
        return False
    if Invitation.objects.filter(match=match, user=user).exists():
        return True
    opened = Admission.objects.filter(match=match, user=user, link__isnull=False)
    return opened.filter(link__revoked_at=None).exists()


def gate_of(match: Match, user: Any, password: str | None, *, address: str = "") -> Gate:
    """Return what this user shows at the door.

    An empty password, or None, does not count as a try. Raise `Refusal("too_many_tries")` after
    many tries from this address or at this table.
    """
    if is_invited(match, user):
        return "invited"
    if match.settings.access != "password" or not password:
        return "nothing"
    if tries_blocked(match, user):
        return "wrong"
    count_password(user=user, address=address, match=match)
    return "right" if check_password(password, match.password) else "wrong"


def is_admitted(match: Match, user: Any) -> bool:
    """Return True if this user has given the password before, to watch."""
    return Admission.objects.filter(match=match, user=user, by_password=True).exists()


MOST_AT_ONCE = 20  # people invited by one command


def invite(*, user: Any, public_id: str, name: str) -> None:
    """Let the owner invite a user, by username or else by display name.

    It lifts a ban that an owner made. Raise `Refusal` with the codes of `check_invite`,
    `blocked_by_you`, or `too_many_invitations`.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        people = get_user_model().objects.filter(is_active=True)
        # Guests' display names are not unique.
        members = people.filter(is_guest=False).exclude(display_name="")
        guest = people.filter(username_key=name.strip()).first()
        guest = guest or members.filter(display_name_key=name.strip()).first()
        with site_refusals():
            check_invite(
                facts_of(match, user),
                known=guest is not None,
                target_seated=guest is not None and seated(match).filter(user=guest).exists(),
            )
        assert guest is not None
        if guest.pk in blocked_ids(user):
            raise Refusal(HouseCode.BLOCKED_BY_YOU)
        lock_person(user)
        check_invitation(user=user, match=match, guest=guest)
        _invite(match, guest, by=user)


def invite_last(*, user: Any, public_id: str) -> int:
    """Invite all people of the owner's last match, and return how many were invited.

    People who are invited already or sit at the table are skipped. Raise `Refusal` if nobody could
    be invited.
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
    # If one has blocked the other, the invitation is void and not delivered. The owner must not
    # learn of it.
    if by.pk in hidden_ids(guest):
        return
    Ban.objects.filter(same_person(guest), match=match, by_moderator=False).delete()
    if fresh:
        notify(
            user=guest,
            kind=kind,
            text=_("%(name)s invites you to “%(table)s”.")
            % {"name": by.shown_name, "table": match.name},
            url=reverse("games:match", args=[match.public_id]),
            by=by,
        )
        announce(topics.LOBBY, topics.of_match(match.public_id))


def withdraw_invitations(match: Match, *, guest: Any = None) -> None:
    """Withdraw the notices of invitations to this table, to one guest or to all."""
    url = reverse("games:match", args=[match.public_id])
    guests = [guest.pk] if guest is not None else [i.user_id for i in _invitations(match)]
    for kind in ("invitation", "rematch"):
        withdraw_from(guests, kind=kind, url=url)


def _invitations(match: Match) -> QuerySet[Invitation]:
    return Invitation.objects.filter(match=match).select_related("user")


def invite_again(*, match: Match, guest: Any, by: Any) -> None:
    """Invite a player of the last match to its rematch, on behalf of the owner."""
    _invite(match, guest, by=by, kind="rematch")


def make_link(*, user: Any, public_id: str) -> InviteLink:
    """Make an invitation link.

    Everybody who opens it holds an invitation until the link is revoked. Raise `Refusal`: the codes
    of `check_links`, or `too_many_links`.
    """
    with transaction.atomic():
        match = _own_table(user, public_id)
        check_number_of_links(user=user, match=match)
        link = InviteLink.objects.create(match=match, at=now())
        announce(topics.of_match(match.public_id))
    return link


def revoke_links(*, user: Any, public_id: str) -> None:
    """Revoke all links of the table. Raise `Refusal` with the codes of `check_links`."""
    with transaction.atomic():
        match = _own_table(user, public_id)
        InviteLink.objects.filter(match=match, revoked_at=None).update(revoked_at=now())
        announce(topics.of_match(match.public_id))


def _own_table(user: Any, public_id: str) -> Match:
    match = lock_match(public_id)
    with site_refusals():
        check_links(facts_of(match, user))
    return match


def match_of_link(*, public_id: str, token: str) -> Match | None:
    """Return the match that this link leads to, or None if it is invalid or revoked."""
    link = _link(public_id, token)
    return link.match if link else None


def _link(public_id: str, token: str) -> InviteLink | None:
    links = InviteLink.objects.select_related("match__owner")
    return links.filter(match__public_id=public_id, token=token, revoked_at=None).first()


def open_link(*, user: Any, public_id: str, token: str) -> None:
    """Give this user the invitation of a link, valid until the link is revoked.

    Raise `Refusal("invite_required")` if the link is invalid or revoked.
    """
    link = _link(public_id, token)
    if link is None:
        raise Refusal(HouseCode.INVITE_REQUIRED)
    Admission.objects.update_or_create(
        match=link.match, user=user, defaults={"link": link, "at": now()}
    )


def watch(*, user: Any, public_id: str, password: str | None = None, address: str = "") -> None:
    """Let this user watch the match.

    A correct password is remembered for the user, and a wrong one counts as a try. Raise `Refusal`
    with the codes of `check_watch`.
    """
    match = lock_free(public_id)
    gate: Gate = "invited" if is_admitted(match, user) else "nothing"
    try:
        if gate == "nothing":
            check_watch(facts_of(match, user, gate="invited"))  # cheap, so before the password
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
    """Return the match without locking it. Raise `Refusal("no_such_table")`.

    It is for callers that do not change the match.
    """
    match = Match.objects.filter(public_id=public_id).first()
    if match is None:
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    return match


def note_try(*, match: Match, user: Any, password: str | None, code: str) -> None:
    """Record a wrong password, outside of the refused transaction.

    An empty password, or None, does not count as a try.
    """
    if code == "wrong_password" and password:
        PasswordTry.objects.create(match=match, user=user, device=user.device, at=now())


# --- Limits on seats: bots are added by a click, and cost everybody time
#
# People may fill a table up to its own size: nobody is refused because others have joined.


def most_seats(user: Any) -> int:
    """Return how many seats this person's tables may have; a game may allow fewer."""
    if user.is_guest:
        return settings.SEATS_GUEST
    if user.has_perm(MODERATE):
        return max(settings.SEATS_MEMBER, settings.SEATS_MODERATOR)
    return settings.SEATS_MEMBER


def check_seats(*, user: Any, seats: int) -> None:
    """Raise `Refusal("too_many_seats")` if this person's table may not have so many."""
    if seats > min(settings.SEATS_GUEST, settings.SEATS_MEMBER) and seats > most_seats(user):
        raise Refusal(HouseCode.TOO_MANY_SEATS, most=most_seats(user))


def check_filling(*, user: Any, match: Match, seats: int) -> None:
    """Check that this person may fill their table up to so many seats with bots.

    The caller holds a transaction. Raise `Refusal`: `too_many_seats` or `one_large_match`.
    """
    check_seats(user=user, seats=seats)
    if seats <= settings.SEATS_LARGE or user.has_perm(MODERATE):
        return
    # One large table per person, even if two are filled at the same time.
    lock_person(user)
    if _has_large(user, besides=match):
        raise Refusal(HouseCode.ONE_LARGE_MATCH, seats=settings.SEATS_LARGE)


def _has_large(user: Any, *, besides: Match) -> bool:
    theirs = Seat.objects.filter(match__owner=user, match__status__in=GOING_ON)
    sizes = theirs.filter(status=Seat.Status.SEATED).exclude(match=besides.pk).order_by()
    counted = sizes.values("match").annotate(seats=Count("pk"))
    return counted.filter(seats__gt=settings.SEATS_LARGE).exists()

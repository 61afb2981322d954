"""Seats: joining, leaving, being away, and the ownership of tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Literal

from django.db import transaction
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify
from chat.core.clock import now
from chat.core.hooks import Hook
from chat.live.announce import announce
from chat.messages.rooms import access_topic
from chat.models import Notice
from games import topics
from games.engine.base import Event, Join, Leave
from games.engine.table import (
    Gate,
    Refused,
    Sitter,
    check_approach,
    check_join,
    check_kick,
    check_leave,
    next_owner,
)
from games.models import GOING_ON, Admission, Ban, Invitation, Match, Seat
from games.refusals import HouseCode, Refusal
from games.registry import game_of, games, is_crowd, title_of
from games.selectors.seats import PERSON, seated
from games.services.advance import advance, note_left
from games.services.contributions import clean_commitment, keep_commitment
from games.services.deadlines import AWAY_AFTER, earliest, forget_turn, note_deserted, plan_again
from games.services.locks import accept, accepted, clean_key, lock_match
from games.services.match_engine import engine_of, state_of
from games.services.table_access import (
    check_matches,
    facts_of,
    gate_of,
    is_new_to,
    lock_free,
    lock_person,
    note_try,
    site_refusals,
    withdraw_invitations,
)

# Renames guests who would be called like somebody at one of the user's tables.
tell_apart: Hook[[Any], None] = Hook("tell_apart")

# --- Ownership


def owns(match: Match, seat: Seat) -> bool:
    return match.owner_id is not None and match.owner_id == seat.user_id


def heir_of(match: Match, gone: Seat) -> Seat | None:
    """Return the seat of the next owner after `gone` leaves, or None.

    It is the earliest person who stays, if possible one who is not away. Bots cannot own tables.
    """
    if is_crowd(match):
        return seated(match).filter(PERSON).exclude(pk=gone.pk).first()
    rows = {str(seat.pk): seat for seat in seated(match).exclude(pk=gone.pk)}
    away = away_seats(match)
    sitters = [
        Sitter(name=name, bot=seat.user_id is None or seat.program, away=seat.index in away)
        for name, seat in rows.items()
    ]
    heir = next_owner(sitters)
    return rows[heir] if heir else None


def away_seats(match: Match) -> set[int]:
    """Return the seats that are away now, by the game's own rule if it has one."""
    if match.status == Match.Status.RUNNING and title_of(match).own_away:
        return set(engine_of(match).view(state_of(match), None).away)
    rows = seated(match).values_list("index", "away", "stand_in")
    return {index for index, away, stand_in in rows if away or stand_in}


def owner_changed(heir: Seat | None) -> tuple[Event, ...]:
    """Return the events that announce the new owner in the log."""
    return () if heir is None else (Event(kind="owner", facts={"seat": heir.index}),)


def hand_over(*, match: Match, heir: Seat | None) -> None:
    """Make the heir the owner of the table.

    A table with only bots left has no owner. An empty table keeps its owner.
    """
    if heir is not None:
        match.owner = heir.user
    elif seated(match).exists():
        match.owner = None
    match.save(update_fields=["owner"])
    if heir is not None and heir.user is not None and match.active:
        text = _("You are now the host of “%(table)s”.") % {"table": match.name}
        url = reverse("games:match", args=[match.public_id])
        notify(user=heir.user, kind="owner", text=text, url=url)


How = Literal["left", "kicked", "removed"]
BOT_NAMES = (
    "Arlecchino", "Colombina", "Pantalone", "Brighella", "Pulcinella", "Scaramuccia",
    "Truffaldino", "Balanzone", "Smeraldina", "Tartaglia", "Beltrame", "Coviello",
)  # fmt: skip


def join(
    *,
    user: Any,
    public_id: str,
    password: str | None = None,
    key: str = "",
    address: str = "",
    hints: bool = False,
    commitment: str = "",
) -> None:
    """Take a seat at the table.

    `hints`: turn hints on if the user is a guest who has never played this game. `commitment`: the
    hash of the contribution that the user's browser announces, "" for none.

    Raise `Refusal` if the user may not join; a wrong password is recorded all the same.
    """
    key, commitment = clean_key(key), clean_commitment(commitment)
    try:
        asked = lock_free(public_id)
        if accepted(user=user, key=key, match=asked):
            return
        gate = _gate_before_lock(asked, user, password, address)
        with transaction.atomic():
            match = lock_match(public_id)
            if accepted(user=user, key=key, match=match):
                return
            if match.password != asked.password:
                raise Refusal(HouseCode.BUSY)  # the owner has just changed the password
            check_join(facts_of(match, user, gate=gate))
            if lock_person(user).is_bot != user.is_bot:
                raise Refusal(HouseCode.BUSY)  # the account has just become a bot
            check_matches(user)
            guided = hints and is_new_to(user, match.game)
            seat_down(match=match, user=user, guided=guided, commitment=commitment)
            accept(user=user, key=key, match=match)
    except Refused as refused:
        match = lock_free(public_id)
        if accepted(user=user, key=key, match=match):
            return  # a copy of this request was applied in the meantime
        note_try(match=match, user=user, password=password, code=refused.code)
        raise Refusal(HouseCode(refused.code)) from refused


def _gate_before_lock(match: Match, user: Any, password: str | None, address: str) -> Gate:
    """Return what this user shows at the door.

    Raise `Refused` if the user could not join even with the right password.
    """
    # Checking a password is slow on purpose, so it must not happen while the match is locked.
    check_approach(facts_of(match, user, gate="invited"))
    return gate_of(match, user, password, address=address)


def seat_down(
    *,
    match: Match,
    user: Any = None,
    bot: str = "",
    guided: bool = False,
    commitment: str = "",
    again: Seat | None = None,
) -> Seat:
    """Make a new seat, the last in order, for a person or a bot.

    In a running match the rules apply a `Join`. A person becomes the owner of a table without one.
    `commitment`: as in `join`; it is ignored after the start. `again`: a bot's seat in the match
    that this one repeats. Whoever had one has its place and colour again, if they are free.
    """
    again = again or _seat_before(match, user)
    top = match.seats.aggregate(top=Max("index"))["top"]
    index = 0 if top is None else top + 1
    if again is not None and not match.started and not match.seats.filter(index=again.index):
        index = again.index
    wish = again.hue if again is not None else getattr(user, "hue", None)
    at = now()
    bot_name = again.name if bot and again is not None else ""
    name = user.table_name if user is not None else bot_name or _bot_name(match)
    seat = Seat.objects.create(
        match=match,
        index=index,
        user=user,
        bot=bot,
        program=user is not None and user.is_bot,
        name=name,
        hue=_free_hue(match, wish),
        joined_at=at,
        guided=guided,
    )
    if user is not None:
        tell_apart(user)
        withdraw_invitations(match, guest=user)
    keep_commitment(match=match, seat=seat, commitment=commitment)
    # A table that lost its last person has no owner until somebody joins.
    heir = None if user is None or user.is_bot or match.owner_id is not None else seat
    if match.practice and user is not None and not user.is_bot:
        match.practice = False
        match.save(update_fields=["practice"])
    if match.status == Match.Status.RUNNING:
        events = owner_changed(heir)
        advance(match=match, seat=index, action=Join(bot=seat.is_bot), at=at, also=events)
    if heir is not None:
        hand_over(match=match, heir=heir)
    tell_table(match)
    return seat


def _seat_before(match: Match, user: Any) -> Seat | None:
    """Return this user's seat in the match that this one repeats, or None."""
    if user is None or match.rematch_of_id is None:
        return None
    return Seat.objects.filter(match=match.rematch_of_id, user=user).order_by("index").last()


def _bot_name(match: Match) -> str:
    taken = set(seated(match).filter(name__in=BOT_NAMES).values_list("name", flat=True))
    free = (name for name in BOT_NAMES if name not in taken)
    return next(free, "") or f"Maschera {seated(match).count()}"


def _free_hue(match: Match, wish: int | None) -> int:
    """Return the player's favourite hue if it is free, else the first free one."""
    taken = set(seated(match).order_by().values_list("hue", flat=True).distinct())
    if wish is not None and wish not in taken:
        return wish
    free = (hue for hue in range(12) if hue not in taken)
    found = next(free, None)
    return seated(match).count() % 12 if found is None else found


def leave(*, user: Any, public_id: str, key: str = "", heir: int | None = None) -> None:
    """Leave the table. The next owner sits on seat `heir`, or the site chooses one.

    Raise `Refusal` if the user or, for an owner who leaves, the heir has no seat there.
    """
    key = clean_key(key)
    with transaction.atomic():
        match = lock_match(public_id)
        if accepted(user=user, key=key, match=match):
            return
        with site_refusals():
            check_leave(facts_of(match, user))
        seat, chosen = seated(match).get(user=user), None
        owned = owns(match, seat)
        if heir is not None and owned:
            chosen = seated(match).filter(PERSON, index=heir).exclude(pk=seat.pk).first()
            if chosen is None:
                raise Refusal(HouseCode.NOT_A_PLAYER)
        remove_seat(match=match, seat=seat, how="left", chosen=chosen)
        if owned and match.owner_id is not None and match.owner_id != user.pk:
            # Who chose the password, or sent the links, need not ask for them to come back.
            given = {"by": match.owner, "at": now()}
            Invitation.objects.get_or_create(match=match, user=user, defaults=given)
        accept(user=user, key=key, match=match)


def kick(*, user: Any, public_id: str, index: int) -> None:
    """Let the owner remove a bot, or remove and ban a player.

    Raise `Refusal` with the codes of `check_kick`.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        seat = seated(match).filter(index=index).select_related("user").first()
        oneself = seat is not None and seat.user_id is not None and seat.user_id == user.pk
        with site_refusals():
            check_kick(facts_of(match, user), oneself=oneself, target_seated=seat is not None)
        assert seat is not None
        ban(match=match, seat=seat, by_moderator=False)
        remove_seat(match=match, seat=seat, how="kicked")


def ban(*, match: Match, seat: Seat, by_moderator: bool) -> None:
    """Ban a player who is being removed.

    Their invitation ends, and so do the links that they opened.
    """
    if seat.user is None:
        return
    Ban.objects.update_or_create(
        match=match,
        user=seat.user,
        defaults={"device": seat.user.device, "by_moderator": by_moderator, "at": now()},
    )
    Invitation.objects.filter(match=match, user=seat.user).delete()
    Admission.objects.filter(match=match, user=seat.user).delete()
    withdraw_invitations(match, guest=seat.user)


def remove_seat(*, match: Match, seat: Seat, how: How, chosen: Seat | None = None) -> None:
    """Take a player off their seat. An owner is succeeded by `chosen`, or by the heir.

    Before the start the seat is free again; in a running match the game's rules decide. A player
    who leaves while the match is about to begin keeps the seat until it has begun.
    """
    title, owned = game_of(match.game).title, owns(match, seat)
    if match.status == Match.Status.RUNNING and how == "left":
        note_left(match=match, seat=seat, at=now())
    heir = (chosen or heir_of(match, seat)) if owned else None
    if match.waiting:
        seat.delete()
    elif match.starting:
        # Players and contributions are fixed by now; `_sit_again` seats them for the start.
        seat.status = Seat.Status.LEFT if how == "left" else Seat.Status.KICKED
        seat.save(update_fields=["status"])
    elif title.roster == "open":
        seat.status = Seat.Status.LEFT if how == "left" else Seat.Status.KICKED
        seat.save(update_fields=["status"])
        if match.status == Match.Status.RUNNING:
            events = owner_changed(heir)
            advance(match=match, seat=seat.index, action=Leave(how=how), at=now(), also=events)
    elif title.leaver == "bot":
        give_seat_to_bot(match=match, seat=seat, for_good=how != "left")
    elif how != "left":  # their actions stand, but no more follow
        seat.status = Seat.Status.KICKED
        seat.save(update_fields=["status"])
        _go_on_without(match)
    if seat.user_id is not None:
        announce(topics.of_person(seat.user_id), f"user.{seat.user_id}")
    if owned:
        hand_over(match=match, heir=heir)
    if match.status == Match.Status.OPEN and not seated(match).filter(PERSON).exists():
        close_table(match=match)
    else:
        tell_table(match)


def give_seat_to_bot(*, match: Match, seat: Seat, for_good: bool = False) -> None:
    """Let the house bot play this seat from now on.

    Its player may come back, unless it is `for_good`: then the seat becomes a bot's own.
    """
    house_bot = game_of(match.game).title.house_bot
    forget_turn(match, seat)
    if for_good and seat.user is not None:
        seat.name, seat.user, seat.bot = seat.shown_name, None, house_bot
    else:
        seat.stand_in = house_bot
        seat.absent_from, seat.absent_to = match.entries, None
    fields = ["name", "user", "bot", "stand_in", "absent_from", "absent_to"]
    seat.save(update_fields=fields)
    if match.status == Match.Status.RUNNING:
        note_deserted(match=match, at=now())
        plan_again(match=match, seat=seat, at=now())


def how_left(match: Match, seat: Seat) -> How:
    """Return how a player left whose departure the rules have yet to process."""
    if seat.status == Seat.Status.LEFT:
        return "left"
    by_moderator = match.bans.filter(user=seat.user, by_moderator=True).exists()
    return "removed" if by_moderator else "kicked"


def close_table(*, match: Match, reason: str = "cancelled") -> None:
    """Close an open table."""
    match.status, match.end_reason, match.ended_at = Match.Status.ABORTED, reason, now()
    match.due_at = None
    match.save(update_fields=["status", "end_reason", "ended_at", "due_at"])
    withdraw_invitations(match)
    tell_table(match)


def tell_table(match: Match) -> None:
    """Count a change of the table in every stream, and notify all open pages."""
    for stream in match.streams.values():
        stream[0] += 1
    match.version += 1
    match.save(update_fields=["streams", "version"])
    announce(
        topics.of_match(match.public_id),
        topics.LOBBY,
        access_topic(f"table-{match.public_id}"),
        access_topic(f"watch-{match.public_id}"),
    )


# --- Leaving every table at once, such as when an account is deleted


def walk_out(*, user: Any) -> None:
    """Make this user leave all their tables and matches, by the rules of each game."""
    rows = Seat.objects.filter(
        user=user,
        status=Seat.Status.SEATED,
        match__status__in=GOING_ON,
    )
    # Always in the same order, so that two users who walk out at once cannot deadlock.
    for public_id in list(rows.order_by("match_id").values_list("match__public_id", flat=True)):
        with transaction.atomic():
            match = lock_match(public_id)
            seat = match.seats.filter(user=user, status=Seat.Status.SEATED).first()
            if seat is not None and match.active:
                remove_seat(match=match, seat=seat, how="left")


def stop_waiting(*, user: Any) -> None:
    """Let the matches in which this user keeps the seat go on without them (Venice 3.2).

    Call it when the user can no longer act, in the transaction that says so and before the user's
    row is locked: other commands lock a match first.
    """
    kept = [slug for slug, game in games().items() if game.title.leaver == "stays"]
    rows = Seat.objects.filter(user=user, status=Seat.Status.SEATED, match__game__in=kept)
    running = rows.filter(match__status=Match.Status.RUNNING).order_by("match_id")
    for public_id in list(running.values_list("match__public_id", flat=True)):
        _go_on_without(lock_match(public_id))


def _go_on_without(match: Match) -> None:
    """Let the scheduler check whether the match waited for somebody who can't act."""
    if match.status == Match.Status.RUNNING:
        match.due_at = now()
        match.save(update_fields=["due_at"])
        announce(topics.of_match(match.public_id))


def refresh_matches(*, user: Any, forget: bool = False) -> None:
    """Refresh the user's matches after their name has changed or is to be forgotten."""
    if forget:
        Seat.objects.filter(user=user).update(name="")
    played = Match.objects.filter(pk__in=Seat.objects.filter(user=user).values("match"))
    # Rendered pages are cached by the version of their match.
    for pk in played.order_by("pk").values_list("pk", flat=True):
        Match.objects.filter(pk=pk).update(version=F("version") + 1)


def forget_names(*, user: Any, names: Collection[str]) -> None:
    """Rename the tables that are called after this person to the name of their game.

    An example is "Ada's table". Notices that mention such a name to people who played there or were
    invited are deleted.
    """
    theirs = Q(owner=user) | Q(seats__user=user) | Q(invitations__by=user)
    for name in filter(None, names):
        named = Match.objects.filter(theirs, name__icontains=name).order_by("pk").distinct()
        for pk, public_id, slug in list(named.values_list("pk", "public_id", "game")):
            title = game_of(slug).title.name if slug in games() else slug
            Match.objects.filter(pk=pk).update(name=title[:60], version=F("version") + 1)
            _forget_notices(pk, reverse("games:match", args=[public_id]), name)


def _forget_notices(match: int, url: str, name: str) -> None:
    """Delete the notices about this match that contain the name."""
    # Notices are indexed by person, so they are found through the people of the match.
    sat = Seat.objects.filter(match=match, user__isnull=False).values("user")
    invited = Invitation.objects.filter(match=match).values("user")
    told = Notice.objects.filter(Q(user__in=sat) | Q(user__in=invited))
    told.filter(url__startswith=url, text__icontains=name).delete()


# --- Away by the site's own rule: after two missed decisions in a row the clock plays the seat


_PRESENCE = ["missed", "away", "stand_in"]
_ABSENCE = ["absent_from", "absent_to"]


def note_missed(*, match: Match, asked: Sequence[int], at: datetime) -> None:
    """Count a missed deadline on these seats. The caller saves the match.

    Games with a rule of their own for away are skipped.
    """
    if title_of(match).own_away:
        return
    for seat in match.seats.filter(index__in=asked, status=Seat.Status.SEATED, bot="", stand_in=""):
        if not seat.missed or seat.absent_from is None:
            seat.absent_from, seat.absent_to = match.entries, None
        seat.missed += 1
        seat.away = seat.missed >= AWAY_AFTER or match.settings.pace == "slow"
        if seat.away and match.settings.absent_bot:
            seat.stand_in = title_of(match).house_bot
        seat.save(update_fields=[*_PRESENCE, *_ABSENCE])
    note_deserted(match=match, at=at)
    announce(topics.of_match(match.public_id))


def acted(*, match: Match, seat: Seat) -> None:
    """Note that the player of this seat is present.

    The first action brings a missing player back. Another one shows that they have read what the
    site played meanwhile.
    """
    if seat.missed or seat.away or seat.stand_in:
        came_back(match=match, seat=seat, after=match.entries - 1)
    elif seat.absent_from is not None:
        forget_absence(seat)


def forget_absence(seat: Seat) -> None:
    """Forget what the site played for this seat: its player has read it."""
    seat.absent_from = seat.absent_to = None
    seat.save(update_fields=_ABSENCE)


def came_back(*, match: Match, seat: Seat, after: int) -> None:
    """Give the seat back to its player, after the entry `after` of the log."""
    seat.missed, seat.away, seat.stand_in = 0, False, ""
    if seat.absent_from is not None:
        seat.absent_to = after
    seat.save(update_fields=[*_PRESENCE, *_ABSENCE])
    if match.deserted_at is not None:
        match.deserted_at = None
        match.due_at = earliest(match)
        match.save(update_fields=["deserted_at", "due_at"])
    announce(topics.of_match(match.public_id))


def come_back(*, user: Any, public_id: str) -> None:
    """Let this user take their seat over again ("I am back").

    Raise `Refusal`: `not_playing`, `not_a_player` or `not_away`.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        if match.status != Match.Status.RUNNING:
            raise Refusal(HouseCode.NOT_PLAYING)
        seat = match.seats.filter(user=user, status=Seat.Status.SEATED).first()
        if seat is None:
            raise Refusal(HouseCode.NOT_A_PLAYER)
        if not (seat.away or seat.stand_in):
            raise Refusal(HouseCode.NOT_AWAY)
        came_back(match=match, seat=seat, after=match.entries)
        plan_again(match=match, seat=seat, at=now())
        tell_table(match)

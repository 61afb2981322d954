"""Sitting down, leaving, being removed; bots among them."""

from __future__ import annotations

from typing import Any, Literal

from django.db import transaction
from django.db.models import Max

from chat.core.clock import now
from chat.live.announce import announce
from chat.messages.rooms import access_topic
from games import topics
from games.engine.base import Join, Leave
from games.engine.table import Gate, Refused, check_join, check_kick, check_leave
from games.models import Admission, Ban, Invitation, Match, Seat
from games.refusals import HouseCode, Refusal
from games.registry import game_of
from games.selectors.seats import PERSON, seated
from games.services.advance import advance
from games.services.clockwork import note_deserted, plan_again
from games.services.contributing import clean_commitment, keep_commitment
from games.services.door import lock_free, note_try, withdraw_invitations
from games.services.facts import facts_of, gate_of, is_new_to
from games.services.limits import check_matches, lock_person
from games.services.locking import accept, accepted, clean_key, lock_match
from games.services.missing import note_left
from games.services.owning import hand_over, heir_of, owner_changed, owns
from games.services.turns import forget_turn

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
    """Sits down. Raises `Refusal`; a wrong password is remembered all the same.

    `hints`: are on if this is a guest who has never sat at this game. `commitment`: to what their
    browser adds to chance.
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
                raise Refusal(HouseCode.BUSY)  # the owner has just changed it
            check_join(facts_of(match, user, gate=gate))
            check_going(match)
            if lock_person(user).is_bot != user.is_bot:
                raise Refusal(HouseCode.BUSY)  # it has just become one
            check_matches(user)
            guided = hints and is_new_to(user, match.game)
            seat_down(match=match, user=user, guided=guided, commitment=commitment)
            accept(user=user, key=key, match=match)
    except Refused as refused:
        match = lock_free(public_id)
        if accepted(user=user, key=key, match=match):
            return  # the same post was carried out elsewhere while this one was looked at
        note_try(match=match, user=user, password=password, code=refused.code)
        raise Refusal(HouseCode(refused.code)) from refused


def _gate_before_lock(match: Match, user: Any, password: str | None, address: str) -> Gate:
    """What this user shows at the door. Raises `Refused` for whoever may not come in anyway.

    Checking a password takes a good part of a second on purpose: nobody else may wait for it.
    """
    try:
        check_join(facts_of(match, user, gate="invited"))
    except Refused as refused:
        if refused.code != "game_full":  # which is told only to those who know the password
            raise
    return gate_of(match, user, password, address=address)


def check_going(match: Match) -> None:
    """Time stands still in a stalled match: the rules cannot be told of anybody new.

    Nor may anybody come while a match is about to begin: who knew what some have added to chance
    could see to it that the cards fall otherwise.
    """
    if match.status == Match.Status.STALLED:
        raise Refusal(HouseCode.STALLED)
    if match.starting:
        raise Refusal(HouseCode.STARTING)


def seat_down(
    *,
    match: Match,
    user: Any = None,
    bot: str = "",
    guided: bool = False,
    commitment: str = "",
) -> Seat:
    """A new seat at the end of the order, for a person or a bot; told to the rules in play.

    `commitment`: to what the person's browser adds to chance; whoever comes late adds nothing.
    """
    top = match.seats.aggregate(top=Max("index"))["top"]
    index = 0 if top is None else top + 1
    at = now()
    name = user.shown_name if user is not None else _bot_name(match)
    seat = Seat.objects.create(
        match=match,
        index=index,
        user=user,
        bot=bot,
        program=user is not None and user.is_bot,
        name=name,
        hue=_free_hue(match, getattr(user, "hue", None)),
        joined_at=at,
        guided=guided,
    )
    keep_commitment(match=match, seat=seat, commitment=commitment)
    if match.status == Match.Status.RUNNING:
        advance(match=match, seat=index, action=Join(bot=seat.is_bot), at=at)
    tell_table(match)
    return seat


def _bot_name(match: Match) -> str:
    taken = set(seated(match).filter(name__in=BOT_NAMES).values_list("name", flat=True))
    free = (name for name in BOT_NAMES if name not in taken)
    return next(free, "") or f"Maschera {seated(match).count()}"


def _free_hue(match: Match, wish: int | None) -> int:
    """The player's wish if it is free, else the first free one."""
    taken = set(seated(match).order_by().values_list("hue", flat=True).distinct())
    if wish is not None and wish not in taken:
        return wish
    free = (hue for hue in range(12) if hue not in taken)
    found = next(free, None)
    return seated(match).count() % 12 if found is None else found


def leave(*, user: Any, public_id: str, key: str = "") -> None:
    """Leaves the table. Raises `Refusal`."""
    key = clean_key(key)
    with transaction.atomic():
        match = lock_match(public_id)
        if accepted(user=user, key=key, match=match):
            return
        try:
            check_leave(facts_of(match, user))
        except Refused as refused:
            raise Refusal(HouseCode(refused.code)) from refused
        remove_seat(match=match, seat=seated(match).get(user=user), how="left")
        accept(user=user, key=key, match=match)


def kick(*, user: Any, public_id: str, index: int) -> None:
    """The owner removes somebody, who is banned; a bot just goes."""
    with transaction.atomic():
        match = lock_match(public_id)
        seat = seated(match).filter(index=index).select_related("user").first()
        oneself = seat is not None and seat.user_id is not None and seat.user_id == user.pk
        try:
            check_kick(facts_of(match, user), oneself=oneself, target_seated=seat is not None)
        except Refused as refused:
            raise Refusal(HouseCode(refused.code)) from refused
        assert seat is not None
        ban(match=match, seat=seat, by_moderator=False)
        remove_seat(match=match, seat=seat, how="kicked")


def ban(*, match: Match, seat: Seat, by_moderator: bool) -> None:
    """Keeps somebody who is being removed from coming back: ends invitation and opened links."""
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


def remove_seat(*, match: Match, seat: Seat, how: How) -> None:
    """Takes somebody off a seat: in the lobby it is free again, in play as the game's rules say.

    Who goes when the match is about to begin keeps the seat until it has: who plays, and what was
    added to chance, is fixed by then.
    """
    title, owned = game_of(match.game).title, owns(match, seat)
    if match.status == Match.Status.RUNNING and how == "left":
        note_left(match=match, seat=seat, at=now())
    heir = heir_of(match, seat) if owned else None
    if match.waiting:
        seat.delete()
    elif match.starting:
        seat.status = Seat.Status.LEFT if how == "left" else Seat.Status.KICKED
        seat.save(update_fields=["status"])
    elif title.roster == "open":
        seat.status = Seat.Status.LEFT if how == "left" else Seat.Status.KICKED
        seat.save(update_fields=["status"])
        if match.status == Match.Status.RUNNING:
            told = owner_changed(heir)
            advance(match=match, seat=seat.index, action=Leave(how=how), at=now(), also=told)
    elif title.leaver == "bot":
        give_seat_to_bot(match=match, seat=seat, for_good=how != "left")
    elif how != "left":  # what they did stands, but they do nothing more
        seat.status = Seat.Status.KICKED
        seat.save(update_fields=["status"])
        if match.status == Match.Status.RUNNING:  # nobody waits for them any more: the clock looks
            match.due_at = now()
            match.save(update_fields=["due_at"])
    if seat.user_id is not None:
        announce(topics.of_person(seat.user_id), f"user.{seat.user_id}")
    if owned:
        hand_over(match=match, heir=heir)
    if match.status == Match.Status.OPEN and not seated(match).filter(PERSON).exists():
        close_table(match=match)
    else:
        tell_table(match)


def give_seat_to_bot(*, match: Match, seat: Seat, for_good: bool = False) -> None:
    """The house bot plays this seat, from now on.

    Its player may come back, except where it is `for_good`: then the seat is a bot's own.
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
    """How somebody left whose seat was kept for the rules to be told later."""
    if seat.status == Seat.Status.LEFT:
        return "left"
    by_moderator = match.bans.filter(user=seat.user, by_moderator=True).exists()
    return "removed" if by_moderator else "kicked"


def close_table(*, match: Match, reason: str = "cancelled") -> None:
    """Gives an open table up."""
    match.status, match.end_reason, match.ended_at = Match.Status.ABORTED, reason, now()
    match.due_at = None
    match.save(update_fields=["status", "end_reason", "ended_at", "due_at"])
    withdraw_invitations(match)
    tell_table(match)


def tell_table(match: Match) -> None:
    """Who sits or what the table is has changed: counts every stream and tells all."""
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

"""Starting a match, and rematches.

If players' browsers have announced contributions to the match's randomness, a start first freezes
who plays and waits until all contributions are opened, or for a few seconds. Then the scheduler
begins the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from chat.contacts.notices import notify, notify_many, withdraw_from
from chat.core.clock import now
from chat.live.announce import announce
from chat.live.presence import who
from games import topics
from games.engine.dealer import Dealer, seal_of
from games.engine.table import check_rematch, check_start
from games.models import AcceptedKey, Match, Seat
from games.refusals import Refusal
from games.registry import game_of, is_crowd
from games.selectors.seats import people_asked, people_in, seated
from games.services import ratings
from games.services.bulk import update_rows
from games.services.contributions import clean_commitment, is_awaited, keep_opening, mix
from games.services.deadlines import PAUSE
from games.services.locks import accept, accepted, clean_key, lock_match, tell_again
from games.services.seats import How, how_left, join, remove_seat, seat_down, tell_table
from games.services.table_access import (
    check_filling,
    check_matches,
    facts_of,
    invite_again,
    lock_person,
    most_seats,
    site_refusals,
)
from games.services.tables import FEW, fill_table, new_secret, seat_bots

OPENS_FOR = timedelta(seconds=10)  # then closed contributions count as their commitments
MOST_INVITED = 20  # people whom the site invites to a rematch
MOST_TOLD = 200  # people notified of a start, in the transaction that begins the match


def start(*, user: Any, public_id: str, key: str = "", guided: bool = False) -> None:
    """Start the match for its owner: freeze players, options and content, and deal.

    If contributions have to be opened first, the match begins when they are. `guided`: with hints
    on the owner's own page. Raise `Refusal` if the match cannot start or the user is not its owner.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        if accepted(user=user, key=clean_key(key), match=match):
            return
        game = game_of(match.game)
        facts = facts_of(match, user)
        with site_refusals():
            check_start(facts)
        if guided:
            seated(match).filter(user=user).update(guided=True)
        prepared = game.prepare(match)
        if is_awaited(match):
            _set_start(match, now() + OPENS_FOR)
        else:
            _begin(match=match, prepared=prepared)
        accept(user=user, key=key, match=match)


def open_contribution(*, user: Any, public_id: str, opening: str) -> None:
    """Open the contribution of this user's browser; the last one begins the match.

    Raise `Refusal` as `keep_opening` does.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        keep_opening(match=match, user=user, opening=opening)
        if is_awaited(match):
            tell_table(match)
        else:
            begin_frozen(match=match)


def begin_frozen(*, match: Match) -> None:
    """Begin a match that is about to start, or call it off if it cannot start now."""
    try:
        prepared = game_of(match.game).prepare(match)
    except Refusal:
        call_off(match=match)
    else:
        _begin(match=match, prepared=prepared)


def call_off(*, match: Match) -> None:
    """Let a match that was about to begin wait for players again."""
    # All contributions are void: some are already public, and the others were announced with them.
    match.contributions.all().delete()
    match.seats.exclude(status=Seat.Status.SEATED).delete()
    _set_start(match, None)


def _set_start(match: Match, at: datetime | None) -> None:
    """Set the latest time of the match's start, None to cancel it, and notify pages."""
    match.asked_at = None if at is None else now()
    match.deadline = match.due_at = at
    match.save(update_fields=["asked_at", "deadline", "due_at"])
    tell_table(match)


def _begin(*, match: Match, prepared: Any) -> None:
    """Begin the match; the caller has checked that it may begin."""
    game, at = game_of(match.game), now()
    gone = _sit_again(match)
    match.status, match.started_at = Match.Status.RUNNING, at
    match.asked_at = match.deadline = match.due_at = None
    match.version += 1  # pages rendered before are older than the start
    match.rated = not is_crowd(match) and ratings.counts(
        match, seated(match).select_related("user")
    )
    match.practice = len(people_in(match)) <= 1
    mix(match)
    shuffled = game.title.seating == "random"
    _number_seats(match, shuffled=shuffled, dealer=Dealer(match.secret, 0))
    match.save(
        update_fields=[
            "status", "version", "started_at", "asked_at", "deadline", "due_at", "secret",
            "sealed_secret", "rated", "practice",
        ]
    )  # fmt: skip
    seats = () if is_crowd(match) else list(seated(match))
    game.start(match=match, seats=seats, prepared=prepared, at=at)
    for key, how in gone.items():
        remove_seat(match=match, seat=match.seats.get(pk=key), how=how)
    _tell_begun(match)
    announce(topics.of_match(match.public_id), topics.LOBBY)


def _sit_again(match: Match) -> dict[int, How]:
    """Seat again the players who left while the match was about to begin.

    They play until it has begun. Return how each of them left, by the keys of their seats.
    """
    gone = match.seats.exclude(status=Seat.Status.SEATED).select_related("user")
    ways = {seat.pk: how_left(match, seat) for seat in gone}
    match.seats.filter(pk__in=ways).update(status=Seat.Status.SEATED)
    return ways


def _number_seats(match: Match, *, shuffled: bool, dealer: Dealer) -> None:
    """Number the seats from 0, in joining order or as the dealer shuffles them."""
    # Mostly nobody has left, and the numbers are right already. No object for each seat, since
    # there may be 100,000; nobody else writes them meanwhile.
    held = seated(match).aggregate(count=Count("pk"), last=Max("index"))
    if not shuffled and held["count"] == 1 + held["last"]:
        return
    rows = list(seated(match).values_list("pk", "index"))
    order = range(len(rows))
    places = dealer.shuffle("seats", list(order)) if shuffled else order
    moved = [
        (rows[place][0], number) for number, place in enumerate(places) if rows[place][1] != number
    ]
    free = 1 + rows[-1][1]
    for offset in (free, 0):  # in two passes, since numbers must stay unique meanwhile
        update_rows(Seat, "id", ("index",), ((key, offset + number) for key, number in moved))


def rematch(*, user: Any, public_id: str, key: str = "", commitment: str = "") -> Match | None:
    """Ask to play again. Return the rematch, or None until enough players ask for it.

    The owner opens it alone, others when more than half of the people who played to the end ask
    for it. `commitment`: the hash of the contribution that the opener's browser announces, "" for
    none. Raise `Refusal` if the user may not ask for a rematch.
    """
    commitment = clean_commitment(commitment)
    with transaction.atomic():
        old = lock_match(public_id)
        with site_refusals():
            check_rematch(facts_of(old, user))
        match = Match.objects.filter(rematch_of=old).first()
        _count_rematch_vote(old, user)
        if match is None:
            if old.owner_id != user.pk and rematch_votes_missing(old):
                return None
            lock_person(user)
            check_matches(user)
            match = _again(old, user, commitment)
            if key and not AcceptedKey.objects.filter(user=user, key=clean_key(key)).exists():
                accept(user=user, key=key, match=match)
            tell_table(old)
        else:
            for one in (old, match):
                tell_again(user=user, match=one, key=f"rematch {one.public_id}")
    fill_table(public_id=match.public_id, bots=_bots(old).count())
    return match


def _count_rematch_vote(old: Match, user: Any) -> None:
    seat = seated(old).filter(user=user).first()
    if seat is not None and seat.index not in old.rematch_votes:
        old.rematch_votes = sorted([*old.rematch_votes, seat.index])
        old.save(update_fields=["rematch_votes"])
        tell_table(old)


def rematch_votes_missing(old: Match) -> int:
    """Return how many more people must ask for a rematch that the owner does not ask for."""
    people = people_asked(old)
    return max(0, len(people) // 2 + 1 - len(people & set(old.rematch_votes)))


def play_again(*, user: Any, public_id: str, key: str = "", commitment: str = "") -> Match | None:
    """Ask to play again, and sit down at the rematch if there is one.

    Return it, or None until enough players ask for it. If its owner plays against bots alone, it
    begins at once. Raise `Refusal` as `rematch` and, for a table that waits, `join` do.
    """
    match = rematch(user=user, public_id=public_id, key=key, commitment=commitment)
    if match is None:
        return None
    if match.waiting and not seated(match).filter(user=user).exists():
        join(user=user, public_id=match.public_id, key=key, commitment=commitment)
    old = Match.objects.get(public_id=public_id)
    alone = len(people_in(old)) == 1 and _bots(old).exists()
    with transaction.atomic():
        new = lock_match(match.public_id)
        if alone and new.waiting and len(people_in(new)) == 1:
            guided = seated(old).filter(user=user, guided=True).exists()
            start(user=user, public_id=new.public_id, guided=guided)
    return match


def _tell_begun(match: Match) -> None:
    """Notify the players who have another page open that the match has begun."""
    # The notice holds the seal, so that they have a copy of it. The owner started the match, and
    # open pages of the table show the seal. In a crowd nobody is notified.
    here = {person.pk for person in who(f"table-{match.public_id}").people}
    people = seated(match).filter(user__isnull=False).exclude(user=match.owner_id)
    away = set(people.values_list("user", flat=True)[: MOST_TOLD + 1]) - here
    if len(away) > MOST_TOLD:
        return
    text = _("“%(table)s” has begun. Its seal: %(seal)s") % {
        "table": match.name,
        "seal": match.seal,
    }
    url = reverse("games:match", args=[match.public_id])
    notify_many(kind="start", told=dict.fromkeys(away, text), url=url, instead_of=url)


def _tell_left_out(match: Match, user: Any) -> None:
    text = _("Some packs can no longer be used and were left out of “%(table)s”.")
    notify(
        user=user,
        kind="options",
        text=text % {"table": match.name},
        url=reverse("games:match", args=[match.public_id]),
    )


def _bots(match: Match) -> QuerySet[Seat]:
    return seated(match).exclude(bot="")


def _again(old: Match, user: Any, commitment: str) -> Match:
    secret = new_secret()
    match = Match(
        game=old.game,
        name=old.name,
        owner=user,
        password=old.password,
        secret=secret,
        seal=seal_of(secret),
        created_at=now(),
        rematch_of=old,
    )
    settings = old.settings
    most = min(settings.most, max(settings.least, most_seats(user)))
    match.settings = replace(settings, most=most)
    match.options = game_of(old.game).options_again(old)
    check_filling(user=user, match=match, seats=1 + _bots(old).count())
    match.save(force_insert=True)
    seat_down(match=match, user=user, commitment=commitment)
    if match.options != old.options:
        _tell_left_out(match, user)
    people = seated(old).filter(user__isnull=False).exclude(user=user).select_related("user")
    for seat in people.filter(index__in=old.rematch_votes)[: most - 1]:
        if _may_sit_again(seat.user):
            seat_down(match=match, user=seat.user)
    _seat_bots_again(match, old)
    here = set(seated(match).values_list("user", flat=True))
    if people.count() <= MOST_INVITED:  # a crowd finds the table in the lobby
        for seat in people:
            if seat.user_id not in here:
                invite_again(match=match, guest=seat.user, by=user)
        _clear_bells(old, [user.pk, *people.values_list("user", flat=True)])
    return match


def _may_sit_again(user: Any) -> bool:
    try:
        check_matches(user)
    except Refusal:
        return False
    return True


def _seat_bots_again(match: Match, old: Match) -> None:
    bots = _bots(old)[:FEW]
    for seat in bots:
        seat_down(match=match, bot=seat.bot, again=seat)
    if len(bots) == FEW:
        seat_bots(match=match, bots=list(_bots(old)[FEW:].values_list("bot", flat=True)))


def _clear_bells(old: Match, people: Sequence[int]) -> None:
    """Withdraw the notices of the last match, in whose place the new table is."""
    url = reverse("games:match", args=[old.public_id])
    for kind in ("invitation", "rematch", "start", "options", "owner", PAUSE):
        withdraw_from(people, kind=kind, url=url)

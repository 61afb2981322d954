"""Starting a match, and playing it once more."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Count, Max, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.core.clock import now
from chat.live.announce import announce
from chat.people.notices import notify, notify_many
from chat.people.presence import who
from games import topics
from games.engines.dealer import Dealer, seal_of
from games.engines.table import Refused, check_rematch, check_start
from games.models import AcceptedKey, Match, Seat
from games.refusals import HouseCode, Refusal
from games.registry import game_of
from games.rules import is_crowd
from games.services.bot_seats import fill_table, seat_bots
from games.services.bulk import update_rows
from games.services.door import invite_again
from games.services.facts import facts_of, people_in, seated
from games.services.limits import check_matches, lock_person
from games.services.locking import accept, accepted, clean_key, lock_match
from games.services.retelling import tell_again
from games.services.seating import seat_down
from games.services.table_sizes import check_filling, most_seats
from games.services.tables import new_secret

MOST_INVITED = 20  # to a rematch, by the house
MOST_TOLD = 200  # that a match has begun, in the transaction that begins it


def start(*, user: Any, public_id: str, key: str = "", guided: bool = False) -> None:
    """The owner starts the match: freezes options and content, deals. Raises `Refusal`.

    `guided`: with hints on their own page.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        if accepted(user=user, key=clean_key(key), match=match):
            return
        game = game_of(match.game)
        facts = facts_of(match, user)
        try:
            check_start(facts)
        except Refused as refused:
            raise Refusal(HouseCode(refused.code)) from refused
        if guided:
            seated(match).filter(user=user).update(guided=True)
        begin(match=match, prepared=game.prepare(match))
        _tell_begun(match, user)
        accept(user=user, key=key, match=match)


def begin(*, match: Match, prepared: Any) -> None:
    """Carries the start out; the caller has checked that it may happen."""
    game, at = game_of(match.game), now()
    match.status, match.started_at = Match.Status.RUNNING, at
    shuffled = game.title.seating == "random"
    _number_seats(match, shuffled=shuffled, dealer=Dealer(match.secret, 0))
    match.save(update_fields=["status", "started_at"])
    seats = () if is_crowd(match) else list(seated(match))
    game.start(match=match, seats=seats, prepared=prepared, at=at)
    announce(topics.of_match(match.public_id), topics.LOBBY)


def _number_seats(match: Match, *, shuffled: bool, dealer: Dealer) -> None:
    """Seats 0, 1, 2, ... in the order of joining, or in one that the dealer draws.

    Without an object for each: there may be 100,000, and nobody else writes meanwhile. Mostly
    nobody has left, and they are numbered so already.
    """
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
    for offset in (free, 0):  # twice: numbers are unique while they change
        update_rows(Seat, "id", ("index",), ((key, offset + number) for key, number in moved))


def rematch(*, user: Any, public_id: str, key: str = "") -> Match:
    """The owner asks for the same table again; asking again leads to the same one."""
    with transaction.atomic():
        old = lock_match(public_id)
        try:
            check_rematch(facts_of(old, user))
        except Refused as refused:
            raise Refusal(HouseCode(refused.code)) from refused
        match = Match.objects.filter(rematch_of=old).first()
        if match is None:
            lock_person(user)
            check_matches(user)
            match = _again(old, user)
            if key and not AcceptedKey.objects.filter(user=user, key=clean_key(key)).exists():
                accept(user=user, key=key, match=match)
            announce(topics.of_match(old.public_id), topics.LOBBY)
        else:
            for one in (old, match):
                tell_again(user=user, match=one, key=f"rematch {one.public_id}")
    fill_table(public_id=match.public_id, bots=_bots(old).count())
    return match


def play_again(*, user: Any, public_id: str, key: str = "") -> Match:
    """The table once more; where its owner plays with bots alone, the match begins at once."""
    match = rematch(user=user, public_id=public_id, key=key)
    old = Match.objects.get(public_id=public_id)
    alone = len(people_in(old)) == 1 and _bots(old).exists()
    with transaction.atomic():
        new = lock_match(match.public_id)
        if alone and new.status == Match.Status.OPEN and len(people_in(new)) == 1:
            guided = seated(old).filter(user=user, guided=True).exists()
            start(user=user, public_id=new.public_id, guided=guided)
    return match


def _tell_begun(match: Match, starter: Any) -> None:
    """Those who sat down and look elsewhere now, with the seal, so that they have it of their own.

    Whoever has the table open sees both there; of a crowd nobody is told.
    """
    here = {person.pk for person in who(f"table-{match.public_id}").people}
    people = seated(match).filter(user__isnull=False).exclude(user=starter)
    away = set(people.values_list("user", flat=True)[: MOST_TOLD + 1]) - here
    if len(away) > MOST_TOLD:
        return
    text = _("“%(table)s” has begun. The seal of its chance: %(seal)s") % {
        "table": match.name,
        "seal": match.seal,
    }
    url = reverse("games:match", args=[match.public_id])
    notify_many(kind="start", told=dict.fromkeys(away, text), url=url, instead_of=url)


def _tell_left_out(match: Match, user: Any) -> None:
    text = _("Some packs may no longer be used and were left out of the table “%(table)s”.")
    notify(
        user=user,
        kind="options",
        text=text % {"table": match.name},
        url=reverse("games:match", args=[match.public_id]),
    )


def _bots(match: Match) -> QuerySet[Seat]:
    return seated(match).exclude(bot="")


_COPIED = (
    "game", "name", "access", "password", "least", "most", "late_join", "kick_in_play",
    "spectators", "watchers_heard", "guests", "pace", "pace_percent", "pace_hours", "absent_bot",
)  # fmt: skip


def _again(old: Match, user: Any) -> Match:
    secret = new_secret()
    match = Match(owner=user, secret=secret, seal=seal_of(secret), created_at=now(), rematch_of=old)
    for name in _COPIED:
        setattr(match, name, getattr(old, name))
    match.options = game_of(old.game).options_again(old)
    match.most = min(old.most, max(old.least, most_seats(user)))
    check_filling(user=user, match=match, seats=1 + _bots(old).count())
    match.save(force_insert=True)
    seat_down(match=match, user=user)
    if match.options != old.options:
        _tell_left_out(match, user)
    seat_bots(match=match, bots=list(_bots(old).values_list("bot", flat=True)))
    people = seated(old).filter(user__isnull=False).exclude(user=user)
    if people.count() <= MOST_INVITED:  # a crowd hears of it in the lobby
        for seat in people.select_related("user"):
            invite_again(match=match, guest=seat.user, by=user)
    return match

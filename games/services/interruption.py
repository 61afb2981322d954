"""Pausing or stopping a match by agreement of its players.

Any player can end a pause. Players may move during a pause; a decision that comes up then has its
full time from the end of the pause on. Only times move: a pause leaves no trace in the log, nor in
what is dealt. In a live match bots rest as well.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from chat.contacts.notices import notify, withdraw_notices
from chat.core.clock import now
from chat.people import in_zone_of
from games.models import Match, Seat
from games.refusals import HouseCode, Refusal
from games.registry import game_of, title_of
from games.selectors.seats import people_asked, people_in, seated
from games.services.deadlines import PAUSE, day_of, earliest, move_bots, take_back_pause
from games.services.locks import lock_match
from games.services.moderation import abort
from games.services.seats import away_seats, owns, tell_table

LONGEST = {"live": timedelta(minutes=15), "slow": timedelta(days=14)}


def may_pause(match: Match) -> bool:
    """Return True if the players may pause this match."""
    # An auction week has fixed closing times, so it cannot be paused.
    return game_of(match.game).in_steps and match.status == Match.Status.RUNNING


def host_decides(match: Match) -> bool:
    """Return True if the host may pause the match without asking the others."""
    return match.settings.host_pauses and match.settings.access != "open"


def agree_to_pause(*, user: Any, public_id: str, until: datetime | None) -> None:
    """Propose to pause the match until this time, or agree to that proposal.

    None withdraws the user's consent or declines the proposal, and ends the pause if there is one.
    Raise `Refusal`: `cannot_pause`, or `bad_pause` for a time that is past or too far away.
    """
    with transaction.atomic():
        match, at = lock_match(public_id), now()
        seat = seated(match).filter(user=user).first()
        if seat is None or not may_pause(match):
            raise Refusal(HouseCode.CANNOT_PAUSE)
        if until is None:
            _take_back(match, seat, at)
        elif not at < until <= at + LONGEST[match.settings.pace]:
            live = match.settings.pace == "live"
            words = _("Choose a pause of at most 15 minutes.") if live else ""
            raise Refusal(HouseCode.BAD_PAUSE, words)
        elif host_decides(match) and owns(match, seat):
            _begin_pause(match, until, at)
        elif until == match.pause_asked:
            _count_pause_votes(match, {*match.pause_votes, seat.index}, at)
        else:
            match.pause_asked = until
            if not _count_pause_votes(match, {seat.index}, at):
                _tell(match, seat, _("%(name)s proposes to pause “%(table)s” until %(day)s."))


def recount_pause_votes(*, public_id: str) -> None:
    """Count the votes for a pause again after somebody has left."""
    with transaction.atomic():
        match = lock_match(public_id)
        # All who are still there may have agreed already.
        if match.pause_asked is not None and may_pause(match):
            _count_pause_votes(match, set(match.pause_votes), now())


def go_on(*, match: Match) -> None:
    """End a pause whose time is over. The caller has locked the match's row."""
    match.paused_until = None
    take_back_pause(match, list(seated(match)))
    _save(match)


def _take_back(match: Match, seat: Seat, at: datetime) -> None:
    if match.paused_until is not None:
        _pause(match, None, at)
        _tell(match, seat, _("%(name)s has ended the pause of “%(table)s”."))
    elif match.pause_asked is not None and seat.index not in match.pause_votes:
        # Everybody would have to agree, so one refusal settles it.
        _tell(match, seat, _("%(name)s does not want to pause “%(table)s” now."))
        match.pause_votes = []
    match.pause_votes = [one for one in match.pause_votes if one != seat.index]
    if not match.pause_votes:
        match.pause_asked = None
    _save(match)


def _count_pause_votes(match: Match, votes: set[int], at: datetime) -> bool:
    """Pause the match if everybody who is there agrees. Return True if the proposal is over."""
    people = people_asked(match)
    match.pause_votes = sorted(votes & people)
    agreed = bool(match.pause_votes) and votes >= people - away_seats(match)
    until = match.pause_asked
    if agreed and until is not None and until > at:
        _begin_pause(match, until, at)
        return True
    over = agreed or not match.pause_votes
    if over:
        match.pause_asked, match.pause_votes = None, []
    _save(match)
    return over


def _begin_pause(match: Match, until: datetime, at: datetime) -> None:
    _pause(match, until, at)
    match.pause_asked, match.pause_votes = None, []
    _tell(match, None, _("“%(table)s” is paused until %(day)s."))
    _save(match)


def _pause(match: Match, until: datetime | None, at: datetime) -> None:
    """Pause the match until this time, or end the pause (None)."""
    # The deadline moves along with the end of the pause, so that the time left stays the same.
    before, after = max(at, match.paused_until or at), until or at
    if match.deadline is not None:
        match.deadline += after - before
    if match.settings.pace == "live":
        move_bots(match, after - before)
    match.paused_until = until


def _save(match: Match) -> None:
    match.due_at = earliest(match)
    match.save(
        update_fields=[
            "pause_asked", "pause_votes", "paused_until", "deadline", "bots_due", "due_at",
        ]
    )  # fmt: skip
    tell_table(match)


def _tell(match: Match, by: Seat | None, text: str) -> None:
    """Notify everybody else at the table, with times in their own time zones."""
    until = match.paused_until or match.pause_asked
    for seat in seated(match).filter(user__isnull=False).select_related("user"):
        if seat.user is None or (by is not None and seat.pk == by.pk):
            continue
        with in_zone_of(seat.user):
            words = {
                "name": by.shown_name if by else "",
                "table": match.name,
                "day": day_of(until) if until else "",
            }
        url = reverse("games:match", args=[match.public_id])
        # An older notice that is still unread is replaced.
        withdraw_notices(user=seat.user, kind=PAUSE, url=url)
        notify(user=seat.user, kind=PAUSE, text=text % words, url=url, by=by.user if by else None)


# --- Stopping a running match by agreement
#
# In a game whose leavers' seats stay (Venice), a match with several people cannot be stopped. A
# person who plays against bots alone can end it.


def agree_to_stop(*, user: Any, public_id: str, agrees: bool) -> None:
    """Record that this player agrees to stop the match, or no longer does.

    The match ends when every person at the table agrees. Raise `Refusal("cannot_stop")`.
    """
    with transaction.atomic():
        match = lock_match(public_id)
        seat = seated(match).filter(user=user).first()
        if match.status not in {Match.Status.RUNNING, Match.Status.STALLED} or seat is None:
            raise Refusal(HouseCode.CANNOT_STOP)
        if title_of(match).leaver == "stays" and people_in(match) != [seat.index]:
            raise Refusal(
                HouseCode.CANNOT_STOP,
                _("Other people are playing, so the match continues to its end."),
            )
        votes = set(match.stop_votes) - {seat.index} | ({seat.index} if agrees else set())
        _count_stop_votes(match, votes)


def stop_lessons(*, user: Any, besides: str = "") -> None:
    """End this user's lessons that are still going on, except the one with this public id."""
    going = Match.objects.filter(owner=user, lesson=True, status=Match.Status.RUNNING)
    others = going.exclude(public_id=besides)
    for public_id in others.values_list("public_id", flat=True):
        with suppress(Refusal):  # it has just ended
            agree_to_stop(user=user, public_id=public_id, agrees=True)


def recount_stop_votes(*, public_id: str) -> None:
    """Count the votes to stop again after somebody has left."""
    with transaction.atomic():
        match = lock_match(public_id)
        # All who are still there may have agreed already.
        if match.status in {Match.Status.RUNNING, Match.Status.STALLED} and match.stop_votes:
            _count_stop_votes(match, set(match.stop_votes))


def _count_stop_votes(match: Match, votes: set[int]) -> None:
    people = people_asked(match)
    match.stop_votes = sorted(votes & people)
    match.save(update_fields=["stop_votes"])
    if people and votes >= people:
        abort(match=match, why="agreed")
    else:
        tell_table(match)

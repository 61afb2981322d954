"""The clock of a match: deadlines, and notices to pending seats.

Every transition updates both.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chat.contacts.notices import notify_many, withdraw_from
from chat.core.broker import request_task
from chat.core.clock import now
from chat.delivery.kinds import END
from chat.delivery.webhooks import send_events
from chat.people import in_zone_of
from games.engine.base import Decision, Engine, Randomness
from games.engine.dealer import Seeded
from games.models import Match, Seat
from games.registry import title_of
from games.services.bot_plans import ask_ahead, budget_of
from games.services.match_engine import engine_of, state_of

# --- Notices of a pending move, at slow pace, where people need not sit and wait
#
# A player who moves at once needs no notice, so it is sent after a while. The player's page, its
# title and the count of waiting matches show the move at once.


MOVE = "move"
TOLD_AFTER = timedelta(minutes=2)


def when_to_tell(
    match: Match, seats: Sequence[Seat], *, fresh: bool, at: datetime
) -> datetime | None:
    """Return when pending seats are to be notified, or None if nobody is.

    `fresh`: the decision has just come up. A seat that becomes pending later is notified with the
    others.
    """
    if match.settings.pace != "slow":
        return None
    told = set() if fresh else set(match.told)
    if not _people(seats, set(match.asked) - told, there=True):
        return None
    return at + TOLD_AFTER if fresh or match.tell_at is None else match.tell_at


def tell_turns(match: Match, seats: Sequence[Seat]) -> None:
    """Notify everybody who is still pending. The caller saves the match."""
    untold = set(match.asked) - set(match.told)
    match.told = sorted(match.asked)  # also those away now: on their return they see the table
    match.tell_at = None
    text = _("“%(table)s”: it's your turn.") % {"table": match.name}
    notify_many(
        kind=MOVE,
        told=dict.fromkeys(_people(seats, untold, there=True), text),
        url=_url(match),
        instead_of=_url(match),
        until=match.deadline,
    )


def _call_programs(match: Match, seats: Sequence[Seat]) -> None:
    """Tell the webhooks of pending bot accounts about a new decision of a live match."""
    # In slow matches they are notified like people.
    if match.settings.pace != "live":
        return
    programs = [seat for seat in seats if seat.program]
    if people := _people(programs, match.asked, there=True):
        text = _("“%(table)s”: it's your turn.") % {"table": match.name}
        url, until = _url(match), match.deadline
        send_events(kind=MOVE, people=people, text=text, url=url, until=until)


def tell_end(match: Match) -> None:
    """Tell the webhooks of the players that the match is over."""
    if not match.lesson:
        seated = Seat.objects.filter(match=match, status=Seat.Status.SEATED)
        people = seated.filter(user__isnull=False).values("user")
        text = _("“%(table)s” is over.") % {"table": match.name}
        send_events(kind=END, people=people, text=text, url=_url(match))


def take_back_turns(match: Match, seats: Sequence[Seat], *, told: set[int], fresh: bool) -> None:
    """Withdraw the notices of seats that are no longer pending, after a transition.

    `told`: the seats that were notified before the transition. The caller saves the match.
    """
    if match.settings.pace != "slow":
        return
    over = told if fresh else told - set(match.asked)
    if over:
        withdraw_from(_people(seats, over), kind=MOVE, url=_url(match))
    match.told = sorted(told - over)


def forget_turn(match: Match, seat: Seat) -> None:
    """Withdraw the notice of somebody who leaves the table.

    The seat's next player may be notified again.
    """
    if match.settings.pace != "slow" or seat.user_id is None:
        return
    if seat.index in match.told:
        withdraw_from([seat.user_id], kind=MOVE, url=_url(match))
        match.told = [one for one in match.told if one != seat.index]
        match.save(update_fields=["told"])


def _people(seats: Sequence[Seat], asked: Collection[int], *, there: bool = False) -> list[int]:
    """Return the users on these seats; `there`: without those the site plays for."""
    return [
        seat.user_id
        for seat in seats
        if seat.user_id is not None
        and seat.index in asked
        and not (there and (seat.away or seat.stand_in or seat.status != Seat.Status.SEATED))
    ]


def _url(match: Match) -> str:
    return reverse("games:match", args=[match.public_id])


# --- Notices of a break: a decision that asks nobody, until players who are away come back


PAUSE = "pause"


def tell_break(match: Match, seats: Sequence[Seat], away: Collection[int]) -> None:
    """Notify the players who are away that the match waits for them."""
    told = {}
    for seat in seats:
        if seat.index in away and seat.user is not None and seat.status == Seat.Status.SEATED:
            with in_zone_of(seat.user):
                words = {"table": match.name, "day": day_of(match.deadline or now())}
            text = _("“%(table)s” waits for you until %(day)s. Come back, or the match may end.")
            told[seat.user.pk] = text % words
    url = _url(match)
    notify_many(kind=PAUSE, told=told, url=url, instead_of=url, until=match.deadline)


def take_back_pause(match: Match, seats: Sequence[Seat]) -> None:
    """Withdraw the notices of a pause or break that is over."""
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    withdraw_from(people, kind=PAUSE, url=_url(match))


def day_of(until: datetime) -> str:
    """Return the day in words, with the hour unless it is midnight; the hour alone for today."""
    local = timezone.localtime(until)
    if local.date() == timezone.localtime(now()).date():
        return f"{local:%H:%M}"
    day = date_format(local, "l j F")
    return day if (local.hour, local.minute) == (0, 0) else f"{day}, {local:%H:%M}"


CLOCK = "clock"  # the "bot" that plays default actions for an absent seat
DESERTED_AFTER = timedelta(minutes=10)
THINKING = 2  # a searching bot waits this multiple of its CPU budget longer
LESSON_SECONDS = 3600  # for each decision of a lesson: nobody is hurried, and it is closed in time
LESSON_WAIT = 1.5  # seconds; bots of a lesson wait no longer
AWAY_AFTER = 2  # missed decisions in a row, by the site's own rule for away


class SystemRandomness:
    """Randomness of the operating system; it is not stored anywhere."""

    def below(self, bound: int) -> int:
        return secrets.randbelow(bound)


def bots_randomness(match: Match, *place: object) -> Randomness:
    """Return randomness for a bot's decision; in a lesson it is the same each time."""
    if not match.lesson:
        return SystemRandomness()
    return Seeded("|".join(map(str, (match.secret, *place))))


def set_clock(
    *, match: Match, engine: Engine, state: Any, seats: Sequence[Seat], at: datetime
) -> None:
    """Copy the pending decision out of the state, and schedule what is due when."""
    decision = engine.pending(state)
    if decision is None:
        match.decision_id, match.decision_kind, match.asked = "", "", []
        match.deadline = match.due_at = match.asked_at = match.tell_at = None
        match.bots_due = {}
        return
    fresh = decision.id != match.decision_id
    match.asked = list(decision.asked)
    match.decision_id, match.decision_kind = decision.id, decision.kind
    if fresh:
        match.asked_at = at
        goes_on = max(at, match.paused_until or at)
        match.deadline = goes_on + timedelta(seconds=seconds_for(match, decision))
        match.bots_due = {}
        _call_programs(match, seats)
    # In a live match bots rest during a pause, since nobody watches.
    rests = match.paused_until if match.settings.pace == "live" else None
    _schedule_bots(match, engine, state, seats, decision, max(at, rests or at))
    match.tell_at = when_to_tell(match, seats, fresh=fresh, at=at)
    match.due_at = earliest(match)
    _wake(match, at)


def note_deserted(*, match: Match, at: datetime) -> None:
    """Schedule the end of a deserted live match, or cancel it if somebody is back.

    The caller saves the match.
    """
    # A slow match never counts as deserted: nobody has to stay there.
    people = match.seats.filter(status=Seat.Status.SEATED, user__isnull=False, program=False)
    there = people.filter(away=False, stand_in="").exists()
    if there or match.settings.pace != "live":
        match.deserted_at = None
    elif match.deserted_at is None:
        match.deserted_at = at + DESERTED_AFTER


def plan_again(*, match: Match, seat: Seat, at: datetime) -> None:
    """Schedule a seat again whose player or preferences changed during a decision."""
    if match.status != Match.Status.RUNNING or title_of(match).own_away:
        return
    match.bots_due.pop(str(seat.index), None)
    seats = list(match.seats.all())
    set_clock(match=match, engine=engine_of(match), state=state_of(match), seats=seats, at=at)
    match.save(update_fields=["bots_due", "due_at", "deserted_at", "tell_at"])


def seconds_for(match: Match, decision: Decision) -> float:
    """Return the time for a decision at this table's pace, in seconds."""
    if match.lesson:
        return LESSON_SECONDS
    if title_of(match).own_clock:
        return decision.seconds
    if match.settings.pace == "slow":
        return match.settings.pace_hours * 3600
    return decision.seconds * match.settings.pace_percent / 100


def put_back(*, match: Match, by: timedelta) -> None:
    """Move all times of a match back, after the site's clock was set back this much."""
    names = ("asked_at", "deadline", "deserted_at", "paused_until", "tell_at")
    for name in names:
        moment = getattr(match, name)
        setattr(match, name, moment and moment - by)
    move_bots(match, -by)
    match.due_at = earliest(match)
    match.version += 1
    match.save(update_fields=[*names, "bots_due", "due_at", "version"])


def move_bots(match: Match, by: timedelta) -> None:
    """Move the times at which bots are due. The caller saves the match."""
    match.bots_due = {
        seat: text and (datetime.fromisoformat(text) + by).isoformat()
        for seat, text in match.bots_due.items()
    }


def earliest(match: Match) -> datetime | None:
    """Return the earliest time at which the scheduler has work here, or None."""
    moments = [datetime.fromisoformat(text) for text in match.bots_due.values() if text]
    others = (match.deadline, match.deserted_at, match.paused_until, match.tell_at)
    moments += [moment for moment in others if moment is not None]
    return min(moments, default=None)


def player_of(seat: Seat) -> str:
    """Return the bot that plays this seat now.

    "" for a person, "clock" for an absent one.
    """
    if seat.bot or seat.stand_in:
        return seat.bot or seat.stand_in
    return CLOCK if seat.away else ""


def searches(match: Match, seat: Seat) -> bool:
    """Return True if this seat is played by a bot that searches."""
    return player_of(seat) in title_of(match).searchers


def _schedule_bots(
    match: Match,
    engine: Engine,
    state: Any,
    seats: Sequence[Seat],
    decision: Decision,
    at: datetime,
) -> None:
    """Give each bot that may act a time to do so, once for each decision."""
    known = set(match.bots_due)  # with "" for a bot that is done with this decision
    for seat in seats:
        if seat.status != Seat.Status.SEATED or str(seat.index) in known:
            continue
        wait = _wait_of(match, engine, state, seat, decision)
        if wait is None:
            continue
        match.bots_due[str(seat.index)] = (at + timedelta(seconds=wait)).isoformat()
        if seat.index in decision.asked and searches(match, seat):
            ask_ahead(match=match, seat=seat.index, decision=decision.id, seconds=wait)


def _wait_of(
    match: Match, engine: Engine, state: Any, seat: Seat, decision: Decision
) -> float | None:
    """Return in how many seconds the site acts for this seat, or None if it does not."""
    player, asked = player_of(seat), seat.index in decision.asked
    randomness = SystemRandomness()
    if not player:
        passes = asked and engine.auto_action(state, seat.index, seat.auto) is not None
        return _pass_wait(match, decision, randomness) if passes else None
    if not asked:
        return 0.0 if engine.choices(state, seat.index) else None
    if player == CLOCK:
        # With nobody present, deadlines run their full time: somebody may come back.
        return None if match.deserted_at is not None else 0.0
    view = engine.view(state, seat.index)
    wait = title_of(match).bot_wait(decision, view, randomness)
    if searches(match, seat):
        # Always the same time to think, so that it reveals nothing of the position.
        wait += THINKING * budget_of(match)
    if match.lesson:
        wait = LESSON_WAIT
    wait *= settings.BOT_DELAY_SCALE
    return min(wait, seconds_for(match, decision) / 2)


def _pass_wait(match: Match, decision: Decision, randomness: SystemRandomness) -> float:
    """Return a random wait before an automatic pass: 2 to 5 seconds at live pace."""
    # Random, so that an automatic pass looks like one of a person.
    if match.settings.pace == "slow":
        return seconds_for(match, decision) * (5 + randomness.below(46)) / 100
    return (2 + randomness.below(3001) / 1000) * settings.BOT_DELAY_SCALE


def _wake(match: Match, at: datetime) -> None:
    """Wake a worker if something is due here before the next sweep."""
    # The worker does what is most urgent then, which need not be this match.
    if match.due_at is None or match.due_at - at > timedelta(seconds=1):
        return
    wait = max(0.0, (match.due_at - at).total_seconds())

    def ask() -> None:
        # Expires because sweeps do the same work by then.
        request_task("games.tasks.work", countdown=wait, expires=wait + 1)

    transaction.on_commit(ask, robust=True)

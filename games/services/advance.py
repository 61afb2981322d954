"""A step of a match: apply an action, append it to the log, save the result.

The caller holds the lock of the match's row, in a transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from secrets import token_hex
from typing import Any

from django.db import transaction
from msgspec.structs import replace

from chat.core.hooks import Registry
from chat.core.internals import table_fields
from chat.core.prepared_queries import Prepared
from chat.live.announce import announce
from chat.live.fragments import digest_of
from games import topics
from games.engine import codec
from games.engine.base import Abort, Engine, Event, Outcome, SeatSetup, Setup, Step, View
from games.engine.chain import digest_of_action, digest_of_entry, first_link, next_link
from games.engine.dealer import Dealer, Drawn
from games.engine.record import made_from
from games.models import LogEntry, Match, MatchSetup, MatchToCount, MissedDecision, Seat
from games.refusals import HouseCode, Refusal
from games.registry import title_of
from games.services.bot_plans import forget_plans
from games.services.contributions import contributions_of
from games.services.deadlines import (
    set_clock,
    take_back_pause,
    take_back_turns,
    tell_break,
    tell_end,
)
from games.services.match_engine import encode_setup, engine_of, options_of, state_of

# --- Chain of the log. The caller holds the lock of the match's row, and saves it.


def begin_chain(match: Match, made_from: Mapping[str, Any]) -> None:
    """Set the first link of the match's log, which covers what it was made from."""
    match.head = match.shown_head = first_link(match.seal, contributions_of(match), made_from)


def link_newest(match: Match, seat: int | None, action: Mapping[str, Any], at: datetime) -> str:
    """Link the newest entry, which `match.entries` already counts. Return its salt."""
    salt, moment = token_hex(32), at.astimezone(UTC).isoformat()
    done = digest_of_action(salt, action)
    match.head = next_link(match.head, digest_of_entry(match.entries, seat, moment, done))
    return salt


# --- Missed decisions: the log does not say that a seat did not answer itself


TARDY = timedelta(minutes=1)  # if the scheduler comes later than this, it was down itself
LATE, PLAYED, LEFT = MissedDecision.Kind


def note_late(
    *,
    match: Match,
    seats: Sequence[int],
    asked_at: datetime | None,
    due: datetime,
    at: datetime,
) -> None:
    """Note that these seats missed the deadline in the last entry of the log."""
    if at - due > TARDY:
        asked_at = None  # the players are not to blame
    MissedDecision.objects.bulk_create(
        MissedDecision(
            match=match, seq=match.entries, seat=seat, kind=LATE, asked_at=asked_at, due=due, at=at
        )
        for seat in seats
    )


def note_played(*, match: Match, seat: Seat, at: datetime) -> None:
    """Note that the last entry of the log was played for the person on this seat."""
    _note(match, seat, PLAYED, at)


def note_left(*, match: Match, seat: Seat, at: datetime) -> None:
    """Note that the player of this seat left the running match by choice."""
    _note(match, seat, LEFT, at)


def count_later(*, match: Match, at: datetime) -> None:
    """Queue an ended match for the count of missed decisions."""
    row = MatchToCount(match=match, ended_at=at)
    MatchToCount.objects.bulk_create([row], ignore_conflicts=True)


def _note(match: Match, seat: Seat, kind: str, at: datetime) -> None:
    if seat.user_id is not None and not seat.program:
        MissedDecision.objects.create(
            match=match, seq=match.entries, seat=seat.index, kind=kind, at=at
        )


# --- End of a match


ABORT_REASONS = {"aborted"}


def end_match(*, match: Match, outcome: Outcome, seats: Sequence[Seat], at: datetime) -> None:
    """Write the result into the match and its seats. The caller saves the match."""
    aborted = outcome.reason in ABORT_REASONS
    match.status = Match.Status.ABORTED if aborted else Match.Status.FINISHED
    match.ended_at = at
    match.end_reason = outcome.reason
    match.outcome = codec.plain(outcome)
    match.decision_id, match.decision_kind, match.asked = "", "", []
    match.deadline = match.due_at = match.deserted_at = match.tell_at = None
    match.bots_due = {}
    by_index = {seat.index: seat for seat in seats}
    changed = []
    for standing in outcome.standings:
        seat = by_index.get(standing.seat)
        if seat is not None:
            seat.rank, seat.score = standing.rank, standing.score
            seat.winner = standing.winner
            changed.append(seat)
    Seat.objects.bulk_update(changed, ["rank", "score", "winner"])
    if any(seat.bot or seat.stand_in for seat in seats):
        forget_plans(match=match)
    count_later(match=match, at=at)
    tell_end(match)
    announce(topics.of_match(match.public_id), topics.LOBBY)


SAVED = [
    "version", "snapshot", "entries", "chapter", "decision_id", "decision_kind", "asked",
    "asked_at", "deadline", "bots_due", "due_at", "streams", "status", "ended_at", "end_reason",
    "outcome", "head", "shown_head",
    "stop_votes", "deserted_at", "failures", "tell_at", "told",
]  # fmt: skip


# Of each player only what others may see: the rest of a person is most of the row.
_READ = [field.name for field in table_fields(Seat)] + [
    f"user__{name}" for name in ("username", "display_name", "deleted_at")
]
_seats = Prepared(
    lambda match: (
        Seat.objects.filter(match=match).select_related("user").only(*_READ).order_by("index")
    ),
    match=int,
)


@dataclass(frozen=True)
class Written:
    """The result of a transition that has been written."""

    match: Match
    seats: Sequence[Seat]
    step: Step
    entry: LogEntry
    views: Mapping[int | None, View]  # of every occupied seat, and of a spectator (None)


# Called at the commit, in the process that wrote the step, before any page receives the update.
on_written: Registry[Callable[[Written], None]] = Registry("games.services.advance.on_written")


def advance(
    *,
    match: Match,
    seat: int | None,
    action: Any,
    at: datetime,
    seats: Sequence[Seat] | None = None,
    also: tuple[Event, ...] = (),
    alone: bool = False,
) -> Written:
    """Apply one action to a running match.

    `seats`: all seats of the match, if the caller has read them already. `also`: events of the
    site's own, inserted after the first event of the rules. `alone`: the transaction changes
    nothing else of this match except what it changes in `match` and `seats`. Raise `IllegalAction`
    if the rules refuse the action; nothing has changed then.
    """
    engine = engine_of(match)
    dealer = Dealer(match.secret, match.entries + 1)
    step = engine.apply(state_of(match), seat, action, dealer)
    if also:
        step = replace(step, events=(*step.events[:1], *also, *step.events[1:]))
    return write_step(
        match=match,
        engine=engine,
        step=step,
        seat=seat,
        action=action,
        drawn=dealer.drawn,
        at=at,
        seats=all_seats(match) if seats is None else seats,
        alone=alone,
    )


def all_seats(match: Match) -> list[Seat]:
    """Return every seat the match ever had, with the names of its players."""
    seats = _seats.all(match=match.pk)
    for seat in seats:
        seat.match = match
    return seats


def write_step(  # noqa: PLR0913  (a column each)
    *,
    match: Match,
    engine: Engine,
    step: Step,
    seat: int | None,
    action: Any,
    drawn: Sequence[Drawn],
    at: datetime,
    seats: Sequence[Seat],
    alone: bool = False,
) -> Written:
    """Store a transition, and notify the pages of viewers whose view it changed."""
    asked_before = set(match.asked) if match.decision_id else set()
    decision_before, told = match.decision_id, set(match.told)
    match.snapshot = codec.encode(step.state)
    match.entries += 1
    match.version += 1
    match.chapter = step.chapter
    match.failures = 0  # only consecutive failures stop a match
    views = _views(engine, step.state, seats)
    changed = _count_streams(match, views)
    set_clock(match=match, engine=engine, state=step.state, seats=seats, at=at)
    entry = _entry(match, seat, action, drawn, step, at)
    outcome = engine.outcome(step.state)
    if outcome is not None:
        end_match(match=match, outcome=outcome, seats=seats, at=at)
    fresh = match.decision_id != decision_before
    # A new decision that everybody sees: the answers to the previous one are open, and it has none
    # of its own yet. At any other time a new head would reveal that somebody has answered.
    if fresh and None in changed:
        match.shown_head = match.head
    take_back_turns(match, seats, told=told, fresh=fresh)
    if fresh and decision_before and not asked_before:
        take_back_pause(match, seats)
    if fresh and match.decision_id and not match.asked:
        tell_break(match, seats, views[None].away)
    entry.save(force_insert=True)
    match.save(update_fields=SAVED)
    written = Written(match, seats, step, entry, views)
    if alone:
        for tell in on_written.values():
            transaction.on_commit(partial(tell, written), robust=True)
    announce(
        *(topics.of_seat(match.public_id, viewer) for viewer in changed),
        *_awaited_topics(match, seats, asked_before),
    )
    return written


def _entry(
    match: Match, seat: int | None, action: Any, drawn: Sequence[Drawn], step: Step, at: datetime
) -> LogEntry:
    # The log stores only the results of draws: the pools follow from replaying.
    outs = [(item.name, item.out) for item in drawn]
    plain = codec.plain(action)
    salt = link_newest(match, seat, plain, at)
    return LogEntry(
        match=match,
        seq=match.entries,
        seat=seat,
        kind=plain.get("action", ""),
        salt=salt,
        action=codec.encode(action),
        drawn=codec.encode(outs),
        events=codec.encode(step.events),
        chapter=step.chapter,
        decision=match.decision_id,
        streams={viewer: stream[0] for viewer, stream in match.streams.items()},
        at=at,
    )


def _views(engine: Engine, state: Any, seats: Sequence[Seat]) -> dict[int | None, View]:
    viewers = (None, *(seat.index for seat in seats if seat.status == "seated"))
    return {viewer: engine.view(state, viewer) for viewer in viewers}


def _count_streams(match: Match, views: Mapping[int | None, View]) -> list[int | None]:
    """Increment the stream of each viewer whose view changed; return those viewers."""
    changed: list[int | None] = []
    for viewer, view in views.items():
        name = "" if viewer is None else str(viewer)
        digest = digest_of(codec.encode(view))
        # Before the start all viewers share the table's count of changes. A viewer who joins later
        # continues from the spectators' count.
        begun = match.streams.get("", [match.version, ""])[0]
        revision, before = match.streams.get(name, [begun, ""])
        if digest != before:
            match.streams[name] = [revision + 1, digest]
            changed.append(viewer)
    return changed


def _awaited_topics(match: Match, seats: Sequence[Seat], asked_before: set[int]) -> list[str]:
    """Return the topics of the people for whom this match began or ceased to wait."""
    asked = set(match.asked) if match.decision_id else set()
    over = not match.decision_id
    concerned = {s.index for s in seats} if over else asked ^ asked_before
    return [
        topics.of_person_elsewhere(s.user_id, match.public_id)
        for s in seats
        if s.user_id is not None and s.index in concerned
    ]


# --- Start and stop of a match with an engine


def check_content(*, match: Match, content: Any) -> Any:
    """Return the content, or raise `Refusal` with the code of what this table lacks."""
    fault = title_of(match).start_fault(content, options_of(match), match.settings.most)
    if fault:
        raise Refusal(HouseCode(fault))
    return content


def begin_engine(*, match: Match, seats: Sequence[Seat], content: Any, at: datetime) -> None:
    """Store what the match is made from and deal. The seats are numbered already."""
    match.engine_version = max(title_of(match).engines)
    match.save(update_fields=["engine_version"])
    setup = Setup(
        seats=tuple(SeatSetup(bot=seat.is_bot) for seat in seats),
        options=options_of(match),
        content=content,
    )
    # Not `match=match`: each would keep the other, and 100 KB, until a full garbage collection.
    MatchSetup.objects.create(match_id=match.pk, data=encode_setup(setup))
    engine, dealer = engine_of(match), Dealer(match.secret, 1)
    begin_chain(match, made_from(title_of(match), engine))
    step = engine.begin(dealer)
    write_step(
        match=match,
        engine=engine,
        step=step,
        seat=None,
        action={"action": "begin"},
        drawn=dealer.drawn,
        at=at,
        seats=seats,
    )


def stop_engine(*, match: Match, why: Any, at: datetime) -> None:
    """End the match without a result."""
    advance(match=match, seat=None, action=Abort(why=why), at=at)

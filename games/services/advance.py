"""One step of a match: apply, append to the log and its chain, save, count streams, end.

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
from games.services.deadlines import set_clock, take_back_turns
from games.services.match_engine import encode_setup, engine_of, options_of, state_of

# --- The chain of a match's log, as it grows. The caller holds the match's row, and saves it. ---


def begin_chain(match: Match, made_from: Mapping[str, Any]) -> None:
    """Hangs the log of a match on what it was made from. Before its first entry."""
    match.head = match.shown_head = first_link(match.seal, contributions_of(match), made_from)


def link_newest(match: Match, seat: int | None, action: Mapping[str, Any], at: datetime) -> str:
    """Makes the link of the entry that `match.entries` counts already. Returns its salt."""
    salt, moment = token_hex(32), at.astimezone(UTC).isoformat()
    done = digest_of_action(salt, action)
    match.head = next_link(match.head, digest_of_entry(match.entries, seat, moment, done))
    return salt


# --- Notes of decisions that seats did not answer themselves, of which the log does not tell. ---


TARDY = timedelta(minutes=1)  # a clock that comes later than that was down itself
LATE, PLAYED, LEFT = MissedDecision.Kind


def note_late(
    *,
    match: Match,
    seats: Sequence[int],
    asked_at: datetime | None,
    due: datetime,
    at: datetime,
) -> None:
    """The last entry of the log is a deadline that passed on these seats."""
    if at - due > TARDY:
        asked_at = None  # nobody is to blame
    MissedDecision.objects.bulk_create(
        MissedDecision(
            match=match, seq=match.entries, seat=seat, kind=LATE, asked_at=asked_at, due=due, at=at
        )
        for seat in seats
    )


def note_played(*, match: Match, seat: Seat, at: datetime) -> None:
    """The last entry of the log is what the house did for the person on this seat."""
    _note(match, seat, PLAYED, at)


def note_left(*, match: Match, seat: Seat, at: datetime) -> None:
    """Its player left the running match by themselves."""
    _note(match, seat, LEFT, at)


def count_later(*, match: Match, at: datetime) -> None:
    """The match has ended: the clock counts it."""
    row = MatchToCount(match=match, ended_at=at)
    MatchToCount.objects.bulk_create([row], ignore_conflicts=True)


def _note(match: Match, seat: Seat, kind: str, at: datetime) -> None:
    if seat.user_id is not None and not seat.program:
        MissedDecision.objects.create(
            match=match, seq=match.entries, seat=seat.index, kind=kind, at=at
        )


# --- The end of a match: result, ranks, the history of people. ---


ABORT_REASONS = {"aborted"}


def end_match(*, match: Match, outcome: Outcome, seats: Sequence[Seat], at: datetime) -> None:
    """Writes the result into the match (not yet saved) and its seats."""
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
    announce(topics.of_match(match.public_id), topics.LOBBY)


SAVED = [
    "version", "snapshot", "entries", "chapter", "decision_id", "decision_kind", "asked",
    "asked_at", "deadline", "bots_due", "due_at", "streams", "status", "ended_at", "end_reason",
    "outcome", "head", "shown_head",
    "stop_votes", "deserted_at", "failures", "tell_at", "told",
]  # fmt: skip


# Of who sits there only what others may know: the rest of a person is most of the row.
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
    """What a transition wrote. `views`: those of everybody seated, and a spectator's (None)."""

    match: Match
    seats: Sequence[Seat]
    step: Step
    entry: LogEntry
    views: Mapping[int | None, View]


# Called at the commit, in the process that wrote it and before any page is sent the update.
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
    """Applies one action to a running match. Raises `IllegalAction`; then nothing has changed.

    `seats`: all seats of the match, if the caller has read them already. `also`:
    what the house has to tell of it, after the first thing that the rules tell. `alone`: the
    transaction changes nothing else of this match, but what it changes in `match` and `seats`.
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
    """Every seat there ever was, with the names of who sits there."""
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
    """Keeps what a transition made, and tells those whose view it changed."""
    asked_before = set(match.asked) if match.decision_id else set()
    decision_before, told = match.decision_id, set(match.told)
    match.snapshot = codec.encode(step.state)
    match.entries += 1
    match.version += 1
    match.chapter = step.chapter
    match.failures = 0  # only a match that fails again and again is stopped
    views = _views(engine, step.state, seats)
    changed = _count_streams(match, views)
    set_clock(match=match, engine=engine, state=step.state, seats=seats, at=at)
    entry = _entry(match, seat, action, drawn, step, at)
    outcome = engine.outcome(step.state)
    if outcome is not None:
        end_match(match=match, outcome=outcome, seats=seats, at=at)
    # A new decision that everybody sees: the answers to the one before are open, and of its own
    # there are none. At any other time a new head would tell that somebody has answered.
    if match.decision_id != decision_before and None in changed:
        match.shown_head = match.head
    take_back_turns(match, seats, told=told, fresh=match.decision_id != decision_before)
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
    # What chance was asked is known from replaying; the log keeps what came out.
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
    """Counts up the stream of every viewer whose view has changed, and names them."""
    changed: list[int | None] = []
    for viewer, view in views.items():
        name = "" if viewer is None else str(viewer)
        digest = digest_of(codec.encode(view))
        # Before the start everybody counts the changes of the table; whoever comes later goes on
        # from what a spectator could have counted.
        begun = match.streams.get("", [match.version, ""])[0]
        revision, before = match.streams.get(name, [begun, ""])
        if digest != before:
            match.streams[name] = [revision + 1, digest]
            changed.append(viewer)
    return changed


def _awaited_topics(match: Match, seats: Sequence[Seat], asked_before: set[int]) -> list[str]:
    """The people for whom this match began or ceased to wait."""
    asked = set(match.asked) if match.decision_id else set()
    over = not match.decision_id
    concerned = {s.index for s in seats} if over else asked ^ asked_before
    return [
        topics.of_person_elsewhere(s.user_id, match.public_id)
        for s in seats
        if s.user_id is not None and s.index in concerned
    ]


# --- What the house asks of a match that is played through an engine: to begin, and to stop. ---


def check_content(*, match: Match, content: Any) -> Any:
    """The content itself. Raises `Refusal` with the code of what it lacks for this table."""
    fault = title_of(match).start_fault(content, options_of(match), match.settings.most)
    if fault:
        raise Refusal(HouseCode(fault))
    return content


def begin_engine(*, match: Match, seats: Sequence[Seat], content: Any, at: datetime) -> None:
    """Freezes what the match is made from, and deals. The seats are numbered already."""
    match.engine_version = max(title_of(match).engines)
    match.save(update_fields=["engine_version"])
    setup = Setup(
        seats=tuple(SeatSetup(bot=seat.is_bot) for seat in seats),
        options=options_of(match),
        content=content,
    )
    MatchSetup.objects.create(match=match, data=encode_setup(setup))
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
    """The end without result."""
    advance(match=match, seat=None, action=Abort(why=why), at=at)

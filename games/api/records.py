"""API of matches that are over: record, steps, and what is needed to verify them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from dmr import Path, Query, ResponseSpec, validate

from chat.api.base import Door
from chat.core.responses import as_file
from games.api.shapes import Where
from games.api.streams import Told
from games.api.tables import look, may_look
from games.engine.base import IllegalAction, Value, View
from games.page.log import may_read_in
from games.page.receipt import receipt_of
from games.page.replay import PastSnapshot, Walk, walk_of
from games.page.viewer import Viewing
from games.refusals import HouseCode, Refusal
from games.registry import game_of
from games.services.record import check_opened

Step = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Eyes = Annotated[str, msgspec.Meta(pattern="^([0-9]{1,6}|all|nobody)?$")]


class Whose(Value):
    """`seat`: whose view to return.

    A seat number, "nobody" for a spectator's view, or "all" for every hand. "": your own seat.
    """

    seat: Eyes = ""


class WhichStep(Value):
    """A step of a match, which is an entry of its log.

    `public_id`: the table. `step`: the number of the entry, counted from 1, the start.
    """

    public_id: str
    step: Step


class SeatThen(Value):
    """The view that a seat had at that step; `seat` is null for a spectator."""

    seat: int | None
    view: View


class Dealt(Value):
    """The result of a random draw."""

    name: str
    out: tuple[str | int, ...]


class StepSeen(Value):
    """A step of a match, and what could be seen after it.

    `length`: the number of steps. `views`: one or, for "all", that of every seat. `events`: what
    happened in this step. `draws`: what was drawn at random in it.
    """

    table: str
    step: int
    length: int
    at: str
    seat: int | None
    views: tuple[SeatThen, ...]
    events: tuple[Told, ...]
    draws: tuple[Dealt, ...]


class Checks(Value):
    """The data to verify a match with, without trusting the site.

    `verifier`: a one-file Python program that checks the `record` against the `receipt` that you
    kept. `seal`: the hash of the `secret`, which is null before the end. `head`: the last link of
    the log's chain.
    """

    seal: str
    secret: str | None
    head: str
    verifier: str
    record: str | None
    receipt: Mapping[str, Any]


def opened(user: Any, public_id: str) -> Viewing:
    """Return the match, for a user who may see its record.

    Raise `Refusal` if the user may not, or the record is not open.
    """
    viewing = look(user, public_id)
    check_opened(viewing.match)
    return viewing


class RecordDoor(Door):
    """The record of a match."""

    tags = ("Records",)

    @validate(
        ResponseSpec(dict[str, Any], status_code=HTTPStatus.OK),
        *Door.responses,
        validate_responses=False,
    )
    def get(self, parsed_path: Path[Where]) -> HttpResponse:
        """Return the record of a match that is over: the same file as on its page."""
        match = opened(self.user, parsed_path.public_id).match
        answer: Any = as_file(game_of(match.game).record_pieces(match))
        answer["Content-Type"] = "application/json"
        return _file(answer)


def _file(answer: HttpResponseBase) -> HttpResponse:
    # The library's types know no streaming response, but it passes one on.
    untyped: Any = answer
    whole: HttpResponse = untyped
    return whole


class ChecksDoor(Door):
    """The data to verify a match with."""

    tags = ("Records",)

    def get(self, parsed_path: Path[Where]) -> Checks:
        """Return seal and receipt, and the addresses of record and verifier.

        Secret and record are null until the match is over.
        """
        viewing = look(self.user, parsed_path.public_id)
        match = viewing.match
        secret = viewing.play.secret or None
        here = {"public_id": match.public_id}
        return Checks(
            seal=match.seal,
            secret=secret,
            head=match.shown_head,
            verifier=reverse("games:verifier", args=[match.game]),
            record=reverse("api_record", kwargs=here) if secret else None,
            receipt=receipt_of(viewing),
        )


class StepDoor(Door):
    """A step of a match that is over."""

    tags = ("Records",)

    def get(self, parsed_path: Path[WhichStep], parsed_query: Query[Whose]) -> StepSeen:
        """Return what could be seen after one step, from any seat.

        What was sealed at that time is open now.
        """
        viewing = opened(self.user, parsed_path.public_id)
        may_look(viewing)
        match = viewing.match
        snapshot: Any = viewing
        walk = walk_of(match, snapshot.snapshot.seats)
        if parsed_path.step > walk.length:
            raise Refusal(HouseCode.NO_SUCH_STEP)
        try:
            return _step(walk, parsed_path.step, _eyes(walk, viewing, parsed_query.seat))
        except (LookupError, IllegalAction, ValueError):
            # The log was changed. Not chained, since the error may reveal draws.
            raise Refusal(HouseCode.NO_SUCH_STEP) from None


def _eyes(walk: Walk, viewing: Viewing, asked: str) -> int | Literal["all"] | None:
    """Return the seat whose view is asked for.

    Raise `Refusal("no_such_seat")` if nobody had that seat.
    """
    if asked in ("all", "nobody"):
        return "all" if asked == "all" else None
    own = (one.index for one in walk.seats if one.user_id == viewing.user.pk)
    seat = int(asked) if asked else next(own, None)
    if seat is not None and seat not in {one.index for one in walk.seats}:
        raise Refusal(HouseCode.NO_SUCH_SEAT)
    return seat


def _step(walk: Walk, step: int, eyes: int | Literal["all"] | None) -> StepSeen:
    past = walk.snapshot(step)
    seat = None if eyes == "all" else eyes
    seen = [one.index for one in past.present] if eyes == "all" else [seat]
    return StepSeen(
        table=past.match.public_id,
        step=step,
        length=walk.length,
        at=walk.entries[step - 1].at.isoformat(),
        seat=seat,
        views=tuple(SeatThen(seat=one, view=past.view(one)) for one in seen),
        events=tuple(_events_of(past, seat, step)),
        draws=tuple(Dealt(name=one.name, out=tuple(one.out)) for one in walk.draws(step)),
    )


def _events_of(past: PastSnapshot, seat: int | None, step: int) -> Iterator[Told]:
    for one in past.told:
        if one.seq == step and may_read_in(one, seat, past):
            yield Told(kind=one.event.kind, facts=one.event.facts)

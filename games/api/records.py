"""A match that is over: its record, its steps, and what one needs to check it."""

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
    """`seat`: through whose eyes: its number, "nobody" (a spectator's), or "all" for all hands.

    "": one's own.
    """

    seat: Eyes = ""


class WhichStep(Value):
    """Of which table, and which entry of its log: the start is 1."""

    public_id: str
    step: Step


class SeatThen(Value):
    """What one seat (null: who watches) saw then."""

    seat: int | None
    view: View


class Dealt(Value):
    """What chance gave."""

    name: str
    out: tuple[str | int, ...]


class StepSeen(Value):
    """What was seen after a step of `length`, what was told in it, and what chance gave in it."""

    table: str
    step: int
    length: int
    at: str
    seat: int | None
    views: tuple[SeatThen, ...]
    events: tuple[Told, ...]
    draws: tuple[Dealt, ...]


class Checks(Value):
    """What one needs to check a match without believing the house.

    `verifier`: one file of Python that checks the `record`, by the receipt that one kept. `secret`:
    that the seal was made of; null before the end.
    """

    seal: str
    secret: str | None
    head: str
    verifier: str
    record: str | None
    receipt: Mapping[str, Any]


def opened(user: Any, public_id: str) -> Viewing:
    """The match, for whoever may see its record. Raises `Refusal`."""
    viewing = look(user, public_id)
    check_opened(viewing.match)
    return viewing


class RecordDoor(Door):
    """A record."""

    tags = ("Records",)

    @validate(
        ResponseSpec(dict[str, Any], status_code=HTTPStatus.OK),
        *Door.responses,
        validate_responses=False,
    )
    def get(self, parsed_path: Path[Where]) -> HttpResponse:
        """The record of a match that is over: the same file as on its page."""
        match = opened(self.user, parsed_path.public_id).match
        answer: Any = as_file(game_of(match.game).record_pieces(match))
        answer["Content-Type"] = "application/json"
        return _file(answer)


def _file(answer: HttpResponseBase) -> HttpResponse:
    """The library knows of no answer that is sent piece by piece; it hands it on all the same."""
    told: Any = answer
    whole: HttpResponse = told
    return whole


class ChecksDoor(Door):
    """Checking."""

    tags = ("Records",)

    def get(self, parsed_path: Path[Where]) -> Checks:
        """Seal, receipt and, when it is over, the secret, and where record and verifier are."""
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
        """What was seen after one step, through any eyes: what was sealed then is open now."""
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
            # A log that was changed; it may tell what was drawn.
            raise Refusal(HouseCode.NO_SUCH_STEP) from None


def _eyes(walk: Walk, viewing: Viewing, asked: str) -> int | Literal["all"] | None:
    """Raises `Refusal` where nobody sat there."""
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
        events=tuple(_told(past, seat, step)),
        draws=tuple(Dealt(name=one.name, out=tuple(one.out)) for one in walk.draws(step)),
    )


def _told(past: PastSnapshot, seat: int | None, step: int) -> Iterator[Told]:
    for one in past.told:
        if one.seq == step and may_read_in(one, seat, past):
            yield Told(kind=one.event.kind, facts=one.event.facts)

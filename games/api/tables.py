"""One table: looked at, joined, left, started."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from dmr import Body, Headers, Path, modify

from chat.api.base import Bearer, Door
from chat.api.shapes import Keyed
from chat.core.limits import address_of
from chat.live.fragments import Denied
from games.api.shapes import (
    Joining,
    TableInFull,
    Where,
    players_of,
    table_of,
)
from games.models import Match
from games.page.viewer import Viewing, viewing_of
from games.refusals import HouseCode, Refusal
from games.registry import has_engine
from games.selectors.lists import one_listed
from games.services import interruption, seats, start


def look(user: Any, public_id: str) -> Viewing:
    """As the page of the match looks. Raises the `Refusal` that its door shows."""
    try:
        viewing = viewing_of(user, public_id, {})
        viewing.look_anew()
        return viewing
    except Denied:
        raise Refusal(HouseCode.NO_SUCH_TABLE) from None


def may_look(viewing: Viewing) -> None:
    """Raises `Refusal` where there are no seats with views: a week has doors of its own."""
    if not has_engine(viewing.match):
        raise Refusal(HouseCode.NOT_AT_A_TABLE)


def in_full(user: Any, public_id: str) -> TableInFull:
    """What the page of the table says of it to this user."""
    match: Match = look(user, public_id).match
    return TableInFull(
        table=table_of(one_listed(user, match)),
        players=players_of(match),
        options=match.options,
        seal=match.seal,
    )


class TableDoor(Door):
    """A table."""

    tags = ("Tables",)

    def get(self, parsed_path: Path[Where]) -> TableInFull:
        """A table, who sits there, and its options."""
        return in_full(self.user, parsed_path.public_id)


class JoinDoor(Door):
    """A seat at an open table."""

    tags = ("Tables",)
    auth = (Bearer("play"),)

    @modify(status_code=HTTPStatus.OK)
    def post(
        self, parsed_path: Path[Where], parsed_headers: Headers[Keyed], parsed_body: Body[Joining]
    ) -> TableInFull:
        """Sit down."""
        seats.join(
            user=self.user,
            public_id=parsed_path.public_id,
            password=parsed_body.password,
            key=parsed_headers.key,
            address=address_of(self.request),
        )
        return in_full(self.user, parsed_path.public_id)


class LeaveDoor(Door):
    """Leaving a table."""

    tags = ("Tables",)
    auth = (Bearer("play"),)

    @modify(status_code=HTTPStatus.NO_CONTENT)
    def post(self, parsed_path: Path[Where], parsed_headers: Headers[Keyed]) -> None:
        """Leave, in the lobby or in the middle of a match."""
        where = parsed_path.public_id
        seats.leave(user=self.user, public_id=where, key=parsed_headers.key)
        interruption.recount_stop_votes(public_id=where)
        interruption.recount_pause_votes(public_id=where)


class StartDoor(Door):
    """The start of a match."""

    tags = ("Tables",)
    auth = (Bearer("play"),)

    @modify(status_code=HTTPStatus.OK)
    def post(self, parsed_path: Path[Where], parsed_headers: Headers[Keyed]) -> TableInFull:
        """Begin the match: its owner alone may."""
        start.start(user=self.user, public_id=parsed_path.public_id, key=parsed_headers.key)
        return in_full(self.user, parsed_path.public_id)

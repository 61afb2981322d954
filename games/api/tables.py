"""API of one table: read, join, leave and start it."""

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
    """Return the viewing of the match's page for this user.

    Raise `Refusal`: the one that the door of the page would show.
    """
    try:
        viewing = viewing_of(user, public_id, {})
        viewing.recheck()
        return viewing
    except Denied:
        raise Refusal(HouseCode.NO_SUCH_TABLE) from None


def may_look(viewing: Viewing) -> None:
    """Raise `Refusal` if the game has no seats with views.

    Such a game has API addresses of its own.
    """
    if not has_engine(viewing.match):
        raise Refusal(HouseCode.NOT_AT_A_TABLE)


def in_full(user: Any, public_id: str) -> TableInFull:
    """Return the table as its page shows it to this user.

    Raise `Refusal` if the user may not see it.
    """
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
        """Return a table with its players and its options."""
        return in_full(self.user, parsed_path.public_id)


class JoinDoor(Door):
    """A seat at an open table."""

    tags = ("Tables",)
    auth = (Bearer("play"),)

    @modify(status_code=HTTPStatus.OK)
    def post(
        self, parsed_path: Path[Where], parsed_headers: Headers[Keyed], parsed_body: Body[Joining]
    ) -> TableInFull:
        """Sit down at the table."""
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
        """Leave the table, before the start or in the middle of a match."""
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
        """Start the match. Only the table's owner may."""
        start.start(user=self.user, public_id=parsed_path.public_id, key=parsed_headers.key)
        return in_full(self.user, parsed_path.public_id)

"""Lists of tables, and making one."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Literal

import msgspec
from dmr import Body, Headers, Query, modify

from chat.api.base import Bearer, Door
from chat.api.shapes import Keyed
from chat.core.limits import address_of
from games.api.shapes import Page, TableInFull, table_of
from games.api.tables import in_full
from games.engine.base import Value
from games.refusals import HouseCode, Refusal
from games.registry import games
from games.selectors import tables_for
from games.services.tables import TableWish, create_table
from lobby.tables.lists import Filters

PageNumber = Annotated[int, msgspec.Meta(ge=1, le=500)]


class Asked(Value):
    """Which tables, as the lobby's lists do. "" and false: any."""

    list: Literal["open", "running"] = "open"
    game: str = ""
    pace: str = ""
    access: str = ""
    free: bool = False
    page: PageNumber = 1


class NewTable(TableWish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as its form asks for it, and the game."""

    game: str


class TablesDoor(Door):
    """Tables of the house."""

    tags = ("Tables",)

    def get(self, parsed_query: Query[Asked]) -> Page:
        """Tables that are open, or running and may be watched or joined: newest first."""
        asked = parsed_query
        wanted = Filters(
            game=asked.game,
            free=asked.free,
            pace=asked.pace,
            access=asked.access,
            open_page=asked.page,
            running_page=asked.page,
        )
        found = tables_for(self.user, wanted)
        if asked.list == "open":
            return Page(tables=tuple(map(table_of, found.open)), more=found.more_open)
        return Page(tables=tuple(map(table_of, found.running)), more=found.more_running)

    @modify(status_code=HTTPStatus.CREATED, auth=(Bearer("play"),))
    def post(self, parsed_headers: Headers[Keyed], parsed_body: Body[NewTable]) -> TableInFull:
        """Make a table and sit down at it as its owner."""
        _check_names(parsed_body)
        match = create_table(
            user=self.user,
            game=parsed_body.game,
            wish=parsed_body,
            key=parsed_headers.key,
            address=address_of(self.request),
        )
        return in_full(self.user, match.public_id)


def _check_names(wish: NewTable) -> None:
    """Forms have no other fields; what a program misspells must not pass for the usual."""
    if wish.game not in games():
        raise Refusal(HouseCode.NO_SUCH_TABLE)
    if not wish.options.keys() <= set(games()[wish.game].title.options_type.__struct_fields__):
        raise Refusal(HouseCode.BAD_OPTION)

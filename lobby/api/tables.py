"""API endpoints to list tables and to create one."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Literal

import msgspec
from dmr import Body, Headers, Query, modify

from chat.api.base import Bearer, Door
from chat.api.refusals import ApiCode
from chat.api.shapes import Keyed
from chat.core.field_errors import allow, unknown
from chat.core.limits import address_of
from games.api.shapes import GameSlug, Page, TableInFull, table_of
from games.api.tables import in_full
from games.engine.base import Value
from games.models.table_settings import Access, Pace
from games.refusals import HouseCode, Refusal
from games.registry import games
from games.selectors import tables_for
from games.services.tables import TableWish, create_table
from lobby.tables.lists import Filters

GameFilter = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["", *games()]})]
PageNumber = Annotated[int, msgspec.Meta(ge=1, le=500)]


class Asked(Value):
    """Filters for the list of tables, as in the lobby.

    An empty string or false matches any table.
    """

    list: Literal["open", "running"] = "open"
    game: GameFilter = ""
    pace: Pace | Literal[""] = ""
    access: Access | Literal[""] = ""
    free: bool = False
    page: PageNumber = 1


class NewTable(TableWish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a new table and its game."""

    game: GameSlug


class TablesDoor(Door):
    """Tables of this site."""

    tags = ("Tables",)

    def get(self, parsed_query: Query[Asked]) -> Page:
        """List open tables, or running ones that you may watch or join.

        The newest come first.
        """
        query = parsed_query
        if query.game and query.game not in games():
            raise Refusal(ApiCode.BAD_REQUEST, why=_known_games())
        wanted = Filters(
            game=query.game,
            free=query.free,
            pace=query.pace,
            access=query.access,
            open_page=query.page,
            running_page=query.page,
        )
        found = tables_for(self.user, wanted)
        if query.list == "open":
            return Page(tables=tuple(map(table_of, found.open)), more=found.more_open)
        practice = found.practice if query.page == 1 else ()
        running = [*found.running, *practice]
        running.sort(key=lambda one: one.match.created_at, reverse=True)
        return Page(tables=tuple(map(table_of, running)), more=found.more_running)

    @modify(status_code=HTTPStatus.CREATED, auth=(Bearer("play"),))
    def post(self, parsed_headers: Headers[Keyed], parsed_body: Body[NewTable]) -> TableInFull:
        """Create a table and sit down at it as its owner."""
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
    """Raise `Refusal` if the game is unknown or has no such option."""
    if wish.game not in games():
        raise Refusal(HouseCode.BAD_OPTION, _known_games())
    # A form sends only known fields. In a program, a misspelled name must not silently select the
    # default.
    known = games()[wish.game].title.options_type.__struct_fields__
    for name in wish.options:
        if name not in known:
            raise Refusal(HouseCode.BAD_OPTION, unknown(f"options.{name[:100]}", known))


def _known_games() -> str:
    return allow("game", ", ".join(games()))

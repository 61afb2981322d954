"""Shapes of tables in the API, made of what the pages show and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict

from games.engine.base import Value
from games.models import Match, Seat, TableSettings
from games.registry import games, is_crowd
from games.selectors import Listed

PLAYERS_SHOWN = 100  # at a table; longer lists have pages of their own

GameSlug = Annotated[str, msgspec.Meta(extra_json_schema={"enum": [*games()]})]
Status = Annotated[str, msgspec.Meta(extra_json_schema={"enum": Match.Status.values})]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Where(Value):
    """The table that the request is about."""

    public_id: str


class Table(TableSettings, frozen=True, kw_only=True):
    """A table as lists show it.

    `seat`: your own, or null. `waits`: true if you owe an answer there. `reliable`: the percentage
    of decisions that players must have answered in time to sit down, 0 for none; it does not apply
    to invited people, nor to people who have made few decisions.
    """

    id: str
    name: str
    game: GameSlug
    status: Status
    owner: str | None
    taken: int
    bots: int
    made_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    deadline: Moment | None
    seat: int | None
    invited: bool
    waits: bool


class Player(Value):
    """The player of a seat.

    `played_for`: true if the clock or a bot plays the seat for now.
    """

    seat: int
    name: str
    bot: bool
    played_for: bool


class TableInFull(Value):
    """A table with its players and the game's own options.

    `players`: all of them, or the first if there are very many.
    """

    table: Table
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    seal: str


class Page(Value):
    """A page of tables. `more`: true if another page follows."""

    tables: tuple[Table, ...]
    more: bool


class Joining(Value):
    """`password`: the password of a table that has one."""

    password: str | None = None


def table_of(listed: Listed) -> Table:
    match = listed.match
    shown = match.status == Match.Status.RUNNING
    return Table(
        id=match.public_id,
        name=match.name,
        game=match.game,
        status=match.status,
        owner=match.owner and match.owner.shown_name,
        taken=match.taken,
        bots=match.bot_count,
        made_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        deadline=match.deadline if shown else None,
        seat=listed.seat,
        invited=listed.invited,
        waits=listed.waits,
        **asdict(match.settings),
    )


def players_of(match: Match) -> tuple[Player, ...]:
    rows = Seat.objects.filter(match=match, status=Seat.Status.SEATED).order_by("index")
    shown = rows.select_related("user")[:PLAYERS_SHOWN]
    return tuple(
        Player(
            seat=seat.index,
            name=seat.shown_name,
            bot=seat.is_bot,
            played_for=not is_crowd(match) and (seat.away or bool(seat.stand_in)),
        )
        for seat in shown
    )

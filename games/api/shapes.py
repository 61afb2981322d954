"""What programs are told of tables, and tell. Made of what the pages show, and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict

from games.engine.base import Value
from games.models import Match, Seat, TableSettings
from games.registry import is_crowd
from games.selectors import Listed

PLAYERS_SHOWN = 100  # of a table; more have pages of their own

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Where(Value):
    """Which table."""

    public_id: str


class Table(TableSettings, frozen=True, kw_only=True):
    """A table as lists show it. `seat`: of whoever asks; `waits`: whether they owe an answer.

    `reliable`: the percent of decisions answered in time without which nobody may sit down who was
    not invited; 0: none. Of whoever has made few decisions it is not asked.
    """

    id: str
    name: str
    game: str
    status: str
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
    """Who sits on a seat. `played_for`: whether the clock or a bot plays it for now."""

    seat: int
    name: str
    bot: bool
    played_for: bool


class TableInFull(Value):
    """A table, who sits there (of very many the first), and the game's own options."""

    table: Table
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    seal: str


class Page(Value):
    """Tables, and whether more follow on the next page."""

    tables: tuple[Table, ...]
    more: bool


class Joining(Value):
    """`password`: of a table that asks for one."""

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

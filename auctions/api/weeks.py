"""API endpoints of a week: its state, its updates, commands and results."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from dmr import Body, Headers, Path, Query, modify

from auctions.api.shapes import (
    Accepted,
    LedgerLine,
    Results,
    StandingLine,
    Standings,
    WeekNews,
    WeekTold,
)
from auctions.api.streams import viewing_of_week, week_news, week_told
from auctions.page.viewer import Viewing
from auctions.rules.bids import DoneReceipt, LoanReceipt, Receipt
from auctions.rules.commands import Command
from auctions.rules.schedule import AUCTIONS
from auctions.selectors.ledger import ledger_of
from auctions.selectors.players import Player
from auctions.selectors.results import standings
from auctions.services import commands
from chat.api.base import Bearer, Door
from chat.api.shapes import Keyed
from games.api.shapes import Where
from games.api.streams import Cursor, Waiting
from games.engine import codec
from games.engine.base import Value
from games.page.viewer import heard_at
from games.refusals import HouseCode, Refusal

A_PAGE = 100
Name = Annotated[str, msgspec.Meta(max_length=40)]
PageNumber = Annotated[int, msgspec.Meta(ge=1, le=10**6)]
AuctionNumber = Annotated[int, msgspec.Meta(ge=0, lt=AUCTIONS)]


class WeekSince(Value):
    """The cursor to continue from, and the longest wait for an update.

    `since`: the `cursor` of the last update, or "" for the current state. `wait`: in seconds.
    """

    since: Cursor = ""
    wait: Waiting = 25


class WhichAuction(Value):
    """The table and the number of the auction: 0 is the opening, 6 the closing."""

    public_id: str
    auction: AuctionNumber


class Leaf(Value):
    """The `page` of a list, which may be filtered by one `item` or by players' names.

    `name`: only players with this text in their name.
    """

    page: PageNumber = 1
    item: Name = ""
    name: Name = ""


class WeekDoor(Door):
    tags = ("Venice",)

    def get(self, parsed_path: Path[Where]) -> WeekTold:
        """Return the week as you may see it: line-ups, results and your own seat."""
        return week_told(viewing_of_week(self.user, parsed_path.public_id))


class WeekStreamDoor(Door):
    """Updates of a week.

    The same address accepts a WebSocket, which sends them one by one.
    """

    tags = ("Venice",)

    def get(self, parsed_path: Path[Where], parsed_query: Query[WeekSince]) -> WeekNews:
        """Return an update: at once if there is one, else as soon as something changes."""
        viewing = viewing_of_week(self.user, parsed_path.public_id)
        news = week_news(viewing, parsed_query.since)
        if not news.changed and parsed_query.wait:
            self.wait(heard_at(parsed_path.public_id, viewing.number), parsed_query.wait)
        return news


class WeekActDoor(Door):
    """Commands of a week's players."""

    tags = ("Venice",)
    auth = (Bearer("play"),)

    @modify(status_code=HTTPStatus.OK)
    def post(
        self, parsed_path: Path[Where], parsed_headers: Headers[Keyed], parsed_body: Body[Command]
    ) -> Accepted:
        """Bid, change or withdraw a bid, set the loan, or mark auctions as done.

        The answer is the receipt of the command.
        """
        raw: dict[str, Any] = codec.plain(parsed_body)
        answer = commands.act(
            user=self.user, public_id=parsed_path.public_id, raw=raw, key=parsed_headers.key
        )
        match answer:
            case Receipt():
                return Accepted(lot=answer)
            case LoanReceipt():
                return Accepted(loan=answer)
            case DoneReceipt():
                return Accepted(done=answer)


class ResultsDoor(Door):
    """Results of an auction."""

    tags = ("Venice",)

    def get(self, parsed_path: Path[WhichAuction], parsed_query: Query[Leaf]) -> Results:
        """Return the auction's bids that are public by now. Empty before it is resolved."""
        viewing = _started_week(self.user, parsed_path.public_id)
        week, number = viewing.week, parsed_path.auction
        if parsed_query.item not in {"", *(lot.item for lot in week.days[number].lots)}:
            raise Refusal(HouseCode.NO_SUCH_LOT)
        found = ledger_of(
            viewing.match,
            number,
            item=parsed_query.item,
            name=parsed_query.name,
            page=parsed_query.page,
            size=A_PAGE,
        )
        return Results(
            auction=number,
            lines=tuple(
                LedgerLine(
                    item=entry.item,
                    **_player_fields(entry.player),
                    price=entry.price,
                    wanted=entry.wanted,
                    won=entry.won,
                    nullified=entry.nullified,
                    lost=entry.lost,
                )
                for entry in found.entries
            ),
            page=found.sheet.number,
            pages=found.sheet.of,
            complete=found.complete,
        )


class StandingsDoor(Door):
    """Final standings."""

    tags = ("Venice",)

    def get(self, parsed_path: Path[Where], parsed_query: Query[Leaf]) -> Standings:
        """Return the standings, best first. Empty before the end of the match."""
        viewing = _started_week(self.user, parsed_path.public_id)
        places, sheet = standings(
            viewing.match, name=parsed_query.name, page=parsed_query.page, size=A_PAGE
        )
        return Standings(
            lines=tuple(
                StandingLine(
                    rank=place.rank,
                    **_player_fields(place.player),
                    purse=place.purse,
                    value=place.value,
                    realized=dict(place.realized),
                    loan=place.loan,
                    interest=place.interest,
                    final=place.final,
                )
                for place in places
            ),
            page=sheet.number,
            pages=sheet.of,
        )


def _started_week(user: Any, public_id: str) -> Viewing:
    viewing = viewing_of_week(user, public_id)
    if not viewing.started:
        raise Refusal(HouseCode.NOT_PLAYING)
    return viewing


def _player_fields(player: Player) -> dict[str, Any]:
    return {"seat": player.number, "player": player.name, "bot": player.bot}

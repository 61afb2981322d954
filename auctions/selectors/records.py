"""The record of a finished week: everything, for whoever may see the result (rules 5.1, 11)."""

from __future__ import annotations

from collections.abc import Iterator

from auctions.models import Account, Award, Bid
from auctions.rules.money import interest
from auctions.rules.options import VeniceOptions
from auctions.rules.realize import Realization
from auctions.rules.record import Entry, VeniceRecord, entry_of, record_of
from auctions.rules.resolve import Bid as PlainBid
from auctions.rules.schedule import AUCTIONS
from auctions.rules.standings import Line
from auctions.selectors.frame import Frame, frame_of
from games.engines import codec
from games.engines.record import SeatName
from games.models import Match
from games.refusals import Refusal


def week_record(match: Match) -> VeniceRecord:
    """The record. Raises `Refusal` while there is none: after an abort there is none ever."""
    if match.status != Match.Status.FINISHED:
        raise Refusal("not_finished")
    frame = frame_of(match)
    rows = list(Account.objects.filter(match=match).order_by("number").select_related("seat__user"))
    return record_of(
        name=match.name,
        secret=match.secret,
        seats=[
            SeatName(seat=row.number, name=row.seat.shown_name, bot=bool(row.seat.bot))
            for row in rows
        ],
        options=codec.build(match.options, VeniceOptions),
        start=frame.start,
        instants=frame.instants,
        loans=[row.loan for row in rows],
        entries=list(_entries(frame, {row.pk: row.number for row in rows})),
        realized={row.number: _realized(row) for row in rows},
        lines=[_line(row) for row in sorted(rows, key=lambda row: (row.rank or 0, row.number))],
    )


def _entries(frame: Frame, numbers: dict[int, int]) -> Iterator[Entry]:
    for auction in range(AUCTIONS):
        yield entry_of(
            auction,
            instant=frame.instants[auction],
            lots=frame.lineup[auction],
            bids=_rows(Bid, frame, auction, numbers),
            awards=_rows(Award, frame, auction, numbers),
        )


def _rows(
    model: type[Bid] | type[Award], frame: Frame, auction: int, numbers: dict[int, int]
) -> list[PlainBid]:
    """Bids or awards as the rules give them: by place, price falling, seat rising."""
    places = {key: place for place, key in enumerate(frame.lots[auction])}
    rows = model._default_manager.filter(lot__in=places).order_by()
    found = rows.values_list("lot_id", "account_id", "price", "units")
    plain = [(places[lot], numbers[account], price, units) for lot, account, price, units in found]
    return sorted(plain, key=lambda bid: (bid[0], -bid[2], bid[1]))


def _realized(row: Account) -> Realization:
    counts = tuple(map(int, row.combination.split()))
    return Realization(value=row.realized or 0, counts=counts, left=(0, 0, 0))


def _line(row: Account) -> Line:
    return Line(
        seat=row.number,
        money=row.purse,
        realized=row.realized or 0,
        loan=row.loan,
        interest=interest(row.loan),
        final=row.final or 0,
        rank=row.rank or 0,
    )

"""The complete record of a finished week (rules 5.1, 11).

A week may have millions of bids. Everything that grows with the number of players is read in order,
row by row, and is either built into one value or written as JSON on the way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from auctions.models import Account, Award, Bid, DoneMark
from auctions.rules.options import VeniceOptions, interest
from auctions.rules.realization import Realization
from auctions.rules.record import (
    Entry,
    Marked,
    Realized,
    VeniceRecord,
    entry_of,
    iso,
    record_of,
)
from auctions.rules.resolution import Bid as PlainBid
from auctions.rules.standings import Line, standing_of
from auctions.selectors.week_setup import Frame, frame_of
from games.engine import codec
from games.engine.record import SeatName
from games.models import Match
from games.refusals import HouseCode, Refusal
from games.services.contributions import contributions_of

_AT_ONCE = 5_000  # rows read at once
_ROWS = 500  # rows written at once
_PIECE = 60_000  # about how many characters a piece has


def week_record(match: Match) -> VeniceRecord:
    """Return the record. Raise `Refusal` while the match is not finished."""
    frame = _frame(match)  # an aborted match never has a record
    numbers, instants = _numbers(match), frame.instants
    return record_of(
        name=match.name,
        secret=match.first_secret,
        contributions=contributions_of(match),
        head=match.head,
        seats=list(_seats(match)),
        options=codec.build(match.options, VeniceOptions),
        start=frame.start,
        instants=instants,
        loans=list(_loans(match)),
        entries=[
            _entry(
                frame,
                auction,
                instant,
                _rows(Bid, frame, auction, numbers),
                _rows(Award, frame, auction, numbers),
                _marks(frame, auction, numbers),
            )
            for auction, instant in enumerate(instants)
        ],
        realized={
            one.seat: Realization(value=one.value, counts=one.counts, left=(0, 0, 0))
            for one in _realized(match)
        },
        lines=list(_lines(match)),
    )


def record_pieces(match: Match) -> Iterator[str]:
    """Return the same record as JSON, in pieces of bounded size.

    Raise `Refusal` like `week_record`.
    """
    frame, numbers = _frame(match), _numbers(match)
    instants = frame.instants
    bare = codec.plain(
        record_of(
            name=match.name,
            secret=match.first_secret,
            contributions=contributions_of(match),
            head=match.head,
            seats=(),
            options=codec.build(match.options, VeniceOptions),
            start=frame.start,
            instants=instants,
            loans=(),
            entries=(),
            realized={},
            lines=(),
        )
    )
    result = dict(bare["outcome"], standings=map(standing_of, _lines(match)))
    entries = [_unread_entry(frame, auction, at, numbers) for auction, at in enumerate(instants)]
    whole = bare | {
        "seats": _seats(match),
        "loans": _loans(match),
        "entries": entries,
        "realized": _realized(match),
        "standings": _lines(match),
        "outcome": result,
    }
    return _in_pieces(_json(whole))


def _unread_entry(
    frame: Frame, auction: int, instant: datetime, numbers: dict[int, int]
) -> dict[str, Any]:
    """Return the entry of an auction, with iterators for its bids, awards and marks."""
    bare: dict[str, Any] = codec.plain(_entry(frame, auction, instant, (), (), ()))
    return bare | {
        "bids": _rows(Bid, frame, auction, numbers),
        "awards": _rows(Award, frame, auction, numbers),
        "done": _marks(frame, auction, numbers),
    }


def _frame(match: Match) -> Frame:
    if match.status != Match.Status.FINISHED:
        raise Refusal(HouseCode.NOT_FINISHED)
    return frame_of(match)


# --- Reading ------------------------------------------------------------------------------------


def _accounts(match: Match) -> QuerySet[Account]:
    return Account.objects.filter(match=match).order_by("number")


def _numbers(match: Match) -> dict[int, int]:
    rows = _accounts(match).values_list("pk", "number")
    return dict(rows.iterator(chunk_size=_AT_ONCE))


def _seats(match: Match) -> Iterator[SeatName]:
    for row in _accounts(match).select_related("seat__user").iterator(chunk_size=_AT_ONCE):
        yield SeatName(seat=row.number, name=row.seat.shown_name, bot=row.seat.is_bot)


def _loans(match: Match) -> Iterator[int]:
    yield from _accounts(match).values_list("loan", flat=True).iterator(chunk_size=_AT_ONCE)


def _entry(
    frame: Frame,
    auction: int,
    instant: datetime,
    bids: Iterable[PlainBid],
    awards: Iterable[PlainBid],
    done: Iterable[Marked],
) -> Entry:
    return entry_of(
        auction,
        instant=instant,
        lots=frame.lineup[auction],
        bids=tuple(bids),
        awards=tuple(awards),
        done=tuple(done),
    )


def _marks(frame: Frame, auction: int, numbers: dict[int, int]) -> Iterator[Marked]:
    """Yield the marks on an auction (rules 3.2), by rising seat."""
    rows = DoneMark.objects.filter(auction=frame.auctions[auction]).order_by("account__number")
    found = rows.values_list("account_id", "at", "back_at").iterator(chunk_size=_AT_ONCE)
    for account, at, back in found:
        yield numbers[account], iso(at), None if back is None else iso(back)


def _rows(
    model: type[Bid] | type[Award], frame: Frame, auction: int, numbers: dict[int, int]
) -> Iterator[PlainBid]:
    """Yield bids or awards in the order of the rules: place, falling price, seat."""
    for place, lot in enumerate(frame.lots[auction]):
        rows = model._default_manager.filter(lot=lot).order_by("-price")
        found = rows.values_list("price", "account_id", "units").iterator(chunk_size=_AT_ONCE)
        for price, same in groupby(found, key=itemgetter(0)):
            for seat, units in sorted((numbers[account], units) for _, account, units in same):
                yield place, seat, price, units


def _realized(match: Match) -> Iterator[Realized]:
    rows = _accounts(match).values_list("number", "realized", "combination")
    for number, value, combination in rows.iterator(chunk_size=_AT_ONCE):
        counts = tuple(map(int, combination.split()))
        yield Realized(seat=number, value=value or 0, counts=counts)


def _lines(match: Match) -> Iterator[Line]:
    """Yield the standings, best first, within a rank by seat."""
    rows = Account.objects.filter(match=match).order_by("rank", "number")
    found = rows.values_list("number", "purse", "realized", "loan", "final", "rank")
    for seat, money, realized, loan, final, rank in found.iterator(chunk_size=_AT_ONCE):
        yield Line(
            seat=seat,
            money=money,
            realized=realized or 0,
            loan=loan,
            interest=interest(loan),
            final=final or 0,
            rank=rank or 0,
        )


# --- JSON ---------------------------------------------------------------------------------------


def _json(value: Any) -> Iterator[str]:
    """Yield the JSON of a value whose iterators stand for lists, one line per row."""
    if isinstance(value, dict):
        names = [f"{json.dumps(name)}:" for name in value]
        yield from _between("{", zip(names, map(_json, value.values()), strict=True), "}")
    elif isinstance(value, list):
        yield from _between("[", (("", _json(one)) for one in value), "]")
    elif isinstance(value, Iterator):
        yield from _between("[\n", (("", [lines]) for lines in _lines_of(value)), "]")
    else:
        yield codec.encode(value).decode()


def _between(begin: str, parts: Iterable[tuple[str, Iterable[str]]], end: str) -> Iterator[str]:
    yield begin
    for number, (before, pieces) in enumerate(parts):
        yield f",\n{before}" if number else before
        yield from pieces
    yield end


def _lines_of(rows: Iterator[Any]) -> Iterator[str]:
    while some := list(islice(rows, _ROWS)):
        yield ",\n".join(codec.encode(row).decode() for row in some)


def _in_pieces(parts: Iterable[str]) -> Iterator[str]:
    """Yield the same text in fewer pieces."""
    held: list[str] = []
    size = 0
    for part in parts:
        held.append(part)
        size += len(part)
        if size >= _PIECE:
            yield "".join(held)
            held, size = [], 0
    yield "".join(held)

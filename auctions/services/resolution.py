"""Resolving an auction, and the end of a week (rules 7 to 10).

Each runs in one transaction, and the caller holds the locks of the match's row and the auction's.
Readers see the old state until it commits. The fate of a bid that won nothing follows from the
awards, so only awards, purses and a summary of each lot are written.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from auctions.models import Account, Auction, Award, Bid, Lot
from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.realization import Realization, Realizer, agenda_order
from auctions.rules.record import digest_of_auction
from auctions.rules.resolution import Bid as PlainBid, Resolution, resolve
from auctions.rules.standings import REASON, Line, outcome_of, standings
from auctions.selectors.week_setup import Frame, frame_of
from chat.live.announce import announce
from games import topics
from games.engine import codec
from games.engine.chain import next_link
from games.models import Match, Seat
from games.services.bulk import insert_rows, update_rows
from games.services.deadlines import tell_end

READ_AT_ONCE = 20_000


class Accounts:
    """The accounts of a week in memory: keys by seat number and back, and purses."""

    def __init__(self, match: Match) -> None:
        rows = Account.objects.filter(match=match).order_by().values_list("pk", "number", "purse")
        self.number: dict[int, int] = {}
        self.key: dict[int, int] = {}
        self.purse: dict[int, int] = {}
        for key, number, purse in rows.iterator(chunk_size=READ_AT_ONCE):
            self.number[key], self.key[number], self.purse[number] = number, key, purse


def carry_out(*, match: Match, auction: Auction, accounts: Accounts, at: datetime) -> None:
    """Resolve this auction, link it into the hash chain and update `accounts`.

    The caller saves the match. Rules 7.
    """
    frame = frame_of(match)
    with no_collecting():
        result = resolve(
            frame.lineup[auction.number],
            _bids(frame, auction.number, accounts),
            accounts.purse,
            secret=match.secret,
            auction=auction.number,
        )
        _write(frame, auction.number, accounts, result)
        # The digest covers only what is public now, not the bids, so it needs no salt.
        digest = digest_of_auction(
            auction.number, auction.instant, frame.lineup[auction.number], result.awards
        )
    match.head = match.shown_head = next_link(match.head, digest)
    auction.resolved_at = at
    auction.save(update_fields=["resolved_at"])


@contextmanager
def no_collecting() -> Iterator[None]:
    """Switch the cyclic garbage collector off inside the context."""
    # With a million live tuples, the search for cycles would take half the time.
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def _bids(frame: Frame, auction: int, accounts: Accounts) -> Iterator[PlainBid]:
    """Yield all bids in force as the rules expect them: (place, seat, price, units)."""
    places = {lot: place for place, lot in enumerate(frame.lots[auction])}
    numbers = accounts.number
    rows = Bid.objects.order_by().filter(lot__in=frame.lots[auction])
    for lot, account, price, units in rows.values_list(
        "lot_id", "account_id", "price", "units"
    ).iterator(chunk_size=READ_AT_ONCE):
        yield places[lot], numbers[account], price, units


def _write(frame: Frame, auction: int, accounts: Accounts, result: Resolution) -> None:
    lots, keys = frame.lots[auction], accounts.key
    insert_rows(
        Award,
        ("lot", "account", "price", "units"),
        ((lots[place], keys[seat], price, units) for place, seat, price, units in result.awards),
    )
    update_rows(Lot, "id", _SOLD, _sales(lots, result.awards))
    for seat, paid in result.paid.items():
        accounts.purse[seat] -= paid
    update_rows(
        Account, "seat", ("purse",), ((keys[s], accounts.purse[s]) for s in sorted(result.paid))
    )


_SOLD = ("sold", "awards", "takings", "lowest", "highest")


def _sales(lots: Sequence[int], awards: Sequence[PlainBid]) -> Iterator[tuple[int, ...]]:
    """Yield each sold lot's key, followed by its values of `_SOLD`."""
    found: dict[int, list[int]] = {}
    for place, _seat, price, units in awards:
        line = found.setdefault(place, [0, 0, 0, price, price])
        line[0] += units
        line[1] += 1
        line[2] += units * price
        line[3], line[4] = min(line[3], price), max(line[4], price)
    for place, line in found.items():
        yield lots[place], *line


# --- End of a week: realize, repay, rank (rules 8 to 10), in the closing's transaction.


KEPT_STANDINGS = 10  # lines copied into the match; the accounts hold the whole result


def close_week(*, match: Match, accounts: Accounts, at: datetime) -> None:
    """Realize, repay, rank and end the match.

    `accounts` holds the purses in dollars after the closing.
    """
    with no_collecting():
        realized = _realize(frame_of(match), accounts)
        lines = _lines(match, accounts, realized)
        _write_results(accounts, realized, lines)
    _end(match, lines, at)


def _realize(frame: Frame, accounts: Accounts) -> dict[int, Realization]:
    """Return what each seat's holdings bring, by seat number.

    Equal holdings are solved once.
    """
    agendas = agenda_order(frame.lineup)
    realizer = Realizer(agendas)
    nothing = realizer.realize((0,) * len(agendas), (0, 0, 0))
    found = dict.fromkeys(accounts.key, nothing)
    for number, held in _holdings(frame, accounts).items():
        counts, points = tuple(held[:-3]), (held[-3], held[-2], held[-1])
        found[number] = realizer.realize(counts, points)
    return found


def _holdings(frame: Frame, accounts: Accounts) -> dict[int, list[int]]:
    """Return each seat's agenda copies in agenda order, then its points per resource."""
    agendas = [agenda.id for agenda in agenda_order(frame.lineup)]
    column = {item: place for place, item in enumerate(agendas)}
    items = {
        key: lot.item
        for keys, lots in zip(frame.lots, frame.lineup, strict=True)
        for key, lot in zip(keys, lots, strict=True)
    }
    held: dict[int, list[int]] = {}
    rows = Award.objects.filter(lot__in=items).order_by()
    for lot, account, units in rows.values_list("lot_id", "account_id", "units").iterator(
        chunk_size=READ_AT_ONCE
    ):
        line = held.setdefault(accounts.number[account], [0] * (len(agendas) + 3))
        item = items[lot]
        if item in AGENDA:
            line[column[item]] += units
        else:
            for resource, points in enumerate(POINTS[item]):
                line[resource - 3] += points * units
    return held


def _lines(match: Match, accounts: Accounts, realized: dict[int, Realization]) -> list[Line]:
    rows = Account.objects.filter(match=match).order_by().values_list("number", "loan")
    values = {number: one.value for number, one in realized.items()}
    return standings(accounts.purse, values, dict(rows.iterator(chunk_size=READ_AT_ONCE)))


def _write_results(
    accounts: Accounts, realized: dict[int, Realization], lines: Sequence[Line]
) -> None:
    keys = accounts.key
    update_rows(
        Account,
        "seat",
        ("realized", "combination", "final", "rank"),
        (
            (
                keys[line.seat],
                line.realized,
                " ".join(map(str, realized[line.seat].counts)),
                line.final,
                line.rank,
            )
            for line in lines
        ),
    )
    update_rows(
        Seat,
        "id",
        ("rank", "score", "winner"),
        ((keys[line.seat], line.rank, line.final, line.rank == 1) for line in lines),
    )


def _end(match: Match, lines: Sequence[Line], at: datetime) -> None:
    match.status, match.ended_at, match.end_reason = Match.Status.FINISHED, at, REASON
    match.outcome = codec.plain(outcome_of(lines[:KEPT_STANDINGS]))
    match.save(update_fields=["status", "ended_at", "end_reason", "outcome"])
    tell_end(match)
    announce(topics.LOBBY)

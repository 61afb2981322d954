"""The record of a finished week: everything needed to play it again (rules 5.1).

The services build it from their rows, and `verify` reads it. Only the line-up names items: bids and
awards give the place of their lot, counted from 0. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from auctions.rules.lineup import Lots, lineup_seed, seal_of
from auctions.rules.options import VeniceOptions
from auctions.rules.realization import Realization
from auctions.rules.resolution import Bid
from auctions.rules.schedule import AUCTIONS
from auctions.rules.standings import Line, outcome_of
from auctions.rules.verify import check
from games.engine import codec
from games.engine.base import Outcome, Value
from games.engine.dealer import Contribution, mixed
from games.engine.record import FORMAT, VERSION, SeatName, chain_part

RULES = 1
_AT_ONCE = 10_000  # awards hashed at once


Marked = tuple[int, str, str | None]
"""(seat, time of its last mark, time at which it was taken back or None)"""


class Entry(Value):
    """An auction in a record."""

    number: int  # from 1, as in the records of all games
    at: str
    action: dict[str, Any]
    lots: tuple[tuple[str, int], ...]
    bids: tuple[Bid, ...]  # in force at the instant, in any order
    awards: tuple[Bid, ...]  # as `resolve` returns them
    done: tuple[Marked, ...] = ()  # marks at the fast pace (3.2), by rising seat
    # All records have these two.
    seat: None = None
    drawn: tuple[()] = ()


class Realized(Value):
    """The realized value of a seat's holdings."""

    seat: int
    value: int
    counts: tuple[int, ...]  # copies realized, in agenda order


class VeniceRecord(Value):
    """The record of a week."""

    game: str
    name: str
    seal: str
    secret: str
    seed: str
    seats: tuple[SeatName, ...]
    options: VeniceOptions
    start: str
    instants: tuple[str, ...]
    loans: tuple[int, ...]  # by seat
    entries: tuple[Entry, ...]
    realized: tuple[Realized, ...]
    standings: tuple[Line, ...]  # best first
    outcome: Outcome
    contributions: tuple[Contribution, ...] | msgspec.UnsetType = msgspec.UNSET
    chain: int | msgspec.UnsetType = msgspec.UNSET
    head: str | msgspec.UnsetType = msgspec.UNSET
    format: str = FORMAT
    version: int = VERSION
    rules: int = RULES
    seating: tuple[()] = ()


def entry_of(
    auction: int,
    *,
    instant: datetime,
    lots: Lots,
    bids: Sequence[Bid],
    awards: Sequence[Bid],
    done: Sequence[Marked] = (),
) -> Entry:
    """Return the entry of one auction: its lots, bids, awards and marks."""
    return Entry(
        number=auction + 1,
        at=iso(instant),
        action={"action": "resolve", "auction": auction},
        lots=tuple((lot.item, lot.units) for lot in lots),
        bids=tuple(bids),
        awards=tuple(awards),
        done=tuple(done),
    )


def record_of(  # noqa: PLR0913  (a field each)
    *,
    name: str,
    secret: str,
    seats: Sequence[SeatName],
    options: VeniceOptions,
    start: datetime,
    instants: Sequence[datetime],
    loans: Sequence[int],
    entries: Sequence[Entry],
    realized: Mapping[int, Realization],
    lines: Sequence[Line],
    contributions: Sequence[Contribution] = (),
    head: str = "",
) -> VeniceRecord:
    """Return the record of a week.

    `loans` is by seat, `entries` by auction, `realized` by seat. `contributions`: in the order of
    joining. `head`: the last link of the week's chain. Both are left out of the record if empty.
    """
    in_chain = chain_part(head)
    return VeniceRecord(
        game="venice",
        name=name,
        seal=seal_of(secret),
        secret=secret,
        seed=lineup_seed(mixed(secret, contributions)),
        seats=tuple(seats),
        options=options,
        start=iso(start),
        instants=tuple(iso(instant) for instant in instants),
        loans=tuple(loans),
        entries=tuple(entries),
        realized=tuple(
            Realized(seat=seat, value=found.value, counts=found.counts)
            for seat, found in sorted(realized.items())
        ),
        standings=tuple(lines),
        outcome=outcome_of(lines),
        contributions=tuple(contributions) or msgspec.UNSET,
        chain=in_chain.get("chain", msgspec.UNSET),
        head=in_chain.get("head", msgspec.UNSET),
    )


def made_from(options: VeniceOptions, *, start: datetime, bots: Sequence[bool]) -> dict[str, Any]:
    """Return what the first link of the chain holds of a week.

    `bots`: for each seat, True if it is a bot. Line-up and draws follow from the key and the number
    of seats, instants from the start and the options.
    """
    return {
        "game": "venice",
        "rules": RULES,
        "start": iso(start),
        "options": codec.plain(options),
        "bots": list(bots),
    }


def digest_of_auction(auction: int, instant: datetime, lots: Lots, awards: Sequence[Bid]) -> str:
    """Return the digest of an auction's public result for the week's chain."""
    made = hashlib.sha256(f"{auction + 1}|{iso(instant)}\n".encode("ascii"))
    made.update("".join(f"{lot.item}|{lot.units}\n" for lot in lots).encode("ascii"))
    for first in range(0, len(awards), _AT_ONCE):
        some = awards[first : first + _AT_ONCE]
        lines = (f"{place}|{seat}|{price}|{units}\n" for place, seat, price, units in some)
        made.update("".join(lines).encode("ascii"))
    return made.hexdigest()


def check_record(record: Mapping[str, Any]) -> list[str]:
    """Return the faults of a record: of its shape, or else those that `verify` finds."""
    try:
        typed = codec.build(dict(record), VeniceRecord)
    except msgspec.ValidationError as error:
        return [f"this is no record of a week: {error}"]
    if len(typed.entries) != AUCTIONS or len(typed.loans) < 2:
        return ["this is no record of a whole week"]
    return check(codec.plain(typed))


def iso(instant: datetime) -> str:
    """Return the instant as ISO 8601 in UTC with Z.

    A fraction of a second is given only if it is not zero.
    """
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")

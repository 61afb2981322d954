"""The record of a finished week: everything, so that everybody can carry it out again (rules 5.1).

Made by the services from their rows, read by `verify`. Items are named in the line-up only: bids
and awards say the place of their lot, from 0. Times are ISO 8601 in UTC.
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
"""(seat, since when it was done, when it took that back): the last of this seat"""


class Entry(Value):
    """One auction. The house's records count their entries from 1 and list what was drawn.

    `bids`: in force at the instant, in any order; `awards`: as `resolve` gives them. `done`: who
    said at the fast pace that they were done with it (3.2), by rising seat.
    """

    number: int
    at: str
    action: dict[str, Any]
    lots: tuple[tuple[str, int], ...]
    bids: tuple[Bid, ...]
    awards: tuple[Bid, ...]
    done: tuple[Marked, ...] = ()
    seat: None = None
    drawn: tuple[()] = ()


class Realized(Value):
    """What a seat's holdings came to. `counts`: copies realized, in agenda order."""

    seat: int
    value: int
    counts: tuple[int, ...]


class VeniceRecord(Value):
    """`loans` by seat. `standings` best first."""

    game: str
    name: str
    seal: str
    secret: str
    seed: str
    seats: tuple[SeatName, ...]
    options: VeniceOptions
    start: str
    instants: tuple[str, ...]
    loans: tuple[int, ...]
    entries: tuple[Entry, ...]
    realized: tuple[Realized, ...]
    standings: tuple[Line, ...]
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
    """The entry of one auction: what was on offer, what was bid, who got it."""
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
    """The record of a week. `loans` by seat, `entries` by auction, `realized` by seat.

    `contributions`: in the order of joining. `head`: the last link of the week's chain. Where there
    are none, nothing is said of them.
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
    """What the first link of the chain holds of a week. `bots`: for each seat whether it is one.

    Line-up and draws follow from the key and the number of seats; instants from start and options.
    """
    return {
        "game": "venice",
        "rules": RULES,
        "start": iso(start),
        "options": codec.plain(options),
        "bots": list(bots),
    }


def digest_of_auction(auction: int, instant: datetime, lots: Lots, awards: Sequence[Bid]) -> str:
    """What stands for an auction in the week's chain: what everybody is told of it, in lines."""
    made = hashlib.sha256(f"{auction + 1}|{iso(instant)}\n".encode("ascii"))
    made.update("".join(f"{lot.item}|{lot.units}\n" for lot in lots).encode("ascii"))
    for first in range(0, len(awards), _AT_ONCE):
        some = awards[first : first + _AT_ONCE]
        lines = (f"{place}|{seat}|{price}|{units}\n" for place, seat, price, units in some)
        made.update("".join(lines).encode("ascii"))
    return made.hexdigest()


def check_record(record: Mapping[str, Any]) -> list[str]:
    """What is wrong with a record: its shape, or what `verify.check` finds by doing all again."""
    try:
        typed = codec.build(dict(record), VeniceRecord)
    except msgspec.ValidationError as error:
        return [f"this is no record of a week: {error}"]
    if len(typed.entries) != AUCTIONS or len(typed.loans) < 2:
        return ["this is no record of a whole week"]
    return check(codec.plain(typed))


def iso(instant: datetime) -> str:
    """ISO 8601 in UTC, with Z; a fraction of a second only where there is one."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")

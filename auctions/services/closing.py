"""The end of a week: realize, repay, rank (rules 8 to 10). In the transaction of the closing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from auctions.models import Account, Award
from auctions.rules.catalogue import AGENDA, POINTS
from auctions.rules.realize import Realization, Realizer, agenda_order
from auctions.rules.standings import REASON, Line, outcome_of, standings
from auctions.selectors.frame import Frame, frame_of
from auctions.services.resolving import READ_AT_ONCE, Accounts, no_collecting
from chat.live.announce import announce
from games import topics
from games.engine import codec
from games.models import Match, Seat
from games.services.bulk import update_rows

KEPT_STANDINGS = 10  # the match's own copy of the result; all of it stands in the accounts


def close_week(*, match: Match, accounts: Accounts, at: datetime) -> None:
    """Ends the match. `accounts`: with the purses, in dollars, that the closing has left."""
    with no_collecting():
        realized = _realize(frame_of(match), accounts)
        lines = _lines(match, accounts, realized)
        _write(accounts, realized, lines)
    _end(match, lines, at)


def _realize(frame: Frame, accounts: Accounts) -> dict[int, Realization]:
    """By seat number: what its holdings bring. Equal holdings are solved once."""
    agendas = agenda_order(frame.lineup)
    realizer = Realizer(agendas)
    nothing = realizer.realize((0,) * len(agendas), (0, 0, 0))
    found = dict.fromkeys(accounts.key, nothing)
    for number, held in _holdings(frame, accounts).items():
        counts, points = tuple(held[:-3]), (held[-3], held[-2], held[-1])
        found[number] = realizer.realize(counts, points)
    return found


def _holdings(frame: Frame, accounts: Accounts) -> dict[int, list[int]]:
    """By seat number: copies in agenda order, then points of each resource."""
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


def _write(accounts: Accounts, realized: dict[int, Realization], lines: Sequence[Line]) -> None:
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
    announce(topics.LOBBY)

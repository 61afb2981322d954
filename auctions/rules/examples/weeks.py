"""Cases that run a match: commands in order of time, and the state afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auctions.rules.bids import DoneReceipt, LoanReceipt, Receipt
from auctions.rules.commands import read_command
from auctions.rules.examples.notation import (
    ZoneOf,
    instant_of,
    instants_of,
    lots_of,
    pairs_of,
    text_of,
)
from auctions.rules.lineup import Lots, lineup_seed, make_lineup, seal_of
from auctions.rules.options import CAP
from auctions.rules.realization import agenda_order
from auctions.rules.resolution import Resolution, fates_of
from auctions.rules.week import Known, Week, view
from games.engine.base import IllegalAction
from games.engine.examples import Fault, only

Given = Mapping[str, Any]
_MATCH = {"players", "secret", "start", "zone", "pace", "minutes", "cap", "lots", "commands"}
_COMMAND = {
    "loan": {"at", "do", "seat", "amount"},
    "bid": {"at", "do", "seat", "auction", "item", "price", "units"},
    "withdraw": {"at", "do", "seat", "auction", "item", "price"},
    "resolve": {"at", "do"},
    "look": {"at", "do", "viewer"},
    "done": {"at", "do", "seat", "auction"},
    "undone": {"at", "do", "seat", "auction"},
    "remove": {"at", "do", "seat"},
}


def bidding(given: Given, zone_of: ZoneOf) -> Given:
    week, answers = _played(given, zone_of)
    lines = [
        (auction, week.lots[auction][place].item, seat, -price, units)
        for auction in range(len(week.lots))
        for place, seat, price, units in week.in_force(auction)
    ]
    in_force = [[a, seat, item, -price, units] for a, item, seat, price, units in sorted(lines)]
    loans = [week.ledger.loans[seat] for seat in range(week.players)]
    return {
        "answers": [answer for _, answer in answers],
        "in_force": in_force,
        "loans": loans,
        "instants": [text_of(instant) for instant in week.instants],
        "done": [sorted(marks) for marks in week.done],
    }


def publicity(given: Given, zone_of: ZoneOf) -> Given:
    _, answers = _played(given, zone_of)
    return {"views": [answer for do, answer in answers if do == "look"]}


def whole_week(given: Given, zone_of: ZoneOf) -> Given:
    week, answers = _played(given, zone_of)
    from_secret = (
        {}
        if "lots" in given
        else {
            "lineup_seed": lineup_seed(week.secret),
            "lots": [pairs_of(lots) for lots in week.lots],
        }
    )
    return {
        "seal": seal_of(week.secret),
        "instants": [text_of(instant) for instant in week.instants],
        **from_secret,
        "refused": [
            [place, answer["error"]]
            for place, (_, answer) in enumerate(answers)
            if "error" in answer
        ],
        "auctions": [_auction_shown(week, auction) for auction in range(week.resolved)],
        "realized": _realized_shown(week),
        "standings": [
            {
                "seat": line.seat,
                "money": line.money,
                "realized": line.realized,
                "loan": line.loan,
                "interest": line.interest,
                "final": line.final,
                "rank": line.rank,
            }
            for line in week.lines
        ],
    }


def awards_shown(lots: Lots, result: Resolution) -> list[dict[str, Any]]:
    return [
        {"item": lots[place].item, "seat": seat, "price": price, "units": units}
        for place, seat, price, units in result.awards
    ]


def _played(given: Given, zone_of: ZoneOf) -> tuple[Week, list[tuple[str, Any]]]:
    """Return the week after all commands, and the answer to each of them."""
    only(given, _MATCH, "given")
    secret, players = given["secret"], given["players"]
    if "lots" in given:
        lots = tuple(lots_of(auction) for auction in given["lots"])
    else:
        lots = make_lineup(players, lineup_seed(secret)).auctions
    week = Week(
        players=players,
        secret=secret,
        start=instant_of(given["start"]),
        instants=instants_of(given, zone_of),
        lots=lots,
        cap=given.get("cap", CAP),
        fast=given.get("pace") == "fast",
    )
    return week, [(raw["do"], _answer(week, raw)) for raw in given["commands"]]


def _answer(week: Week, raw: Given) -> Any:
    if raw["do"] not in _COMMAND:
        raise Fault(f"unknown command {raw['do']!r}")
    only(raw, _COMMAND[raw["do"]], raw["do"])
    at = instant_of(raw["at"])
    if raw["do"] == "resolve":
        return {"resolved": week.resolve_due(at)}
    if raw["do"] == "remove":
        week.remove(raw["seat"], at)
        return {"removed": raw["seat"]}
    if raw["do"] == "look":
        return _view_shown(view(week, raw["viewer"]))
    try:
        return _receipt_shown(week.carry_out(read_command(raw), raw["seat"], at))
    except IllegalAction as refusal:
        return {"error": refusal.code}


def _receipt_shown(receipt: Receipt | LoanReceipt | DoneReceipt) -> dict[str, Any]:
    if isinstance(receipt, DoneReceipt):
        return {"auctions": list(receipt.auctions), "done": receipt.done}
    if isinstance(receipt, LoanReceipt):
        return {"loan": receipt.loan, "interest": receipt.interest, "owed": receipt.owed}
    return {
        "bids": [
            {"price": bid.price, "units": bid.units, "since": text_of(bid.since)}
            for bid in receipt.bids
        ],
        "lot_sum": receipt.lot_sum,
        "auction_sum": receipt.auction_sum,
        "money": receipt.money,
        "at_most": receipt.at_most,
    }


def _view_shown(known: Known) -> dict[str, Any]:
    """Return a view in the notation of examples."""
    # Marks are left out if there are none, as at the daily pace.
    done = {"done": [list(seats) for seats in known.done]} if any(known.done) else {}
    return {
        **done,
        "winning_bids": [list(line) for line in known.winning_bids],
        "all_bids": [list(line) for line in known.all_bids],
        "own_bids": [list(line) for line in known.own_bids],
        "loans": {str(seat): loan for seat, loan in known.loans.items()},
        "purses": {str(seat): purse for seat, purse in known.purses.items()},
        "secret": known.secret,
    }


def _auction_shown(week: Week, auction: int) -> dict[str, Any]:
    lots, result = week.lots[auction], week.results[auction]
    nullified = [
        [fated.seat, lots[fated.place].item, fated.price, fated.nullified]
        for fated in fates_of(week.in_force(auction), result)
        if fated.nullified
    ]
    return {
        "auction": auction,
        "awards": awards_shown(lots, result),
        "nullified": sorted(nullified),
        "purses": [week.purses_after[auction][seat] for seat in range(week.players)],
    }


def _realized_shown(week: Week) -> list[dict[str, Any]]:
    order = agenda_order(week.lots)
    return [
        {
            "seat": seat,
            "resources": list(week.ledger.resources(seat)),
            "value": found.value,
            "agendas": [
                [agenda.id, copies]
                for agenda, copies in zip(order, found.counts, strict=True)
                if copies
            ],
        }
        for seat, found in sorted(week.realized.items())
    ]

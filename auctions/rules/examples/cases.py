"""The kinds of cases: functions from a case's input to what the rules make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from auctions.rules.catalogue import AGENDA, Agenda
from auctions.rules.examples.notation import (
    ZoneOf,
    instants_of,
    lots_of,
    pairs_of,
    text_of,
)
from auctions.rules.examples.weeks import awards_shown, bidding, publicity, whole_week
from auctions.rules.lineup import Lots, draw_number, make_lineup, totals
from auctions.rules.options import day_by_day, interest, owed
from auctions.rules.realization import realize, resources_of
from auctions.rules.resolution import Bid, fates_of, resolve
from games.engine.examples import only

Given = Mapping[str, Any]
_BID = {"seat", "item", "price", "units"}


def _lineup(given: Given, zone_of: ZoneOf) -> Given:
    only(given, {"players", "seed"}, "given")
    found = make_lineup(given["players"], given["seed"])
    return {
        "attempt": found.attempt,
        "totals": list(totals(given["players"])),
        "supply": list(found.supply),
        "demand": list(found.demand),
        "auctions": [pairs_of(lots) for lots in found.auctions],
    }


def _auction(given: Given, zone_of: ZoneOf) -> Given:
    only(given, {"auction", "secret", "lots", "purses", "bids", "draws_for"}, "given")
    lots, secret, auction = lots_of(given["lots"]), given["secret"], given["auction"]
    bids = [_bid(raw, lots) for raw in given["bids"]]
    purses = dict(enumerate(given["purses"]))
    result = resolve(lots, bids, purses, secret=secret, auction=auction)
    return {
        "awards": awards_shown(lots, result),
        "paid": [result.paid.get(seat, 0) for seat in purses],
        "purses": [purse - result.paid.get(seat, 0) for seat, purse in purses.items()],
        "fates": [
            {
                "item": lots[fated.place].item,
                "seat": fated.seat,
                "price": fated.price,
                "wanted": fated.wanted,
                "won": fated.won,
                "nullified": fated.nullified,
                "lost": fated.lost,
            }
            for fated in fates_of(bids, result)
        ],
        "draws": {
            item: {str(seat): draw_number(secret, auction, item, seat) for seat in seats}
            for item, seats in given.get("draws_for", {}).items()
        },
    }


def _bid(raw: Given, lots: Lots) -> Bid:
    only(raw, _BID, "bid")
    places = {lot.item: place for place, lot in enumerate(lots)}
    return places[raw["item"]], raw["seat"], raw["price"], raw["units"]


def _realization(given: Given, zone_of: ZoneOf) -> Given:
    only(given, {"agendas", "assets", "resources", "catalogue"}, "given")
    shown = {**AGENDA, **{raw["id"]: _agenda(raw) for raw in given.get("catalogue", ())}}
    order = [shown[item] for item, _ in given["agendas"]]
    if "resources" in given:
        force, popularity, influence = given["resources"]
        resources = (force, popularity, influence)
    else:
        resources = resources_of(dict(given["assets"]))
    found = realize(order, [copies for _, copies in given["agendas"]], resources)
    pairs = zip(order, found.counts, strict=True)
    return {
        "resources": list(resources),
        "value": found.value,
        "realized": [[agenda.id, copies] for agenda, copies in pairs if copies],
        "left": list(found.left),
    }


def _agenda(raw: Given) -> Agenda:
    only(raw, {"id", "name", "value", "cost", "blurb"}, "catalogue")
    force, popularity, influence = raw["cost"]
    return Agenda(
        id=raw["id"], name=raw["id"], value=raw["value"], cost=(force, popularity, influence)
    )


def _loan(given: Given, zone_of: ZoneOf) -> Given:
    only(given, {"loans"}, "given")
    rows = [
        {
            "loan": loan,
            "interest": interest(loan),
            "owed": owed(loan),
            "day_by_day": list(day_by_day(loan)),
        }
        for loan in given["loans"]
    ]
    return {"rows": rows}


def _schedule(given: Given, zone_of: ZoneOf) -> Given:
    only(given, {"matches"}, "given")
    for match in given["matches"]:
        only(match, {"start", "zone", "pace", "minutes"}, "match")
    rows = [
        [text_of(instant) for instant in instants_of(match, zone_of)] for match in given["matches"]
    ]
    return {"rows": rows}


KINDS: Mapping[str, Callable[[Given, ZoneOf], Given]] = {
    "lineup": _lineup,
    "auction": _auction,
    "bidding": bidding,
    "realization": _realization,
    "loan": _loan,
    "schedule": _schedule,
    "publicity": publicity,
    "week": whole_week,
}

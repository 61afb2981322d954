"""Check the record of a week of Venice, offline.

Usage: python verify.py record.json --seal SEAL

This file is all it needs, with Python 3.10 or later. It compares the seal and the contributions
with what you kept while the match was played. From the secret, the players' contributions and their
number it computes the line-up and the draw numbers again; from the bids it resolves every auction
again, one unit at a time; from the goods won it checks every realization, debt and rank. It shares
no code with the program that ran the match.

SEAL is the seal itself, or the file of a receipt, which holds more. The exit status is 0 if
everything holds, 1 if not, and 2 if the arguments are wrong.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from datetime import datetime, timedelta
from itertools import groupby, pairwise, product
from operator import mul
from typing import Any

from games.engine.proof import (
    added_to,
    faults_of_added,
    faults_of_secret,
    hashed,
    key_of,
    not_compared,
    of_added,
    run,
)

# (value in dollars, cost in points of force, popularity, influence)
AGENDAS: dict[str, tuple[int, tuple[int, ...]]] = {
    "silk-tax": (20, (0, 10, 20)),
    "exile-competitor": (50, (20, 5, 10)),
    "salt-monopoly": (40, (5, 10, 30)),
    "regatta-triumph": (30, (5, 30, 0)),
    "arsenal-contract": (55, (25, 0, 15)),
    "carnival-decree": (35, (0, 40, 10)),
    "corsair-hunt": (50, (30, 0, 0)),
    "ducal-procession": (50, (5, 40, 20)),
    "spice-convoy": (60, (20, 20, 20)),
    "glassmakers-charter": (25, (0, 15, 15)),
    "dalmatian-garrison": (75, (40, 5, 10)),
    "sway-the-electors": (45, (0, 10, 45)),
}
ASSETS: dict[str, tuple[int, ...]] = {
    "opera": (0, 20, 0),
    "senator": (0, 5, 5),
    "swiss-mercenaries": (10, 0, 0),
    "war-galley": (20, 0, 0),
    "gondoliers-guild": (5, 10, 0),
    "spy-ring": (5, 0, 10),
    "masked-ball": (0, 15, 5),
    "procurator": (0, 0, 20),
    "printing-press": (0, 10, 10),
    "arsenal-foremen": (10, 5, 0),
    "condottiere": (15, 0, 5),
    "patriarchs-blessing": (0, 20, 10),
    "hired-bravi": (5, 0, 0),
    "moneylenders-ledger": (0, 0, 10),
    "ducal-secretary": (5, 5, 15),
}
RESOURCES = range(3)
MADE_FROM = ("game", "rules", "start", "options")
MOST_PRICE, MOST_PRICES = 1_000_000, 10
SCALE = 1 << 12  # prices of points are whole multiples of $1 / SCALE
FEW = 500  # up to this many combinations are tried without computing prices


def keyed(key: str, message: str) -> str:
    """Return HMAC-SHA-256 in hex."""
    return hmac.new(key.encode("ascii"), message.encode(), hashlib.sha256).hexdigest()


# --- Line-up (rules 5.2) ----------------------------------------------------------------------


class Attempt:
    """An attempt at a line-up. `days`: seven lists of [item, units]."""

    def __init__(self, players: int, seed: str, number: int) -> None:
        self.head = f"{seed}|{number}|"
        agendas = self.ordered(AGENDAS, "agendas")
        assets = self.ordered(ASSETS, "assets")
        groups = [assets[3 * d : 3 * d + 3] for d in range(5)]
        days = [agendas[:6]]
        for d in range(5):
            more = self.ordered(groups[(d + 2) % 5], "extra")[0]
            days.append(self.ordered([*groups[d], more], f"day{d + 1}"))
        days.append(agendas[6:10])
        n = players + 1
        parts = (((5 * n + 1) // 2, [0]), (10 * n, [1, 2, 3, 4, 5]), ((3 * n + 1) // 2, [6]))
        self.days: list[list[list[Any]]] = [[] for _ in days]
        for total, numbers in parts:
            sold = [(day, item) for day in numbers for item in days[day]]
            units = shared(total, [self.weight(day, item) for day, item in sold])
            for (day, item), count in zip(sold, units, strict=True):
                self.days[day].append([item, count])

    def hash(self, label: str, item: str) -> str:
        """Return the hash of rules 5.2, in hex."""
        return hashlib.sha256(f"{self.head}{label}|{item}".encode()).hexdigest()

    def ordered(self, items: Any, label: str) -> list[str]:
        """Return the items in the order of their hashes under this label."""
        return sorted(items, key=lambda item: self.hash(label, item))

    def weight(self, day: int, item: str) -> int:
        """Return the weight of a lot, from 1 to 5."""
        return 1 + int(self.hash(f"weight{day}", item)[:8], 16) % 5

    def fault(self) -> int:
        """Return how far supply is out of balance; 0 is balanced."""
        worst = 0
        for j in RESOURCES:
            need = sum(AGENDAS[item][1][j] * n for day in (0, 6) for item, n in self.days[day])
            have = sum(ASSETS[item][j] * n for day in range(1, 6) for item, n in self.days[day])
            worst = max(worst, 65 * need - 100 * have, 100 * have - 115 * need)
        return worst


def shared(total: int, weights: list[int]) -> list[int]:
    """Divide the total by weights, at least one each.

    The largest remainders get the rest.
    """
    rest, whole = total - len(weights), sum(weights)
    units = [1 + rest * weight // whole for weight in weights]
    places = sorted(range(len(weights)), key=lambda i: (-(rest * weights[i] % whole), i))
    for place in places[: total - sum(units)]:
        units[place] += 1
    return units


def lineup(players: int, seed: str) -> list[list[list[Any]]]:
    """Return seven days of [item, units]: the first balanced attempt or the best."""
    found = []
    for number in range(200):
        found.append(Attempt(players, seed, number))
        if found[-1].fault() == 0:
            return found[-1].days
    return min(found, key=Attempt.fault).days


# --- Auctions (rules 6, 7.1) ------------------------------------------------------------------


def faults_of_bids(entry: dict[str, Any], players: int) -> list[str]:
    """Return a fault for the bids of a seat on a lot that break the rules."""
    asked: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place, seat, price, units in entry["bids"]:
        if not (0 <= place < len(entry["lots"]) and 0 <= seat < players):
            return [f"auction {entry['number'] - 1}: a bid by nobody, or on nothing"]
        asked.setdefault((place, seat), []).append((price, units))
    faults = []
    for (place, seat), bids in asked.items():
        prices = {price for price, _ in bids}
        fits = all(1 <= price <= MOST_PRICE and units >= 1 for price, units in bids)
        fits = fits and len(prices) == len(bids) <= MOST_PRICES
        if not fits or sum(units for _, units in bids) > entry["lots"][place][1]:
            faults.append(f"auction {entry['number'] - 1}: bids of seat {seat} on lot {place}")
    return faults


def resolved(entry: dict[str, Any], purses: list[int], key: str) -> list[list[int]]:
    """Return the awards, and take what was paid out of the purses."""
    awards = []
    bids = sorted(entry["bids"], key=lambda bid: (bid[0], -bid[2], bid[1]))
    left = [units for _, units in entry["lots"]]
    for (place, price), level in groupby(bids, key=lambda bid: (bid[0], bid[2])):
        if left[place] == 0:
            continue
        label = f"venice|draw|{entry['number'] - 1}|{entry['lots'][place][0]}|"
        wants = {bid[1]: bid[3] for bid in level}
        won = sold_at(price, wants, left[place], purses, key, label)
        left[place] -= sum(won.values())
        awards += [[place, seat, price, units] for seat, units in won.items() if units]
    return awards


def sold_at(
    price: int, wants: dict[int, int], left: int, purses: list[int], key: str, label: str
) -> dict[int, int]:
    """Return the units won by each seat at one price.

    They go in turns, one unit a turn, while money and units last.
    """
    won = dict.fromkeys(wants, 0)
    turn = list(wants)
    while left:
        turn = [seat for seat in turn if won[seat] < wants[seat] and purses[seat] >= price]
        if not turn:
            break
        if len(turn) > left:
            turn = sorted(turn, key=lambda seat: keyed(key, f"{label}{seat}"))[:left]
        for seat in turn:
            won[seat] += 1
            purses[seat] -= price
        left -= len(turn)
    return won


# --- Realization (rules 8) --------------------------------------------------------------------


class Realizing:
    """Checks if a claimed combination is the best one, for any holdings of this week."""

    def __init__(self, order: list[str]) -> None:
        self.order = order
        self.seen: dict[Any, bool] = {}

    def best(self, held: list[int], have: list[int], claimed: list[int]) -> bool:
        """Return True if this combination can be paid and no other is better."""
        key = (tuple(held), tuple(have), tuple(claimed))
        if key not in self.seen:
            self.seen[key] = self.paid(held, have, claimed) and self.unbeaten(held, have, claimed)
        return self.seen[key]

    def paid(self, held: list[int], have: list[int], claimed: list[int]) -> bool:
        """Return True if the holdings suffice for these copies and for their cost."""
        if len(claimed) != len(held):
            return False
        fits = all(0 <= x <= n for x, n in zip(claimed, held, strict=True))
        return fits and all(
            sum(AGENDAS[item][1][j] * x for item, x in zip(self.order, claimed, strict=True))
            <= have[j]
            for j in RESOURCES
        )

    def unbeaten(self, held: list[int], have: list[int], claimed: list[int]) -> bool:
        """Return True if no other combination is better.

        A combination is better if it is worth more, or as much and first in agenda order.
        """
        # Extend all combinations agenda by agenda, without those that cannot reach the goal: at
        # any prices of points, a combination is worth at most the price of its points plus what
        # its copies are worth beyond that.
        kinds = [i for i, n in enumerate(held) if n]
        values = {i: AGENDAS[self.order[i]][0] for i in kinds}
        costs = {i: AGENDAS[self.order[i]][1] for i in kinds}
        prices = low_prices([(values[i], costs[i], held[i]) for i in kinds], have)
        gain = {i: values[i] * SCALE - sum(map(mul, prices, costs[i])) for i in kinds}
        kinds.sort(key=lambda i: -abs(gain[i]))
        rest = sum(held[i] * max(0, gain[i]) for i in kinds)
        goal = sum(values[i] * claimed[i] for i in kinds)
        states = {tuple(have): (0, tuple([0] * len(held)))}
        for i in kinds:
            rest -= held[i] * max(0, gain[i])
            grown: dict[Any, Any] = {}
            for left, (value, counts) in states.items():
                for x in range(held[i] + 1):
                    after = tuple(r - x * c for r, c in zip(left, costs[i], strict=True))
                    if min(after) < 0:
                        break
                    total = value + x * values[i]
                    if (total - goal) * SCALE + rest + sum(map(mul, prices, after)) < 0:
                        continue
                    new = (total, (*counts[:i], x, *counts[i + 1 :]))
                    if after not in grown or grown[after] < new:
                        grown[after] = new
            states = grown
        return max(states.values(), default=(0, ())) <= (goal, tuple(claimed))


def low_prices(kinds: list[tuple[int, tuple[int, ...], int]], have: list[int]) -> list[int]:
    """Return prices of points in $1/SCALE at which the bound is low."""
    # Any prices give a valid bound; low bounds only save time.
    combinations = 1
    for _, _, copies in kinds:
        combinations *= copies + 1
    if combinations <= FEW:
        return [0, 0, 0]

    def bound(prices: tuple[int, ...]) -> int:
        total: int = sum(map(mul, prices, have))
        for value, cost, copies in kinds:
            total += copies * max(0, value * SCALE - sum(map(mul, prices, cost)))
        return total

    ways = list(product((-1, 0, 1), repeat=3))
    best: tuple[int, ...] = (0, 0, 0)
    step = 2 * SCALE
    while step:
        near = [tuple(max(0, p + step * w) for p, w in zip(best, way, strict=True)) for way in ways]
        lowest = min(near, key=bound)
        if bound(lowest) < bound(best):
            best = lowest
        else:
            step //= 2
    return list(best)


# --- A whole week -----------------------------------------------------------------------------


def check(record: dict[str, Any]) -> list[str]:
    """Return the faults of a record, an empty list if everything holds."""
    faults, key = faults_of_chance(record) + faults_of_chain(record), key_of(record)
    purses = list(record["loans"])
    held: list[dict[str, int]] = [{} for _ in purses]
    faults += faults_of_loans(record)
    for day, entry in enumerate(record["entries"]):
        wrong = faults_of_bids(entry, len(purses))
        faults += wrong
        if wrong:
            return faults
        awards = resolved(entry, purses, key)
        if awards != [list(award) for award in entry["awards"]]:
            faults.append(f"auction {day}: these awards do not follow from the bids")
        for place, seat, _, units in awards:
            item = entry["lots"][place][0]
            held[seat][item] = held[seat].get(item, 0) + units
    return faults + faults_of_end(record, purses, held)


def faults_of_chance(record: dict[str, Any]) -> list[str]:
    """Return the faults of seal, seed, line-up, and the auctions' order and times."""
    faults = faults_of_secret(record)
    if keyed(key_of(record), "venice|lineup") != record["seed"]:
        faults.append("seed: it does not follow from the secret")
    numbers = [(entry["number"], entry["action"]["auction"]) for entry in record["entries"]]
    if numbers != [(k + 1, k) for k in range(7)]:
        faults.append("auctions: not the seven of a week in their order")
    lots = [[list(lot) for lot in entry["lots"]] for entry in record["entries"]]
    if lots != lineup(len(record["loans"]), record["seed"]):
        faults.append("line-up: it does not follow from the seed and the number of players")
    times = [entry["at"] for entry in record["entries"]]
    if times != list(record["instants"]) or times != sorted(set(times)):
        faults.append("auctions: not at the seven instants")
    return faults or faults_of_pace(record)


def faults_of_pace(record: dict[str, Any]) -> list[str]:
    """Return a fault for each auction held late, or early without any mark.

    At the daily pace, return a fault if there are any marks.
    """
    options, marked = record["options"], [bool(entry["done"]) for entry in record["entries"]]
    if options["pace"] != "fast":
        return ["marks: nobody can be done at the daily pace"] if any(marked) else []
    texts = [text.replace("Z", "+00:00") for text in (record["start"], *record["instants"])]
    times = [datetime.fromisoformat(text) for text in texts]
    waits = [after - before for before, after in pairwise(times)]
    plan = timedelta(minutes=options["minutes"])
    return [
        f"auction {day}: at the wrong time"
        for day, waited in enumerate(waits)
        if waited > plan or (waited < plan and not marked[day])
    ]


def faults_of_loans(record: dict[str, Any]) -> list[str]:
    """Return a fault for each loan above the cap, and one if seats and loans differ."""
    cap, loans = record["options"]["cap"], record["loans"]
    faults = [f"loan of seat {s}: {x}" for s, x in enumerate(loans) if not 0 <= x <= cap]
    if [seat["seat"] for seat in record["seats"]] != list(range(len(loans))):
        faults.append("seats: not one for each loan, in order")
    return faults


def faults_of_end(
    record: dict[str, Any], purses: list[int], held: list[dict[str, int]]
) -> list[str]:
    """Return the faults of realizations, debts, ranks and the result."""
    order = [item for day in (0, 6) for item, _ in record["entries"][day]["lots"]]
    realizing, faults, lines = Realizing(order), [], []
    if [one["seat"] for one in record["realized"]] != list(range(len(purses))):
        return ["realizations: not one for each seat"]
    for seat, (purse, items, one) in enumerate(zip(purses, held, record["realized"], strict=True)):
        counts, copies = list(one["counts"]), [items.get(item, 0) for item in order]
        have = [
            sum(ASSETS[item][j] * n for item, n in items.items() if item in ASSETS)
            for j in RESOURCES
        ]
        value = sum(AGENDAS[item][0] * x for item, x in zip(order, counts, strict=False))
        if value != one["value"] or not realizing.best(copies, have, counts):
            faults.append(f"realization of seat {seat}: not what the rules give")
        loan = record["loans"][seat]
        interest = (3 * loan + 9) // 10
        lines.append([seat, purse, value, loan, interest, purse + value - loan - interest])
    return faults + faults_of_ranks(record, lines)


def faults_of_ranks(record: dict[str, Any], lines: list[list[int]]) -> list[str]:
    """Return the faults of standings that do not follow from money and loans."""
    lines.sort(key=lambda line: (-line[5], line[0]))
    rank, wanted = 0, []
    for number, line in enumerate(lines, 1):
        rank = rank if number > 1 and line[5] == lines[number - 2][5] else number
        wanted.append([*line, rank])
    names = ("seat", "money", "realized", "loan", "interest", "final", "rank")
    faults = []
    if [[line[name] for name in names] for line in record["standings"]] != wanted:
        faults.append("standings: they do not follow from what was played")
    shown = [[o["seat"], o["score"], o["rank"]] for o in record["outcome"]["standings"]]
    if shown != [[line[0], line[5], line[6]] for line in wanted]:
        faults.append("result: it is not that of the standings")
    return faults


def digest_of(entry: dict[str, Any]) -> str:
    """Return the digest of an auction's public result for the chain."""
    made = hashlib.sha256(f"{entry['number']}|{entry['at']}\n".encode("ascii"))
    for item, units in entry["lots"]:
        made.update(f"{item}|{units}\n".encode("ascii"))
    for place, seat, price, units in entry["awards"]:
        made.update(f"{place}|{seat}|{price}|{units}\n".encode("ascii"))
    return made.hexdigest()


def links(record: dict[str, Any]) -> list[str]:
    """Return the chain: each link hashes the previous one and its auction's digest."""
    chain = [hashed("|".join(["chain", *first_of_chain(record), *added_to(record)]))]
    for entry in record["entries"]:
        chain.append(hashed(f"{chain[-1]}|{digest_of(entry)}"))
    return chain


def first_of_chain(record: dict[str, Any]) -> list[str]:
    """Return what the first link holds besides the contributions."""
    made_from = {name: record[name] for name in MADE_FROM}
    made_from["bots"] = [seat["bot"] for seat in record["seats"]]
    canonical = json.dumps(made_from, sort_keys=True, separators=(",", ":"))
    return [str(record["chain"]), record["seal"], hashed(canonical)]


def chained(record: dict[str, Any]) -> bool:
    """Return True if the auctions have a chain; those of simulated weeks have none."""
    return "chain" in record and "head" in record


def faults_of_chain(record: dict[str, Any]) -> list[str]:
    """Return a fault if the last link is not the head that the site stored."""
    if not chained(record) or record["head"] == links(record)[-1]:
        return []
    return ["auctions: they were changed, their chain does not end with its head"]


def of_chain(record: dict[str, Any]) -> str:
    """Return a sentence on the chain."""
    if not chained(record):
        return "The auctions have no hash chain, so later changes cannot be detected."
    return "The auctions are a hash chain."


def faults_of_kept(record: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Return the differences between the record and what a player kept."""
    faults = []
    if record["seal"] != kept["seal"]:
        faults.append(f"seal: the record has {record['seal']}, and you saved {kept['seal']}")
    if "contributions" in kept:
        faults += faults_of_added(record.get("contributions", []), kept)
    if kept.get("head") and not (chained(record) and kept["head"] in links(record)):
        faults.append("auctions: up to the head that you kept they are not what they were")
    return faults


def main(arguments: list[str]) -> int:
    """Print a line for each finding and a total. Return the exit status."""
    return run(arguments, findings)


def findings(record: dict[str, Any], kept: dict[str, Any] | None) -> tuple[list[str], list[str]]:
    """Return the faults of a record and sentences about it.

    `kept`: what the player kept during the match, or None.
    """
    faults = check(record)
    if kept is not None:
        faults += faults_of_kept(record, kept)
    bids = sum(len(entry["bids"]) for entry in record["entries"])
    results = len(record["loans"])
    said = [
        f"Seven auctions, {bids} bids, {results} results, {len(faults)} faults.",
        of_added(record),
        of_chain(record),
        *unkept(record, kept or {}),
    ]
    return faults, said


def unkept(record: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Return a sentence for each thing that the player kept no copy of."""
    return not_compared(record, kept, "the auctions")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Checks the record of a match offline: python verify.py record.json --seal SEAL

Needs only this file and Python 3.9 or later. It checks that the seal was made of the secret, that
seal and contributions are those that you kept while the match was played, and that every draw
follows from the secret and the contributions. SEAL: the seal itself, or a file with a receipt,
which holds more. The exit status is 0 if everything holds, 1 if not, and 2 for invalid arguments.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
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

SPAN = 1 << 256
MADE_FROM = ("game", "rules", "began", "options", "content")
NOT_CHECKED = {
    "": (
        "Not checked here: that the moves were legal and that the result follows from "
        "them. The site's own program does that: manage.py verify."
    ),
    "blanks": "Not checked, here or anywhere: that the numbers of votes are the sum of the "
    "ballots. Ballots are secret for ever, so the record does not hold them.",
}


def number_below(bound: int, key: bytes, message: str) -> int:
    """Return the number from 0 to bound - 1 that key and message determine.

    Every number is equally likely.
    """
    limit = SPAN - SPAN % bound
    attempt = 0
    while True:
        text = f"{message}|{attempt}".encode()
        value = int.from_bytes(hmac.new(key, text, hashlib.sha256).digest(), "big")
        if value < limit:
            return value % bound
        attempt += 1


def dealt(draw: dict[str, Any], pool: list[Any], key: bytes) -> list[Any]:
    """Return what must have been drawn according to the key."""
    message = f"{draw['place']}|{draw['name']}"
    count = len(draw["out"])
    if draw["kind"] == "token":
        return [hmac.new(key, f"{message}|token".encode(), hashlib.sha256).hexdigest()[:32]]
    if draw["kind"] == "roll":
        sides = pool[0]
        return [1 + number_below(sides, key, f"{message}|{i}") for i in range(count)]
    left = list(pool)
    out = []
    for index in range(count):
        out.append(left.pop(number_below(len(left), key, f"{message}|{index}")))
    return out


def faults_of_draw(draw: dict[str, Any], rests: dict[str, list[Any]], key: bytes) -> list[str]:
    """Return the faults of one draw, and store in `rests` what it left of its pool."""
    where = f"draw {draw['place']} ({draw['name']})"
    pool = rests.get(draw["name"]) if draw["of"] == "rest" else draw["of"]
    if pool is None:
        return [f"{where}: nothing of this pool is known to be left"]
    if draw["kind"] in ("draw", "shuffle") and len(draw["out"]) > len(pool):
        return [f"{where}: more was drawn than the pool contained"]
    wanted = dealt(draw, pool, key)
    if draw["kind"] in ("draw", "shuffle"):
        left = list(pool)
        for item in wanted:
            left.remove(item)
        rests[draw["name"]] = left
    if draw["kind"] == "shuffle" and len(draw["out"]) != len(pool):
        return [f"{where}: not the whole pool was shuffled"]
    return [] if wanted == draw["out"] else [f"{where}: expected {wanted}, found {draw['out']}"]


def draws(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every draw of the record in order."""
    yield from record.get("seating", [])
    for entry in record["entries"]:
        yield from entry["drawn"]


def faults_of_order(record: dict[str, Any]) -> list[str]:
    """Return the faults in the numbering of entries and draws.

    Entries must be numbered without gaps. Each draw must be in its own entry, in ascending places.
    """
    faults = []
    for expected, entry in enumerate(record["entries"], 1):
        if entry["number"] != expected:
            faults.append(f"entry {entry['number']}: expected number {expected}")
        before = -1
        for draw in entry["drawn"]:
            owner, _, index = draw["place"].partition(".")
            if owner != str(entry["number"]) or not index.isdigit() or int(index) <= before:
                faults.append(f"entry {entry['number']}: draw {draw['place']} is out of place")
            else:
                before = int(index)
    return faults


def check(record: dict[str, Any]) -> tuple[list[str], int]:
    """Return the faults of a match at a table, and the number of draws checked."""
    faults, count = check_chance(record)
    return faults + faults_of_chain(record), count


def check_chance(record: dict[str, Any]) -> tuple[list[str], int]:
    """Return the faults in secret and draws, and the number of draws checked.

    Unlike `check`, it leaves the chain out, so it works for the records of every game.
    """
    key = key_of(record).encode("ascii")
    faults = faults_of_secret(record) + faults_of_order(record)
    rests: dict[str, list[Any]] = {}
    count = 0
    for draw in draws(record):
        faults += faults_of_draw(draw, rests, key)
        count += 1
    return faults, count


def chained(record: dict[str, Any]) -> bool:
    """Return True if the log of this record has a chain; simulated matches have none."""
    return "chain" in record and "head" in record


def digest_of(entry: dict[str, Any]) -> str:
    """Return the digest of an entry, as it is hashed into the chain.

    For an action that is never shown, the record has its digest instead.
    """
    done = entry.get("digest") or hashed(f"{entry.get('salt', '')}|{canonical(entry['action'])}")
    return hashed(canonical([entry["number"], entry["seat"], entry["at"], done]))


def canonical(value: Any) -> str:
    """Return the value as the JSON that is hashed: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def links(record: dict[str, Any]) -> list[str]:
    """Return all links of the log's chain, the first one included.

    Each link hashes the previous one and the digest of its entry.
    """
    chain = [hashed("|".join(["chain", *first_of_chain(record), *added_to(record)]))]
    for entry in record["entries"]:
        chain.append(hashed(f"{chain[-1]}|{digest_of(entry)}"))
    return chain


def first_of_chain(record: dict[str, Any]) -> list[str]:
    """Return what the first link covers besides the contributions."""
    made_from = {name: record[name] for name in MADE_FROM}
    return [str(record["chain"]), record["seal"], hashed(canonical(made_from))]


def faults_of_chain(record: dict[str, Any]) -> list[str]:
    """Return a fault if the chain does not end with the link that the record states."""
    if not chained(record) or record["head"] == links(record)[-1]:
        return []
    return ["log: it was changed, its chain does not end with its head"]


def of_chain(record: dict[str, Any]) -> str:
    """Return a sentence on what the chain covers, and how many actions stay secret."""
    closed = sum("digest" in entry for entry in record["entries"])
    if not chained(record):
        return "The log has no hash chain, so later changes to it cannot be detected."
    return f"The log is a hash chain; {closed} of its {len(record['entries'])} actions stay hidden."


def faults_of_kept(record: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Return where the record differs from what a player kept during the match."""
    faults = []
    if record["seal"] != kept["seal"]:
        faults.append(f"seal: the record has {record['seal']}, and you saved {kept['seal']}")
    if "contributions" in kept:
        faults += faults_of_added(record.get("contributions", []), kept)
    if kept.get("head") and not (chained(record) and kept["head"] in links(record)):
        faults.append("log: up to the head that you kept it is not what it was")
    return faults


def main(arguments: list[str]) -> int:
    """Print a line for each finding and a total. Return the exit status."""
    return run(arguments, findings)


def findings(record: dict[str, Any], kept: dict[str, Any] | None) -> tuple[list[str], list[str]]:
    """Return the faults of a record and the sentences to print about it.

    `kept`: the seal or receipt to compare it with, or None.
    """
    faults, count = check(record)
    if kept is not None:
        faults += faults_of_kept(record, kept)
    said = [
        f"{count} draws and the seal checked, {len(faults)} faults.",
        of_added(record),
        of_chain(record),
        *unkept(record, kept or {}),
        NOT_CHECKED[""],
    ]
    game = record.get("game")
    return faults, [*said, NOT_CHECKED[game]] if game in NOT_CHECKED else said


def unkept(record: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Return a sentence for each thing that this player's receipt cannot confirm."""
    return not_compared(record, kept, "the log")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Checks the record of a match, offline: python verify.py record.json --seal SEAL

Needs this one file and Python 3.9 or later. It checks that the secret is the one the seal was made
of, that the seal is the one that you kept while the match was played, and that every draw follows
from the secret; exit status 0 if all of it holds, 1 if not, 2 if it was asked in other words.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from typing import Any

SPAN = 1 << 256
NOT_CHECKED = {
    "": "Not checked here: that the moves were legal and the result follows from them. The "
    "program of the house does that: manage.py verify.",
    "blanks": "Not checked, here or anywhere: that the numbers of votes are the sum of the "
    "ballots. Ballots are secret for ever, so the record does not hold them.",
}

NOT_COMPARED = (
    "Not checked: that {seal} is the seal that was shown while the match was played. Compare it "
    "with the one you kept, or name that one, or the receipt: --seal SEAL."
)


def number_below(bound: int, secret: bytes, message: str) -> int:
    """A number from 0 to bound - 1 that the secret fixes, every one equally likely."""
    limit = SPAN - SPAN % bound
    attempt = 0
    while True:
        text = f"{message}|{attempt}".encode()
        value = int.from_bytes(hmac.new(secret, text, hashlib.sha256).digest(), "big")
        if value < limit:
            return value % bound
        attempt += 1


def dealt(draw: dict[str, Any], pool: list[Any], secret: bytes) -> list[Any]:
    """What the secret says must have come out."""
    message = f"{draw['place']}|{draw['name']}"
    count = len(draw["out"])
    if draw["kind"] == "token":
        return [hmac.new(secret, f"{message}|token".encode(), hashlib.sha256).hexdigest()[:32]]
    if draw["kind"] == "roll":
        sides = pool[0]
        return [1 + number_below(sides, secret, f"{message}|{i}") for i in range(count)]
    left = list(pool)
    out = []
    for index in range(count):
        out.append(left.pop(number_below(len(left), secret, f"{message}|{index}")))
    return out


def faults_of_draw(draw: dict[str, Any], rests: dict[str, list[Any]], secret: bytes) -> list[str]:
    """What is wrong with one draw; keeps in `rests` what it left of its pool."""
    where = f"draw {draw['place']} ({draw['name']})"
    pool = rests.get(draw["name"]) if draw["of"] == "rest" else draw["of"]
    if pool is None:
        return [f"{where}: nothing is known to be left of this pool"]
    if draw["kind"] in ("draw", "shuffle") and len(draw["out"]) > len(pool):
        return [f"{where}: more came out than was in it"]
    wanted = dealt(draw, pool, secret)
    if draw["kind"] in ("draw", "shuffle"):
        left = list(pool)
        for item in wanted:
            left.remove(item)
        rests[draw["name"]] = left
    if draw["kind"] == "shuffle" and len(draw["out"]) != len(pool):
        return [f"{where}: not the whole pool was shuffled"]
    return [] if wanted == draw["out"] else [f"{where}: expected {wanted}, found {draw['out']}"]


def draws(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every draw in the record, in its order."""
    yield from record.get("seating", [])
    for entry in record["entries"]:
        yield from entry["drawn"]


def faults_of_order(record: dict[str, Any]) -> list[str]:
    """Entries are numbered without gaps; each draw stands in its entry, in rising places."""
    faults = []
    for expected, entry in enumerate(record["entries"], 1):
        if entry["number"] != expected:
            faults.append(f"entry {entry['number']}: number {expected} was to come")
        before = -1
        for draw in entry["drawn"]:
            owner, _, index = draw["place"].partition(".")
            if owner != str(entry["number"]) or not index.isdigit() or int(index) <= before:
                faults.append(f"entry {entry['number']}: draw {draw['place']} is out of place")
            else:
                before = int(index)
    return faults


def check(record: dict[str, Any]) -> tuple[list[str], int]:
    """What is wrong with a record, and how many draws were looked at."""
    secret = record["secret"].encode("ascii")
    faults = []
    if hashlib.sha256(secret).hexdigest() != record["seal"]:
        faults.append("seal: it was not made of this secret")
    faults += faults_of_order(record)
    rests: dict[str, list[Any]] = {}
    count = 0
    for draw in draws(record):
        faults += faults_of_draw(draw, rests, secret)
        count += 1
    return faults, count


def kept_seal(given: str) -> str:
    """The seal itself, 64 hexadecimal digits, or that of the receipt in a file of this name."""
    seal = given.strip().lower()
    if len(seal) == 64 and set(seal) <= set("0123456789abcdef"):
        return seal
    with open(given, encoding="utf-8") as file:
        return str(json.load(file)["seal"])


def faults_of_seal(record: dict[str, Any], kept: str) -> list[str]:
    """Another seal than the one that a player kept: the house has come with another secret."""
    if record["seal"] == kept:
        return []
    return [f"seal: the record has {record['seal']}, and you kept {kept}"]


def of_command_line(program: str, arguments: list[str]) -> tuple[str, str]:
    """The record's path, and the seal that was kept or "". Raises SystemExit for other words."""
    parser = argparse.ArgumentParser(prog=program, description="Checks the record of a match.")
    parser.add_argument("record", help="the record, as the house gives it when a match is over")
    parser.add_argument("--seal", default="", help="the seal you kept, or a receipt that holds it")
    wish = parser.parse_args(arguments)
    return wish.record, wish.seal


def main(arguments: list[str]) -> int:
    """Prints a line for each finding and a total. Returns the exit status."""
    path, given = of_command_line("verify.py", arguments)
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        faults, count = check(record)
        if given:
            faults += faults_of_seal(record, kept_seal(given))
        game = record.get("game", "")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        say(f"Record or receipt cannot be read: {type(error).__name__}: {error}")
        return 1
    for fault in faults:
        say(f"WRONG  {fault}")
    say(f"{count} draws and the seal checked, {len(faults)} faults.")
    if not given:
        say(NOT_COMPARED.format(seal=record["seal"]))
    say(NOT_CHECKED[""])
    if game in NOT_CHECKED:
        say(NOT_CHECKED[game])
    return 1 if faults else 0


def say(text: str) -> None:
    """A line to standard output."""
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Checks the record of a match, offline: python verify.py record.json --seal SEAL

Needs this one file and Python 3.9 or later. It checks that the secret is the one the seal was made
of, that seal and contributions are those that you kept while the match was played, and that every
draw follows from the secret and what players added to it. SEAL: the seal itself, or the file of a
receipt, which holds more. Exit status 0 if all of it holds, 1 if not, 2 if it was asked in other
words.
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
MADE_FROM = ("game", "rules", "began", "options", "content")
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
NO_HEAD = (
    "Not checked: that the log and what players added are what was shown while the match was "
    "played. A receipt that you kept after its start holds that: --seal RECEIPT."
)


def is_hex(text: Any) -> bool:
    """Whether it is 64 lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")


def added_to(record: dict[str, Any]) -> list[str]:
    """What players added, as it counts: what was not opened as it was announced."""
    return [one["opening"] or one["commitment"] for one in record.get("contributions", [])]


def key_of(record: dict[str, Any]) -> str:
    """What chance was dealt from: the secret, or SHA-256 of it and what players added to it.

    ASCII: the secret and the contributions in their order with "|" between them. A commitment that
    was not opened stands for its opening.
    """
    added = added_to(record)
    if not added:
        return str(record["secret"])
    return hashlib.sha256("|".join([record["secret"], *added]).encode("ascii")).hexdigest()


def faults_of_secret(record: dict[str, Any]) -> list[str]:
    """Seal and secret, and whether each contribution is the one that was announced."""
    faults = []
    if hashlib.sha256(record["secret"].encode("ascii")).hexdigest() != record["seal"]:
        faults.append("seal: it was not made of this secret")
    for number, one in enumerate(record.get("contributions", []), 1):
        commitment, opening = one["commitment"], one["opening"]
        if not is_hex(commitment) or (opening and not is_hex(opening)):
            faults.append(f"contribution {number}: not 64 hexadecimal digits")
        elif opening and hashlib.sha256(opening.encode("ascii")).hexdigest() != commitment:
            faults.append(f"contribution {number}: it is not the one that was announced")
    return faults


def number_below(bound: int, key: bytes, message: str) -> int:
    """A number from 0 to bound - 1 that the key fixes, every one equally likely."""
    limit = SPAN - SPAN % bound
    attempt = 0
    while True:
        text = f"{message}|{attempt}".encode()
        value = int.from_bytes(hmac.new(key, text, hashlib.sha256).digest(), "big")
        if value < limit:
            return value % bound
        attempt += 1


def dealt(draw: dict[str, Any], pool: list[Any], key: bytes) -> list[Any]:
    """What the key says must have come out."""
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
    """What is wrong with one draw; keeps in `rests` what it left of its pool."""
    where = f"draw {draw['place']} ({draw['name']})"
    pool = rests.get(draw["name"]) if draw["of"] == "rest" else draw["of"]
    if pool is None:
        return [f"{where}: nothing is known to be left of this pool"]
    if draw["kind"] in ("draw", "shuffle") and len(draw["out"]) > len(pool):
        return [f"{where}: more came out than was in it"]
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
    """What is wrong with the record of a match at a table, and how many draws were looked at."""
    faults, count = check_chance(record)
    return faults + faults_of_chain(record), count


def check_chance(record: dict[str, Any]) -> tuple[list[str], int]:
    """As `check`, without the chain: what records of every game have alike."""
    key = key_of(record).encode("ascii")
    faults = faults_of_secret(record) + faults_of_order(record)
    rests: dict[str, list[Any]] = {}
    count = 0
    for draw in draws(record):
        faults += faults_of_draw(draw, rests, key)
        count += 1
    return faults, count


def hashed(text: str) -> str:
    """SHA-256 of ASCII, in hex."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def linked(record: dict[str, Any]) -> int:
    """How many entries are in the chain of the log; all, where the record does not say it."""
    return int(record.get("linked", len(record["entries"])))


def chained(record: dict[str, Any]) -> bool:
    """Whether the log of this record has a chain. In the first form it could have gaps."""
    whole = "chain" in record or all("salt" in one or "digest" in one for one in record["entries"])
    return "head" in record and whole


def digest_of(entry: dict[str, Any]) -> str:
    """What stands for an entry in the chain; for an action that is never shown, what is told."""
    done = entry.get("digest") or hashed(f"{entry.get('salt', '')}|{canonical(entry['action'])}")
    return hashed(canonical([entry["number"], entry["seat"], entry["at"], done]))


def canonical(value: Any) -> str:
    """JSON as it is hashed: keys in their order, no blanks, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def links(record: dict[str, Any]) -> list[str]:
    """The chain of the log: each link hashes the one before, and the digest of its entry."""
    chain = [hashed("|".join(["chain", *first_of_chain(record), *added_to(record)]))]
    for entry in record["entries"]:
        chain.append(hashed(f"{chain[-1]}|{digest_of(entry)}"))
    return chain


def first_of_chain(record: dict[str, Any]) -> list[str]:
    """What the first link holds beside what players added.

    In the first form, of matches of before, the seal alone; now also what the match was made from.
    """
    if "chain" not in record:
        return [record["seal"]]
    made_from = {name: record[name] for name in MADE_FROM}
    return [str(record["chain"]), record["seal"], hashed(canonical(made_from))]


def faults_of_chain(record: dict[str, Any]) -> list[str]:
    """A log whose last link is not the one that the house wrote down with its last entry."""
    if not chained(record) or record["head"] in links(record)[linked(record) :][:1]:
        return []
    return ["log: it was changed, its chain does not end with its head"]


def of_chain(record: dict[str, Any]) -> str:
    """What the chain of the log holds, and what of it nobody can compare."""
    closed = sum("digest" in entry for entry in record["entries"])
    if not chained(record):
        return "The log has no chain: that it was not changed later is not checked."
    told = f"{closed} of its {len(record['entries'])} actions are never opened."
    return " ".join([f"The log is chained; {told}", *unbound(record)])


def unbound(record: dict[str, Any]) -> list[str]:
    """What the chain of this record does not hold, in a sentence each."""
    said = []
    if "chain" not in record:
        said.append("Options and texts of cards are not in its chain, which is of the first form.")
    if left := len(record["entries"]) - linked(record):
        said.append(f"Its last {left} entries are not in the chain: an older program wrote them.")
    return said


def kept_of(given: str) -> dict[str, Any]:
    """What a player kept: the seal itself, or the receipt in a file of this name."""
    seal = given.strip().lower()
    if is_hex(seal):
        return {"seal": seal}
    with open(given, encoding="utf-8") as file:
        return dict(json.load(file))


def faults_of_kept(record: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Where the record parts from what a player kept while the match was played."""
    faults = []
    if record["seal"] != kept["seal"]:
        faults.append(f"seal: the record has {record['seal']}, and you kept {kept['seal']}")
    if "contributions" in kept:
        faults += faults_of_added(record.get("contributions", []), kept)
    if kept.get("head") and not (
        chained(record) and kept["head"] in links(record)[: linked(record) + 1]
    ):
        faults.append("log: up to the head that you kept it is not what it was")
    return faults


def not_compared(record: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """What cannot be compared with what this player kept, in a sentence each."""
    if not kept:
        return [NOT_COMPARED.format(seal=record["seal"])]
    return [] if kept.get("head") else [NO_HEAD]


def faults_of_added(added: list[dict[str, Any]], kept: dict[str, Any]) -> list[str]:
    """What was added to chance is what the receipt says; one of the start may know less."""
    before = kept["contributions"]
    if [one["commitment"] for one in added] != [one["commitment"] for one in before]:
        return ["contributions: not those of your receipt"]
    faults = []
    for place, known in enumerate(before):
        opening = added[place]["opening"]
        if opening != known["opening"] and (known["opening"] or kept["started"]):
            faults.append(f"contribution {place + 1}: not opened as in your receipt")
    return faults


def of_added(record: dict[str, Any]) -> str:
    """How many players added to chance, and how many of them never opened what they announced."""
    added = record.get("contributions", [])
    closed = sum(not one["opening"] for one in added)
    if not added:
        return "No player added to chance: it follows from the secret of the house alone."
    return f"{len(added)} contributions of players are in the key, {closed} of them not opened."


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
        kept = kept_of(given) if given else {}
        if given:
            faults += faults_of_kept(record, kept)
        game = record.get("game", "")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        say(f"Record or receipt cannot be read: {type(error).__name__}: {error}")
        return 1
    for fault in faults:
        say(f"WRONG  {fault}")
    say(f"{count} draws and the seal checked, {len(faults)} faults.")
    say(of_added(record))
    say(of_chain(record))
    for sentence in not_compared(record, kept):
        say(sentence)
    say(NOT_CHECKED[""])
    if game in NOT_CHECKED:
        say(NOT_CHECKED[game])
    return 1 if faults else 0


def say(text: str) -> None:
    """A line to standard output."""
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

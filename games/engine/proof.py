"""Code shared by all verifiers of records.

It covers secrets, contributions, receipts and the command line. Each verifier is a one-file program
for players to download; `games.services.record` inserts this module in place of its import. It uses
only the standard library of Python 3.9, and shares no code with the programs that play matches.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable
from typing import Any

NOT_COMPARED = (
    "Not checked: that {seal} is the seal shown during the match. Compare it with the one you "
    "saved, or pass that one or your receipt: --seal SEAL."
)
NO_HEAD = (
    "Not checked: that {log} and the players' contributions are those shown during the match. A "
    "receipt that you saved after its start proves it: --seal RECEIPT."
)


def hashed(text: str) -> str:
    """Return the SHA-256 of an ASCII text, in hex."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def is_hex(text: Any) -> bool:
    """Return True if this is a text of 64 lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")


def added_to(record: dict[str, Any]) -> list[str]:
    """Return the players' contributions as they count for the key.

    A contribution that was not opened counts as its commitment.
    """
    return [one["opening"] or one["commitment"] for one in record.get("contributions", [])]


def key_of(record: dict[str, Any]) -> str:
    """Return the key that everything was dealt from.

    It is the secret itself, or, with contributions, the SHA-256 in hex of this ASCII text: the
    secret and the contributions in their order, with "|" between them. A commitment that was not
    opened takes the place of its opening.
    """
    added = added_to(record)
    if not added:
        return str(record["secret"])
    return hashed("|".join([record["secret"], *added]))


def faults_of_secret(record: dict[str, Any]) -> list[str]:
    """Return the faults of the seal, the secret and the contributions.

    The seal must belong to the secret, and each contribution to its commitment.
    """
    faults = []
    if hashed(record["secret"]) != record["seal"]:
        faults.append("seal: it was not made of this secret")
    for number, one in enumerate(record.get("contributions", []), 1):
        commitment, opening = one["commitment"], one["opening"]
        if not is_hex(commitment) or (opening and not is_hex(opening)):
            faults.append(f"contribution {number}: not 64 hexadecimal digits")
        elif opening and hashed(opening) != commitment:
            faults.append(f"contribution {number}: not the one that was announced")
    return faults


def kept_of(given: str) -> dict[str, Any]:
    """Return what a player kept: a seal, or the receipt in the file of this name."""
    seal = given.strip().lower()
    if is_hex(seal):
        return {"seal": seal}
    with open(given, encoding="utf-8") as file:
        return dict(json.load(file))


def faults_of_added(added: list[dict[str, Any]], kept: dict[str, Any]) -> list[str]:
    """Return the contributions that differ from those of a receipt."""
    before = kept["contributions"]
    if [one["commitment"] for one in added] != [one["commitment"] for one in before]:
        return ["contributions: not those of your receipt"]
    faults = []
    for place, known in enumerate(before):
        opening = added[place]["opening"]
        # A receipt from before the start knows the commitments, but not yet the openings.
        if opening != known["opening"] and (known["opening"] or kept["started"]):
            faults.append(f"contribution {place + 1}: not opened as in your receipt")
    return faults


def not_compared(record: dict[str, Any], kept: dict[str, Any], log: str) -> list[str]:
    """Return a sentence for each thing that this player's receipt cannot confirm.

    `log`: how the sentences call the log.
    """
    if not kept:
        return [NOT_COMPARED.format(seal=record["seal"])]
    return [] if kept.get("head") else [NO_HEAD.format(log=log)]


def of_added(record: dict[str, Any]) -> str:
    """Return a sentence on how many contributions there are, and how many are closed."""
    added = record.get("contributions", [])
    closed = sum(not one["opening"] for one in added)
    if not added:
        return "No player added randomness: everything follows from the site's secret alone."
    return f"The key contains {len(added)} contributions of players; {closed} were never opened."


def of_command_line(program: str, arguments: list[str]) -> tuple[str, str]:
    """Return the record's path, and the kept seal or "", from the command line.

    Raise `SystemExit` for invalid arguments.
    """
    parser = argparse.ArgumentParser(prog=program, description="Checks the record of a match.")
    parser.add_argument("record", help="the record, as downloaded from the site after the match")
    parser.add_argument(
        "--seal", default="", help="the seal you saved, or a receipt that contains it"
    )
    wish = parser.parse_args(arguments)
    return wish.record, wish.seal


def run(
    arguments: list[str],
    findings: Callable[[dict[str, Any], dict[str, Any] | None], tuple[list[str], list[str]]],
) -> int:
    """Print a line for each fault and each sentence. Return the exit status.

    `findings` returns the faults of a record, compared with what a player kept if that is given,
    and the sentences on it.
    """
    path, given = of_command_line("verify.py", arguments)
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        faults, sentences = findings(record, kept_of(given) if given else None)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        say(f"The record or the receipt cannot be read: {type(error).__name__}: {error}")
        return 1
    for line in [*(f"WRONG  {fault}" for fault in faults), *sentences]:
        say(line)
    return 1 if faults else 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")

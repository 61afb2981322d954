"""The hash chain of a log, which shows whether earlier entries were changed.

Each link hashes the previous link and a digest of its entry. A player who stored a link can later
verify everything before it. The first link also covers what the match was made from: rules, seats,
options and the texts of cards.

Actions are salted in the digest, so that a link reveals nothing of an entry that its reader may not
know. The salts are published with the record. Draws are not part of the chain: they follow from the
key, which the first link covers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.dealer import Contribution

FORM = 1  # the version of the chain, which a record states

_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def first_link(
    seal: str, contributions: Sequence[Contribution], made_from: Mapping[str, Any]
) -> str:
    """Return the first link of a match's log.

    It covers the seal, what the match was made from, and the players' contributions.
    """
    texts = [one.opening or one.commitment for one in contributions]
    made = _hashed(_canonical.encode(made_from))
    return _hashed("|".join(["chain", str(FORM), seal, made, *texts]))


def next_link(before: str, digest: str) -> str:
    """Return the link of an entry with this digest, given the previous link."""
    return _hashed(f"{before}|{digest}")


def digest_of_action(salt: str, action: Mapping[str, Any]) -> str:
    """Return the digest of an action, which also stands for one that stays secret."""
    return _hashed(f"{salt}|{_canonical.encode(action)}")


def digest_of_entry(number: int, seat: int | None, at: str, action: str) -> str:
    """Return the digest of a log entry.

    `at`: ISO text. `action`: the digest of the action.
    """
    # Of the action only its salted digest: otherwise guesses at the action could be checked.
    return _hashed(_canonical.encode([number, seat, at, action]))


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()

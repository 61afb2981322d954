"""The chain of a log: whoever kept one of its links sees whether anything before it was changed.

Each link hashes the one before and a digest of its entry. What was done is salted in it, so that a
link tells nothing of an entry that its reader may not know; the salts open with the record. What
chance gave is no part of it: that follows from the key, which the first link is made of.

The first link also holds what the match was made from: rules, seats, options, texts of cards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.dealer import Contribution

FORM = 1  # of the chain; a record says which one it has

_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def first_link(
    seal: str, contributions: Sequence[Contribution], made_from: Mapping[str, Any]
) -> str:
    """What the log of a match hangs on: seal, what it was made from, what players added."""
    texts = [one.opening or one.commitment for one in contributions]
    made = _hashed(_canonical.encode(made_from))
    return _hashed("|".join(["chain", str(FORM), seal, made, *texts]))


def next_link(before: str, digest: str) -> str:
    """The link of an entry with this digest, after this one."""
    return _hashed(f"{before}|{digest}")


def digest_of_action(salt: str, action: Mapping[str, Any]) -> str:
    """What stands for an action that a record never shows (a ballot)."""
    return _hashed(f"{salt}|{_canonical.encode(action)}")


def digest_of_entry(number: int, seat: int | None, at: str, action: str) -> str:
    """`at`: ISO text. `action`: its digest, without which nothing can be tried out on this one."""
    return _hashed(_canonical.encode([number, seat, at, action]))


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()

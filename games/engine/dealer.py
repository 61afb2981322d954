"""Sources of randomness: the dealer with its seal, logs, and seeded numbers.

Every draw is an HMAC-SHA-256 of its place and name under the match's key, with rejection sampling.
Anybody who has the key can repeat it; nobody can predict it before the key is published. The key is
the secret that the site has sealed, mixed with what players have contributed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Literal

from games.engine.base import Item, Value

_SPAN = 1 << 256


class Drawn(Value):
    """A draw, as the log stores it."""

    place: str  # "entry.number"
    kind: Literal["draw", "shuffle", "roll", "token"]
    name: str
    of: tuple[str | int, ...]  # the pool in its order; for dice, their number of sides
    out: tuple[str | int, ...]


def seal_of(secret: str) -> str:
    """Return the seal of a secret: SHA-256 of its ASCII text, in hex.

    The seal is public from the time the table is made.
    """
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


class Contribution(Value):
    """Randomness that a player's browser contributes to the match."""

    seat: int
    commitment: str  # SHA-256 of the ASCII of `opening`, shown before the start
    opening: str = ""  # 64 hexadecimal digits, shown at the start; "" if it was never opened


def mixed(secret: str, contributions: Sequence[Contribution]) -> str:
    """Return the key of a match.

    It is the secret itself, or, with contributions, the SHA-256 in hex of this ASCII text: the
    secret and each contribution, in the order of joining, with "|" between them. Each is 64
    lower-case hexadecimal digits. A commitment that was not opened takes the place of its opening.
    """
    if not contributions:
        return secret
    return seal_of("|".join([secret, *(one.opening or one.commitment for one in contributions)]))


def number_below(bound: int, key: str, message: str) -> int:
    """Return the number from 0 to `bound` - 1 that key and message determine.

    Every number is equally likely.
    """
    limit = _SPAN - _SPAN % bound
    attempt = 0
    while True:
        text = f"{message}|{attempt}".encode()
        value = int.from_bytes(hmac.digest(key.encode("ascii"), text, "sha256"), "big")
        if value < limit:
            return value % bound
        attempt += 1


class Dealer:
    """The randomness of one log entry.

    `drawn` collects the draws in order, for the log.
    """

    def __init__(self, key: str, entry: int) -> None:
        self._key = key
        self._entry = entry
        self.drawn: list[Drawn] = []

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        if not 0 <= count <= len(pool):
            raise ValueError(f"{name}: {count} of {len(pool)}")
        left = list(pool)
        place = self._place()
        out = [left.pop(self._below(len(left), place, name, i)) for i in range(count)]
        return self._note(place, "draw", name, pool, out)

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        left = list(items)
        place = self._place()
        out = [left.pop(self._below(len(left), place, name, i)) for i in range(len(items))]
        return self._note(place, "shuffle", name, items, out)

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        place = self._place()
        out = [1 + self._below(sides, place, name, i) for i in range(dice)]
        return self._note(place, "roll", name, [sides], out)

    def token(self, name: str) -> str:
        place = self._place()
        message = f"{place}|{name}|token".encode()
        out = hmac.digest(self._key.encode("ascii"), message, "sha256").hex()[:32]
        return str(self._note(place, "token", name, [], [out])[0])

    def _place(self) -> str:
        return f"{self._entry}.{len(self.drawn)}"

    def _below(self, bound: int, place: str, name: str, index: int) -> int:
        return number_below(bound, self._key, f"{place}|{name}|{index}")

    def _note(
        self, place: str, kind: Any, name: str, of: Sequence[Any], out: list[Any]
    ) -> tuple[Any, ...]:
        self.drawn.append(Drawn(place=place, kind=kind, name=name, of=tuple(of), out=tuple(out)))
        return tuple(out)


class Logged:
    """Randomness that repeats the draws of a log.

    A draw that does not match the log raises `ValueError`.
    """

    def __init__(self, outs: Sequence[tuple[str, tuple[Any, ...]]]) -> None:
        self._left: list[tuple[str, tuple[Any, ...]]] = list(reversed(outs))
        self.drawn: list[Drawn] = []

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        out = self._next(name)
        left = list(pool)
        for item in out:
            left.remove(item)
        return self._keep("draw", name, pool, out, count)

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        out = self._next(name)
        if sorted(map(str, out)) != sorted(map(str, items)):
            raise ValueError(f"{name}: not the same items")
        return self._keep("shuffle", name, items, out, len(items))

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return self._keep("roll", name, [sides], self._next(name), dice)

    def token(self, name: str) -> str:
        return str(self._keep("token", name, [], self._next(name), 1)[0])

    def done(self) -> bool:
        """Return True if every draw of the log has been asked for."""
        return not self._left

    def _next(self, name: str) -> tuple[Any, ...]:
        if not self._left or self._left[-1][0] != name:
            raise ValueError(f"the log holds no draw of {name} here")
        return self._left.pop()[1]

    def _keep(
        self, kind: Any, name: str, of: Sequence[Any], out: tuple[Any, ...], n: int
    ) -> tuple[Any, ...]:
        if len(out) != n:
            raise ValueError(f"{name}: {len(out)} drawn, {n} asked")
        self.drawn.append(Drawn(place="", kind=kind, name=name, of=tuple(of), out=tuple(out)))
        return out


class Seeded:
    """Randomness for bots in simulations and tests.

    The same seed gives the same numbers.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def below(self, bound: int) -> int:
        self._count += 1
        digest = hashlib.sha256(f"{self._seed}|{self._count}".encode()).digest()
        return int.from_bytes(digest, "big") % bound

"""What answers chance: the dealer with its seal, the log, and seeded randomness for bots.

Every draw is HMAC-SHA-256 of the match's key over the draw's place and name, with rejection
sampling, so that whoever has the key can repeat it, and nobody can before it is shown. The key is
the secret that the house sealed, mixed with what players added to it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Literal

from games.engine.base import Item, Value

_SPAN = 1 << 256


class Drawn(Value):
    """One answer of chance, as it stands in the log.

    `place`: "entry.number". `of`: the pool in its order (for dice: their number of sides).
    """

    place: str
    kind: Literal["draw", "shuffle", "roll", "token"]
    name: str
    of: tuple[str | int, ...]
    out: tuple[str | int, ...]


def seal_of(secret: str) -> str:
    """What is shown from the making of the table on: SHA-256 of the secret's ASCII, in hex."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


class Contribution(Value):
    """What the browser of a player added to chance.

    `commitment`: SHA-256 of the ASCII of `opening`, shown before the start. `opening`: 64
    hexadecimal digits, shown at the start; "" where it was not opened.
    """

    seat: int
    commitment: str
    opening: str = ""


def mixed(secret: str, contributions: Sequence[Contribution]) -> str:
    """The key of a match: the secret itself, or SHA-256 of it and what was added, in hex.

    What is hashed is ASCII: the secret and each contribution, in the order of joining, 64
    lower-case hexadecimal digits each, with "|" between them. A commitment that was not opened
    stands for its opening.
    """
    if not contributions:
        return secret
    return seal_of("|".join([secret, *(one.opening or one.commitment for one in contributions)]))


def number_below(bound: int, key: str, message: str) -> int:
    """A number from 0 to `bound` - 1 that the key fixes; every one equally likely."""
    limit = _SPAN - _SPAN % bound
    attempt = 0
    while True:
        text = f"{message}|{attempt}".encode()
        value = int.from_bytes(hmac.digest(key.encode("ascii"), text, "sha256"), "big")
        if value < limit:
            return value % bound
        attempt += 1


class Dealer:
    """Chance for one log entry. `drawn` fills as it is asked; it goes into the log."""

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
    """Chance that repeats what a log says came out. Raises `ValueError` where they part."""

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
        """Whether everything the log holds was asked for."""
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
    """Randomness for bots in simulations and tests: the same seed, the same numbers."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = 0

    def below(self, bound: int) -> int:
        self._count += 1
        digest = hashlib.sha256(f"{self._seed}|{self._count}".encode()).digest()
        return int.from_bytes(digest, "big") % bound

"""The worked examples of the rules, and changes that must make them fail."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from auctions.title import VENICE
from games.blanks.title import BLANKS
from games.engine.base import Title
from games.interop.title import INTEROP
from games.merchants.title import MERCHANTS

FOLDER = Path(__file__).parents[1] / "examples"
Steps = tuple[Any, ...]


@dataclass(frozen=True)
class Worked:
    """The worked examples of one game."""

    title: Title
    # The document around the cases.
    frame: Mapping[str, Any]
    # Keys below which a case states its expectations.
    told: frozenset[str]
    # Keys of partial expectations, which another value need not contradict.
    partly: frozenset[str] = frozenset()

    @cached_property
    def documents(self) -> dict[str, Any]:
        """The documents by the names of their files ("blanks", "blanks-house")."""
        found = sorted(FOLDER.glob(f"{self.title.slug}*.json"))
        return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in found}

    def cases(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield each case with its name."""
        for name, document in self.documents.items():
            for case in document["cases"]:
                yield f"{name}-{case['id']}", case

    def fault_of(self, case: Mapping[str, Any]) -> str:
        (result,) = self.title.run_examples({**self.frame, "cases": [case]})
        return result.fault

    def expectations(self, case: Mapping[str, Any]) -> Iterator[Steps]:
        """Yield the paths of the values that a case expects."""
        for path in leaves(case):
            if self.told & set(path) and not self.partly & set(path):
                yield path


WORKED = {
    "blanks": Worked(
        BLANKS,
        {"format": "blanks-examples", "version": 1},
        told=frozenset({"expect", "error"}),
        partly=frozenset({"hand_within"}),
    ),
    "merchants": Worked(
        MERCHANTS,
        {"game": "Merchant Kings"},
        told=frozenset({"expect", "expect_before", "illegal"}),
    ),
    "interop": Worked(
        INTEROP,
        {"game": "interop"},
        told=frozenset({"expect", "expect_before", "error", "plays"}),
        partly=frozenset({"row_lacks"}),
    ),
    "venice": Worked(
        VENICE, {"game": "venice", "set": "test", "version": 1}, told=frozenset({"expect"})
    ),
}


def leaves(value: Any, path: Steps = ()) -> Iterator[Steps]:
    """Yield the paths of keys and indices to all values that contain no others."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list) and value:
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    else:
        yield path


def altered(case: Mapping[str, Any], path: Steps) -> dict[str, Any]:
    """Return the case with another value at this path."""
    changed = copy.deepcopy(dict(case))
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = _other(place[path[-1]])
    return changed


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}-not"
    return {"x": 1} if value == {} else ["x"]

"""Changing one thing in a worked example, to see that it is compared."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

Path = tuple[Any, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of keys and places to everything that holds nothing more."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list) and value:
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    else:
        yield path


def altered(case: dict[str, Any], path: Path) -> dict[str, Any]:
    """The case with something else there."""
    changed = copy.deepcopy(case)
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

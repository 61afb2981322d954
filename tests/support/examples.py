"""The worked examples of the house, and changing one thing in them, to see that it is compared."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "examples"
Steps = tuple[Any, ...]


def documents(game: str) -> dict[str, Any]:
    """By name: "blanks", "blanks-house"."""
    found = sorted(FOLDER.glob(f"{game}*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in found}


def each_case(found: Mapping[str, Any]) -> pytest.MarkDecorator:
    """The test runs once for each case of these documents."""
    cases = [
        pytest.param(case, id=f"{name}-{case['id']}")
        for name, document in found.items()
        for case in document["cases"]
    ]
    return pytest.mark.parametrize("case", cases)


def leaves(value: Any, path: Steps = ()) -> Iterator[Steps]:
    """The paths of keys and places to everything that holds nothing more."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list) and value:
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    else:
        yield path


def altered(case: dict[str, Any], path: Steps) -> dict[str, Any]:
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

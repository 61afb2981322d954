"""Reading a pack from JSON (rules 20)."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from games.blanks.rules.packs.check import Checker, RawCard
from games.blanks.rules.packs.model import FORMAT, MARKER, VERSION, Parsed, refused

MOST_BYTES = 512 * 1024


def parse_json(data: bytes, *, blocked: Collection[str] = ()) -> Parsed:
    """The pack in these bytes, or every fault there is. `blocked`: words not allowed."""
    if len(data) > MOST_BYTES:
        return refused("", "too_big")
    try:
        text = data.decode("utf-8-sig")
        raw = json.loads(text, parse_constant=_no_number)
    except UnicodeDecodeError:
        return refused("", "not_utf8")
    except json.JSONDecodeError as error:
        return refused(f"line {_line_of(text, error)}", "bad_json")
    except (ValueError, RecursionError):
        return refused("", "bad_json")
    if not _is_pack(raw):
        return refused("", "bad_format")
    return _checked(raw, Checker(blocked))


def _line_of(text: str, error: json.JSONDecodeError) -> int:
    """Where a person would look: a comma that lacks, or is too many, stands before the error."""
    before = text[: error.pos].rstrip()
    is_comma = error.msg.startswith("Expecting ',' delimiter") or before.endswith(",")
    return before.count("\n") + 1 if is_comma else error.lineno


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _is_pack(raw: Any) -> bool:
    return (
        isinstance(raw, dict)
        and raw.get("format") == FORMAT
        and type(raw.get("version")) is int
        and raw["version"] == VERSION
        and raw.get("blank", MARKER) == MARKER
        and all(isinstance(raw.get(colour, []), list) for colour in ("black", "white"))
    )


def _checked(raw: dict[str, Any], checker: Checker) -> Parsed:
    name, language, age = checker.heading(raw.get("name"), raw.get("language"), raw.get("min_age"))
    heading = {
        "name": name,
        "language": language,
        "min_age": age,
        **{field: checker.optional(field, raw.get(field)) for field in _OPTIONAL},
    }
    cards = [
        _card(checker, colour, place, card)
        for colour in ("black", "white")
        for place, card in enumerate(raw.get(colour, []))
    ]
    return checker.finish(heading, [card for card in cards if card is not None])


_OPTIONAL = ("description", "author", "licence")


def _card(checker: Checker, colour: str, number: int, raw: Any) -> RawCard | None:
    place = f"{colour}[{number}]"
    if not isinstance(raw, dict):
        checker.fault(place, "bad_type")
        return None
    known = {field: raw.get(field) for field in ("text", "pick", "draw", "id")}
    return RawCard(place=place, colour=colour, **known)

"""The documentation page of the API, rendered from the OpenAPI document without scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from chat.core.field_errors import from_to

Schema = Mapping[str, Any]


class Word(NamedTuple):
    """A piece of text. `link`: the id of what it leads to."""

    text: str
    link: str = ""
    code: bool = False


Words = Sequence[Word]


@dataclass(frozen=True)
class Field:
    """A parameter of a request, or a field of a type."""

    name: str
    type: Words
    required: bool
    default: str  # as JSON writes it, "" if there is none
    notes: Words


@dataclass(frozen=True)
class Operation:
    """A method of an address."""

    id: str
    tag: str
    method: str
    path: str
    scope: str
    summary: Words
    notes: Words
    parameters: Sequence[Field]
    body: Words  # the type of what is sent, "" if nothing is
    answer: Words


@dataclass(frozen=True)
class NamedType:
    """A type with its fields. `cases`: what else it must fit, by name, such as by game."""

    id: str
    name: str
    notes: Words
    fields: Sequence[Field]
    cases: Mapping[str, Sequence[Field]]


def about(document: Schema) -> list[Words]:
    """Return the paragraphs that hold for all operations."""
    return [*map(_prose, document["info"]["description"].split("\n\n"))]


def operations(document: Schema) -> list[tuple[str, list[Operation]]]:
    """Return the operations of each tag, in the order of their first addresses."""
    found = [
        _operation(path, method, told)
        for path, methods in document["paths"].items()
        for method, told in methods.items()
        if method in ("get", "post")
    ]
    tags = list(dict.fromkeys(one.tag for one in found))
    found.sort(key=lambda one: tags.index(one.tag))
    return [(tag, list(those)) for tag, those in groupby(found, lambda one: one.tag)]


def types(document: Schema) -> list[NamedType]:
    """Return all named types, sorted by name."""
    schemas = document["components"]["schemas"]
    found = [
        NamedType(
            id=_id(name),
            name=_label(name),
            notes=_prose(schema.get("description", "")),
            fields=[*_fields(schema)],
            cases={one["title"]: [*_fields(one)] for one in schema.get("oneOf", ())},
        )
        for name, schema in schemas.items()
    ]
    return sorted(found, key=lambda one: one.name.lower())


def _operation(path: str, method: str, told: Schema) -> Operation:
    asked = told.get("parameters", ())
    # One text describes all values of a query, so it is shown once.
    shared = {one["description"] for one in asked if one["in"] == "query"}
    good = next(one for status, one in told["responses"].items() if status.startswith("2"))
    return Operation(
        id=told["operationId"],
        tag=told["tags"][0],
        method=method.upper(),
        path=path,
        scope=told["security"][0]["token"][0],
        summary=_prose(told["summary"]),
        notes=_prose("\n".join([told.get("description", ""), *shared])),
        parameters=[_field(one["name"], one, one["schema"], shared) for one in asked],
        body=_content(told.get("requestBody", {})),
        answer=_content(good),
    )


def _content(told: Schema) -> Words:
    content = told.get("content", {})
    return _type(next(iter(content.values()))["schema"]) if content else []


def _fields(schema: Schema) -> Iterator[Field]:
    required = schema.get("required", ())
    for name, one in schema.get("properties", {}).items():
        yield _field(name, {"required": name in required, **one}, one)


def _field(name: str, told: Schema, schema: Schema, shared: set[str] | None = None) -> Field:
    text = told.get("description", "")
    title = schema.get("title", "")
    words = "" if text in (shared or ()) else f"{title}. {text}" if title else text
    return Field(
        name=name,
        type=_type(schema),
        required=told.get("required", False),
        default=_json(schema["default"]) if "default" in schema else "",
        notes=_prose(words),
    )


def _type(schema: Schema) -> list[Word]:
    """Return a type in words, with links to the types that it is made of."""
    if ref := schema.get("$ref"):
        name = ref.rpartition("/")[2]
        return [Word(_label(name), link=_id(name))]
    if several := schema.get("anyOf"):
        return _joined(map(_type, several), _(" or "))
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return _joined(([Word(_json(one), code=True)] for one in values), ", ")
    kind = schema.get("type", _("any value"))
    words = [Word(kind if isinstance(kind, str) else _(" or ").join(kind))]
    if kind == "array":
        words = [Word(_("list of ")), *_type(schema.get("items") or {})]
    return [*words, Word(_bounds(schema))]


def _joined(several: Iterable[list[Word]], between: str) -> list[Word]:
    first, *rest = several
    return [*first, *chain.from_iterable([Word(between), *one] for one in rest)]


def _bounds(schema: Schema) -> str:
    """Return the bounds of numbers, lengths or lists in words, "" for none."""
    for least, most, words in (
        ("minimum", "maximum", "{}"),
        ("minLength", "maxLength", _("{} characters")),
        ("minItems", "maxItems", _("{} items")),
    ):
        low, high = schema.get(least), schema.get(most)
        if low is not None and high is not None:
            return ", " + words.format(from_to(low, high))
        if low is not None:
            return ", " + words.format(_("at least %(n)s") % {"n": low})
        if high is not None:
            return ", " + words.format(_("at most %(n)s") % {"n": high})
    return f" ({schema['format']})" if "format" in schema else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _label(name: str) -> str:
    """Return a type's name, with the game's if several games have such a type."""
    *path, last = name.split(".")
    return f"{last} ({path[1]})" if path else last


def _id(name: str) -> str:
    return "type-" + name.replace(".", "-")


def _prose(text: str) -> Words:
    """Return the words of a docstring, in which code is between backticks."""
    pieces = " ".join(text.split()).split("`")
    return [Word(piece, code=bool(n % 2)) for n, piece in enumerate(pieces) if piece]

"""Sentences about data that do not fit a type: the field, and the values it allows.

`options.target_score: 0 to 50`. All of it is read from the type, so no bound is written twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import inspect

_ERROR = re.compile(r"(.*?)(?: - at `([^`]*)`)?", re.DOTALL)  # what, and where
_STEP = re.compile(r"\.([^.\[]+)|\[([^\]]*)\]")  # of a path: a field, or an item
_NAME = re.compile(r"Object (?:missing required|contains unknown) field `(.*)`", re.DOTALL)
_PARSED = "parsed_"  # the fields that an endpoint's path, query, headers and body are read into
LONGEST = 100  # characters of a name that is repeated


def explain(error: msgspec.ValidationError, kind: Any, *, within: str = "") -> str:
    """Return a sentence that names the first field that is wrong and what it allows.

    `kind`: the type that the data do not fit. `within`: the name of the field that holds the data.
    """
    found = _ERROR.fullmatch(str(error))
    assert found is not None
    names = [within] if within else []
    place = inspect.type_info(kind)
    for name, item in _STEP.findall(found[2] or ""):
        place = _inside(place, name) or inspect.AnyType()
        if name and not name.startswith(_PARSED):
            names.append(name)
        elif item.isdigit():
            names.append(item)
    if (named := _NAME.fullmatch(found[1])) is None:
        return allow(".".join(names), _allowed(place))
    where = ".".join([*names, named[1][:LONGEST]])
    if "unknown" in found[1]:
        return unknown(where, _known(place))
    field = _inside(place, named[1]) or inspect.AnyType()
    return _("%(field)s is missing. Allowed: %(allowed)s") % {
        "field": where,
        "allowed": _allowed(field),
    }


def allow(field: str, allowed: object) -> str:
    """Return a sentence on what a field allows."""
    return _("%(field)s: %(allowed)s") % {"field": field or _("the body"), "allowed": allowed}


def unknown(field: str, known: Iterable[str]) -> str:
    """Return a sentence on a field or value that does not exist. `known`: those that do."""
    names = {"field": field, "known": ", ".join(known) or _("none")}
    return _("%(field)s is unknown. Known: %(known)s") % names


def from_to(least: int, most: int) -> str:
    """Return these bounds in words."""
    if least == most:
        return str(least)
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def _inside(place: Any, name: str) -> Any:
    """Return the type of this field, or of the items if `name` is ""; None if there is none."""
    match place:
        case inspect.Metadata():
            return _inside(place.type, name)
        case inspect.UnionType():
            found = [one for each in place.types if (one := _inside(each, name)) is not None]
            if found and all(map(_values, found)):  # the tags of several types
                return inspect.UnionType(tuple(found))
            return next(iter(found), None)
        case inspect.StructType() if name and place.tag_field == name:
            return inspect.LiteralType((place.tag,))
        case inspect.StructType():
            return next((one.type for one in place.fields if one.encode_name == name), None)
        case inspect.CollectionType():
            return None if name else place.item_type
        case inspect.DictType():
            return place.value_type
    return None


def _known(place: Any) -> Iterator[str]:
    """Yield the names of the fields of this type."""
    match place:
        case inspect.Metadata():
            yield from _known(place.type)
        case inspect.UnionType():
            for one in place.types:
                yield from _known(one)
        case inspect.StructType():
            yield from (one.encode_name for one in place.fields)


def _allowed(place: Any) -> str:
    """Return the values that this type allows, in words."""
    if values := _values(place):
        return ", ".join(str(value) for value in values if value != "")
    match place:
        case inspect.Metadata():
            return _allowed(place.type)
        case inspect.UnionType():
            *some, last = map(_allowed, place.types)
            return _("%(one)s or %(other)s") % {"one": ", ".join(some), "other": last}
        case inspect.IntType():
            return _number(place)
        case inspect.StrType():
            return _text(place)
        case inspect.CollectionType():
            return _list(place)
    return next((str(words) for kind, words in _WORDS.items() if isinstance(place, kind)), "")


def _values(place: Any) -> Sequence[object]:
    """Return the values that this type lists; empty if it does not list them."""
    match place:
        case inspect.Metadata():
            return (place.extra_json_schema or {}).get("enum") or _values(place.type)
        case inspect.LiteralType():
            return place.values
        case inspect.EnumType():
            return [one.value for one in place.cls]
        case inspect.UnionType() if all(map(_values, place.types)):
            return [value for one in place.types for value in _values(one)]
    return ()


_WORDS: dict[type, Any] = {
    inspect.BoolType: gettext_lazy("true or false"),
    inspect.NoneType: "null",
    inspect.DateTimeType: gettext_lazy("a date and time with its zone"),
    inspect.StructType: gettext_lazy("an object"),
    inspect.DictType: gettext_lazy("an object"),
}


def _number(place: inspect.IntType) -> str:
    least = place.ge if place.gt is None else place.gt + 1
    most = place.le if place.lt is None else place.lt - 1
    if least is not None and most is not None:
        return from_to(least, most)
    if least is not None:
        return _("a whole number from %(least)s") % {"least": least}
    return _("a whole number")


def _text(place: inspect.StrType) -> str:
    bounds = {"least": place.min_length or 0, "most": place.max_length, "like": place.pattern}
    if place.pattern and place.max_length:
        return _("text of %(least)s to %(most)s characters that matches %(like)s") % bounds
    if place.pattern:
        return _("text that matches %(like)s") % bounds
    if place.max_length:
        return _("text of %(least)s to %(most)s characters") % bounds
    return _("text")


def _list(place: inspect.CollectionType) -> str:
    if place.max_length is None:
        return _("a list")
    bounds = {"least": place.min_length or 0, "most": place.max_length}
    return (
        ngettext(
            "a list of %(least)s to %(most)s item",
            "a list of %(least)s to %(most)s items",
            place.max_length,
        )
        % bounds
    )

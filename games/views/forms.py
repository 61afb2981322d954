"""From a posted form to the raw form of an action."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from django.http import HttpRequest, QueryDict
from django.utils import timezone

from games.refusals import HouseCode, Refusal

_MOST_VALUES = 200


@cache
def _fields(action_type: Any) -> dict[str, dict[str, bool]]:
    """For each action's tag: its fields, and whether each is a list."""
    found = {}
    for kind in get_args(action_type) or (action_type,):
        hints = get_type_hints(kind)
        found[kind.__struct_config__.tag] = {
            name: get_origin(hints[name]) in (tuple, list) for name in kind.__struct_fields__
        }
    return found


def commitment_of(request: HttpRequest) -> str:
    """To what the browser adds to chance, "" for none: scripts put it into forms that sit down."""
    return request.POST.get("commitment", "")


def moment_of(text: str) -> datetime | None:
    """A moment, or a day, which begins by the clock of whoever says so; None where none is said.

    Raises `Refusal("bad_pause")` for what is neither.
    """
    if not text:
        return None
    try:
        said = datetime.fromisoformat(text)
    except ValueError:
        raise Refusal(HouseCode.BAD_PAUSE) from None
    return said if said.tzinfo else timezone.make_aware(said)


def raw_action(post: QueryDict, action_type: Any) -> dict[str, Any]:
    """The posted action with its fields; fields the action does not have are left out.

    Raises `Refusal("malformed")` for an action that the game does not have.
    """
    tag = post.get("action", "")
    fields = _fields(action_type).get(tag)
    if fields is None:
        raise Refusal(HouseCode.MALFORMED)
    raw: dict[str, Any] = {"action": tag}
    for name, many in fields.items():
        values = [value for value in post.getlist(name) if value != ""]
        if len(values) > _MOST_VALUES:
            raise Refusal(HouseCode.MALFORMED)
        if many:
            raw[name] = values
        elif values:
            raw[name] = values[-1]
    return raw

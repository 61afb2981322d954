"""Choices as data: sampling and checking answers, for bots, forms and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.base import Bound, Choice, Field, Number, Pick, Randomness

_TRIES = 200


def sample(choice: Choice, chance: Randomness) -> dict[str, Any] | None:
    """Return a random raw answer to this choice, or None if none was found.

    Only a bound can rule out an answer; other answers are then tried, a limited number of times.
    """
    for _ in range(_TRIES):
        answer = {field.name: _sample_field(field, chance) for field in choice.fields}
        if choice.bound is None or within(choice.bound, choice.fields, answer):
            return {"action": choice.action, **choice.given, **answer}
    return None


def sample_any(choices: Sequence[Choice], chance: Randomness) -> dict[str, Any] | None:
    """Return a random answer to one of these choices, or None if there is none.

    Every choice is equally likely, unless no answer to it is found.
    """
    left = list(choices)
    while left:
        answer = sample(left.pop(chance.below(len(left))), chance)
        if answer is not None:
            return answer
    return None


def allows(choice: Choice, answer: Mapping[str, Any]) -> bool:
    """Return True if this raw answer is a legal way of taking the choice."""
    names = {"action", *choice.given, *(field.name for field in choice.fields)}
    return (
        set(answer) == names
        and answer["action"] == choice.action
        and all(answer[name] == value for name, value in choice.given.items())
        and all(_fits(field, answer[field.name]) for field in choice.fields)
        and (choice.bound is None or within(choice.bound, choice.fields, answer))
    )


def within(bound: Bound, fields: Sequence[Field], answer: Mapping[str, Any]) -> bool:
    """Return True if the weights of an answer add up to a sum within the bound."""
    total = 0
    for field in fields:
        weights = bound.weights.get(field.name)
        if weights is None:
            continue
        if isinstance(field, Number):
            total += weights[0] * int(answer[field.name])
        elif isinstance(field, Pick):
            total += sum(weights[field.of.index(item)] for item in _items(field, answer))
    return bound.least <= total <= bound.most


def _items(field: Pick, answer: Mapping[str, Any]) -> list[str]:
    value = answer[field.name]
    items = [value] if field.single else list(value)
    return [item.rpartition(":")[0] if field.modes else item for item in items]


def _sample_field(field: Field, chance: Randomness) -> Any:
    if isinstance(field, Number):
        return field.least + chance.below(field.most - field.least + 1)
    if isinstance(field, Pick):
        return _sample_pick(field, chance)
    length = field.least + chance.below(min(field.most - field.least, 20) + 1)
    return "".join(chr(97 + chance.below(26)) for _ in range(length))


def _sample_pick(field: Pick, chance: Randomness) -> Any:
    most = min(field.most, len(field.of))
    count = field.least + chance.below(most - field.least + 1)
    left = list(field.of)
    items = [left.pop(chance.below(len(left))) for _ in range(count)]
    if not field.ordered:
        items.sort(key=field.of.index)
    if field.modes:
        items = [_in_a_mode(field, item, chance) for item in items]
    return items[0] if field.single else items


def _in_a_mode(field: Pick, item: str, chance: Randomness) -> str:
    modes = modes_of(field, item)
    return f"{item}:{modes[chance.below(len(modes))]}"


def modes_of(field: Pick, item: str) -> tuple[str, ...]:
    """Return the modes in which this item of the pick can be given."""
    return field.modes_of[field.of.index(item)] if field.modes_of else field.modes


def _fits(field: Field, value: Any) -> bool:
    if isinstance(field, Number):
        return type(value) is int and field.least <= value <= field.most
    if isinstance(field, Pick):
        return _fits_pick(field, value)
    return isinstance(value, str) and field.least <= len(value) <= field.most


def _fits_pick(field: Pick, value: Any) -> bool:
    items = [value] if field.single else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        return False
    names = [item.rpartition(":")[0] for item in items] if field.modes else items
    return (
        field.least <= len(items) <= field.most
        and len(set(names)) == len(names)
        and all(name in field.of for name in names)
        and (not field.modes or all(_mode_fits(field, item) for item in items))
    )


def _mode_fits(field: Pick, item: str) -> bool:
    name, _, mode = item.rpartition(":")
    return mode in modes_of(field, name)

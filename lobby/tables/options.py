"""From the types of a game's options to form fields: titles, hints and bounds are in the types."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext
from msgspec import inspect

from lobby.tables.lists import label_of

Choices = list[tuple[str, str]]
SIDE_BY_SIDE = 9


def option_name(name: str) -> str:
    """The name of an option's form field: apart from the table's own."""
    return f"option_{name}"


def field_for(option: Any, choices: Choices | None = None) -> forms.Field:
    """The field of one option. Raises `TypeError` for a type that no form can ask for.

    `choices`: (value, label) pairs where the values live in the database.
    """
    kind: Any = option.type
    said: dict[str, Any] = getattr(kind, "extra_json_schema", None) or {}
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    begins = option.default
    if begins is msgspec.NODEFAULT:
        no_factory = option.default_factory is msgspec.NODEFAULT
        begins = None if no_factory else option.default_factory()
    hint = said.get("description", "")
    common: dict[str, Any] = {
        "label": label_of(option),
        "help_text": _(hint) if hint else "",
        "initial": begins,
    }
    return _field(kind, common, choices)


def _field(kind: Any, common: dict[str, Any], choices: Choices | None) -> forms.Field:
    match kind:
        case inspect.IntType():
            return _number(kind, common)
        case inspect.BoolType():
            return forms.BooleanField(required=False, **common)
        case inspect.LiteralType():
            return _one_of(choices or _worded(kind.values), common)
        case inspect.EnumType():
            return _one_of(choices or _worded([m.value for m in kind.cls]), common)
        case inspect.StrType() if choices is not None:
            return _one_of(choices, common)
        case inspect.StrType():
            least = kind.min_length or 0
            return forms.CharField(
                min_length=least, max_length=kind.max_length, required=least > 0, **common
            )
        case inspect.VarTupleType():
            item = kind.item_type
            item = item.type if isinstance(item, inspect.Metadata) else item
            values = getattr(item, "values", None)
            if choices is None and values is None:
                raise TypeError("a list of free values needs choices")
            return SomeOf(choices or _worded(values), kind.min_length or 0, kind.max_length, common)
    raise TypeError(f"no form field for {kind}")


def _number(kind: inspect.IntType, common: dict[str, Any]) -> forms.Field:
    low = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return forms.IntegerField(min_value=low, max_value=high, step_size=kind.multiple_of, **common)


def _worded(values: Any) -> Choices:
    return [(str(value), _(str(value).replace("_", " ").capitalize())) for value in values]


def _one_of(choices: Choices, common: dict[str, Any]) -> forms.Field:
    """Radio buttons for a few choices, a select for many (time zones)."""
    widget = forms.RadioSelect if len(choices) <= SIDE_BY_SIDE else LongSelect
    return forms.ChoiceField(choices=choices, widget=widget, **common)


class LongSelect(forms.Select):
    """For hundreds of choices: Django draws each with a template, which took most of a page."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = set(self.format_value(value))
        options = (
            (flatatt({"value": one, "selected": str(one) in chosen}), label)
            for one, label in self.choices
        )
        said = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        drawn = format_html_join("", "<option{}>{}</option>", options)
        return format_html("<select{}>{}</select>", said, drawn)


class SomeOf(forms.MultipleChoiceField):
    """Several of a list, between a least and a most."""

    def __init__(
        self, choices: Choices, least: int, most: int | None, common: dict[str, Any]
    ) -> None:
        self.least, self.most = least, most
        super().__init__(
            choices=choices, widget=forms.CheckboxSelectMultiple, required=least > 0, **common
        )

    def validate(self, value: Any) -> None:
        super().validate(value)
        if len(value) < self.least:
            text = ngettext("Choose at least %(n)s.", "Choose at least %(n)s.", self.least)
            raise forms.ValidationError(text % {"n": self.least})
        if self.most is not None and len(value) > self.most:
            text = ngettext("Choose at most %(n)s.", "Choose at most %(n)s.", self.most)
            raise forms.ValidationError(text % {"n": self.most})

"""The form of a table, with fields for its settings and the game's options."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django import forms
from django.contrib.auth import get_user_model
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import inspect
from msgspec.structs import asdict

from chat.core.name_keys import exact_key
from games.engine.base import Preset
from games.engine.codec import struct_fields
from games.models import SETTINGS, Match, TableSettings, usual_settings
from games.refusals import Refusal
from games.registry import Game
from games.services.table_access import most_seats
from games.services.tables import TableWish, clean_name, fixed_settings
from lobby.accounts.browsers import zones
from lobby.accounts.zone_field import ZoneField
from lobby.names import normalise_name
from lobby.tables.lists import label_of, usual_name

# --- Fields for a game's options
#
# The types of the options carry their titles, hints and bounds.


Choices = list[tuple[str, str]]
SIDE_BY_SIDE = 9  # most choices shown as radio buttons


def option_name(name: str) -> str:
    """Return the name of an option's field, distinct from the table's own fields."""
    return f"option_{name}"


def field_for(option: Any, choices: Choices | None = None) -> forms.Field:
    """Return the form field of an option.

    `choices` are (value, label) pairs if the values are in the database. Raise `TypeError` if no
    field fits the type.
    """
    kind: Any = option.type
    schema: dict[str, Any] = getattr(kind, "extra_json_schema", None) or {}
    extra: dict[str, Any] = {}
    if isinstance(kind, inspect.Metadata):
        extra = kind.extra or {}
        choices = extra.get("choices", choices)
        kind = kind.type
    begins = option.default
    if begins is msgspec.NODEFAULT:
        no_factory = option.default_factory is msgspec.NODEFAULT
        begins = None if no_factory else option.default_factory()
    hint = schema.get("description", "")
    common: dict[str, Any] = {
        "label": label_of(option),
        "help_text": _(hint) if hint else "",
        "initial": begins,
    }
    return ZoneField(zones(), **common) if extra.get("zone") else _field(kind, common, choices)


def _field(kind: Any, common: dict[str, Any], choices: Choices | None) -> forms.Field:
    match kind:
        case inspect.IntType():
            return _number(kind, common)
        case inspect.BoolType():
            return forms.BooleanField(required=False, **common)
        case inspect.LiteralType():
            return _one_of(choices or _worded(kind.values), common, coerce=type(kind.values[0]))
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


def _one_of(choices: Any, common: dict[str, Any], coerce: Any = str) -> forms.Field:
    """Return a field of radio buttons, or a select if there are many choices."""
    widget = forms.RadioSelect if len(choices) <= SIDE_BY_SIDE else forms.Select
    return forms.TypedChoiceField(choices=choices, coerce=coerce, widget=widget, **common)


class SomeOf(forms.MultipleChoiceField):
    """A field of checkboxes, with a minimum and a maximum of checked ones."""

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


MOST_INVITED = 20
_BOTS = ("bots", "beginners", "masters")
_REQUIRED = ("access", "least", "most")


class TableForm(forms.Form):
    """A form for a new table, or for an existing `match`.

    `taken` is the number of taken seats. `preset` sets the initial options of a new table.
    """

    name = forms.CharField(
        label=gettext_lazy("Table name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        max_length=64,
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    invited = forms.CharField(
        label=gettext_lazy("Invite by username"),
        help_text=gettext_lazy("Separate names with commas. Everybody you invite is notified."),
        max_length=1000,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    bots = forms.IntegerField(
        label=gettext_lazy("Bots"),
        help_text=gettext_lazy("They join immediately. You can add or remove bots later."),
        min_value=0,
        required=False,
    )
    beginners = forms.IntegerField(label=gettext_lazy("Beginner bots"), min_value=0, required=False)
    masters = forms.IntegerField(
        label=gettext_lazy("Master bots"),
        help_text=gettext_lazy("They think ahead before each move."),
        min_value=0,
        required=False,
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        game: Game,
        user: Any,
        preset: Preset | None = None,
        match: Match | None = None,
        taken: int = 1,
    ) -> None:
        self.game, self.user, self.match, self.taken = game, user, match, taken
        self.preset, self.wished = preset, False
        self.code = "bad_option"
        super().__init__(data, initial=self._begins(preset), label_suffix="")
        for setting in struct_fields(TableSettings):
            self.fields[setting.name] = field_for(setting)
            # Any other field that is left empty keeps the current or default value.
            self.fields[setting.name].required = setting.name in _REQUIRED
        self.order_fields(("name", "access", "password", "invited", "least", "most"))
        self._shape()
        self._add_options()

    def begin_with(self, wishes: QueryDict) -> None:
        """Take initial values from the query of the URL.

        They are the access to the table and options of the game.
        """
        for name in self.fields:
            if name in wishes and (name == "access" or name.startswith("option_")):
                several = isinstance(self.fields[name], forms.MultipleChoiceField)
                self.initial[name] = wishes.getlist(name) if several else wishes[name]
                self.wished = True

    def _begins(self, preset: Preset | None) -> dict[str, Any]:
        title = self.game.title
        if self.match is None:
            table = {**dict.fromkeys(_BOTS, 0), **usual_settings(title, preset)}
            table["most"] = min(table["most"], self._most_seats())
            own = dict(preset.options) if preset else {}
            return {"name": usual_name(self.user), **table, **_as_options(own)}
        table, options = asdict(self.match.settings), _as_options(self.match.options)
        return {"name": self.match.name, **table, **options}

    def _shape(self) -> None:
        """Remove fields that do not apply, and set the game's bounds."""
        title = self.game.title
        fewest, most = title.seats[0], self._most_seats()
        if most < title.seats[1]:
            self.fields["most"].help_text = _("Up to %(n)s players at your tables.") % {
                "n": intcomma(most)
            }
        for name, low, high in (
            ("least", fewest, most),
            ("most", max(fewest, self.taken), most),
            *((name, 0, most - 1) for name in _BOTS),
        ):
            self.fields[name] = _bounded(self.fields[name], low, high)
        gone = {*fixed_settings(self.game)}
        if title.own_clock:
            gone |= {"pace", "pace_percent", "pace_hours"}
        if title.own_away:
            gone.add("absent_bot")
        if self.match is not None:
            gone |= {*_BOTS, "invited"}
            if self.match.settings.access == "password":
                self.fields["password"].help_text = _(
                    "Leave it empty to keep the current password."
                )
        for name in gone:
            del self.fields[name]

    def _most_seats(self) -> int:
        """Return the largest number of seats this person may choose.

        It depends on the game and on the limit of this person's tables.
        """
        before = self.match.settings.most if self.match is not None else 0
        return min(self.game.title.seats[1], max(most_seats(self.user), before))

    def _add_options(self) -> None:
        choices = self.game.option_choices(self.user)
        for option in struct_fields(self.game.title.options_type):
            self.fields[option_name(option.name)] = field_for(option, choices.get(option.name))

    # --- Groups of fields for the template

    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    def bot_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in _BOTS if name in self.fields]

    # --- Validation

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"])
        except Refusal as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from refusal

    def clean_invited(self) -> tuple[str, ...]:
        typed = re.split(r"[,;\n]", self.cleaned_data["invited"])
        names = {exact_key(name): name for name in map(normalise_name, typed) if name}
        if len(names) > MOST_INVITED:
            raise ValidationError(_("Invite at most 20 people here; you can invite more later."))
        people = get_user_model()._default_manager.filter(is_active=True, username_key__in=names)
        usernames = dict(people.values_list("username_key", "username"))
        for key in names.keys() - usernames.keys():
            text = _("There is nobody called %(name)s. Check the name or remove it.")
            raise ValidationError(text % {"name": names[key]}, code="no_such_user")
        if self.user.username in usernames.values():
            raise ValidationError(_("You already have a seat. Remove your own name."))
        return tuple(usernames.values())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        bots = sum(data.get(name) or 0 for name in _BOTS)
        self._check_seats(data.get("least"), data.get("most"), bots)
        if data.get("access") == Match.Access.PASSWORD and not data.get("password"):
            kept = self.match is not None and self.match.password
            if not kept and "password" not in self.errors:
                self.add_error("password", _("Choose a password of 1 to 64 characters."))
        return data

    def _check_seats(self, least: int | None, most: int | None, bots: int) -> None:
        if least is None or most is None:
            return
        if least > most:
            text = _("The minimum can't be higher than the maximum of %(n)s players.")
            self.add_error("least", text % {"n": most})
        elif bots > most - self.taken and "bots" in self.fields and "bots" not in self.errors:
            room = most - self.taken
            text = ngettext(
                "There is room for %(n)s bot. Use fewer bots, or allow more players.",
                "There is room for %(n)s bots. Use fewer bots, or allow more players.",
                room,
            )
            self.add_error("bots", text % {"n": room})

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal of the services, beside the field that caused it if known."""
        self.code = refusal.code
        self.add_error("name" if refusal.code == "bad_name" else None, refusal.message)

    def as_posted(self) -> QueryDict:
        """Return what the untouched form would post, for tables made with one click."""
        post = QueryDict(mutable=True)
        for name, field in self.fields.items():
            value = self.get_initial_for_field(field, name)
            if isinstance(value, list | tuple):
                post.setlist(name, [str(item) for item in value])
            elif value is not None and value is not False:  # 0 is a value
                post[name] = "on" if value is True else str(value)
        return post


def _bounded(field: forms.Field, low: int, high: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=field.label,
        help_text=field.help_text,
        min_value=low,
        max_value=high,
        required=field.required,
    )


def _as_options(options: dict[str, Any]) -> dict[str, Any]:
    return {option_name(name): value for name, value in options.items()}


def wish_of(form: TableForm) -> TableWish:
    """Return the cleaned data as the services expect it."""
    data = form.cleaned_data
    options = {
        name.removeprefix("option_"): list(value) if isinstance(value, list | tuple) else value
        for name, value in data.items()
        if name.startswith("option_") and value is not None
    }
    match = form.match
    begins = usual_settings(form.game.title) if match is None else asdict(match.settings)
    names = (name for name in (*SETTINGS, *_BOTS) if data.get(name) not in (None, ""))
    table = {name: data[name] for name in names}
    if form.game.title.own_clock:
        table["pace"] = "slow" if form.game.title.is_slow(options) else "live"
    return TableWish(
        name=data["name"],
        password=data["password"],
        invited=data.get("invited", ()),
        options=options,
        **{**begins, **table},
    )

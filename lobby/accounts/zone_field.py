"""The form field for a time zone: people type a city."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _


class ZoneInput(forms.TextInput):
    """A text input that suggests hundreds of names."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(attrs={"autocomplete": "off", "maxlength": 64})
        self.names = names

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        listed = f"{name}-zones"
        field = super().render(name, value, {**(attrs or {}), "list": listed}, renderer)
        # Browsers search in both, and nobody types an underscore.
        options = ((one, one.rpartition("/")[2].replace("_", " ")) for one in self.names)
        content = format_html_join("", '<option value="{}">{}</option>', options)
        return format_html('{}<datalist id="{}">{}</datalist>', field, listed, content)


class ZoneField(forms.CharField):
    """A time zone of a list, by its name or by its city alone."""

    def __init__(self, names: Sequence[str], **common: Any) -> None:
        super().__init__(widget=ZoneInput(names), **common)
        self.names = names

    def clean(self, value: Any) -> str:
        typed = str(super().clean(value)).replace(" ", "_").casefold()
        by_name = {name.casefold(): name for name in self.names}
        cities = {name.rpartition("/")[2]: by_name[name] for name in reversed(by_name)}
        found = by_name.get(typed) or cities.get(typed)
        if found is None:
            raise ValidationError(
                _("There is no such city in the list of time zones. Choose one, such as Rome.")
            )
        return found

"""A model field for looking names up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import lookups

from chat.core.name_keys import LONGEST_KEY, exact_key

if TYPE_CHECKING:
    TextField = models.CharField[str, str]
else:
    TextField = models.CharField


class NameKeyField(TextField):
    """The `exact_key` of the name in another field.

    Lookups take the key of the name they are given, so that all databases compare alike.
    """

    def __init__(self, *args: Any, of: str, **kwargs: Any) -> None:
        kwargs |= {"max_length": LONGEST_KEY, "editable": False}
        super().__init__(*args, **kwargs)
        self.of = of

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = exact_key(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key

    def get_prep_value(self, value: Any) -> Any:
        return exact_key(value) if isinstance(value, str) else super().get_prep_value(value)


class _OfKey:
    rhs: Any

    def get_prep_lookup(self) -> Any:
        return exact_key(str(self.rhs))


@NameKeyField.register_lookup
class _KeyIs(_OfKey, lookups.Exact):
    lookup_name = "iexact"


@NameKeyField.register_lookup
class _KeyContains(_OfKey, lookups.Contains):
    lookup_name = "icontains"

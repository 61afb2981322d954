"""Hooks: what an app needs from apps above it, filled once by `config.wiring`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from django.core.exceptions import ImproperlyConfigured

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Hook(Generic[P, R]):
    """A function that an app above provides."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.function: Callable[P, R] | None = None

    def fill(self, function: Callable[P, R]) -> None:
        """Provide the function. Raise `ImproperlyConfigured` if it was provided before."""
        if self.function is not None:
            raise ImproperlyConfigured(f"The hook {self.name} is filled twice.")
        self.function = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self.function is None:
            raise ImproperlyConfigured(f"The hook {self.name} is not filled.")
        return self.function(*args, **kwargs)


class Registry(dict[str, T]):
    """A hook with many values, each under its own key."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def register(self, key: str, value: T) -> None:
        """Add a value. Raise `ImproperlyConfigured` if the key is taken."""
        if key in self:
            raise ImproperlyConfigured(f"{self.name} has two values for {key!r}.")
        self[key] = value

    def __missing__(self, key: str) -> T:
        raise ImproperlyConfigured(f"{self.name} has no value for {key!r}.")

"""A hook is filled once, and raises while it is empty."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from chat.core.hooks import Hook, Registry


def test_a_hook_calls_its_function() -> None:
    double: Hook[[int], int] = Hook("double")
    with pytest.raises(ImproperlyConfigured, match="double is not filled"):
        double(2)
    double.fill(lambda number: 2 * number)
    assert double(2) == 4
    with pytest.raises(ImproperlyConfigured, match="double is filled twice"):
        double.fill(abs)


def test_a_key_has_one_value() -> None:
    pages: Registry[str] = Registry("pages")
    with pytest.raises(ImproperlyConfigured, match="pages has no value for 'lobby'"):
        pages["lobby"]
    pages.register("lobby", "first")
    with pytest.raises(ImproperlyConfigured, match="pages has two values for 'lobby'"):
        pages.register("lobby", "second")
    assert pages == {"lobby": "first"}

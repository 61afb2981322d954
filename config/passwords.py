"""What a password may not be."""

from __future__ import annotations

from typing import Any

_VALIDATOR = "django.contrib.auth.password_validation.{}Validator"


def validators(leaked: str) -> list[dict[str, Any]]:
    """Django's. `leaked`: a file of the house's own, so that nobody else is asked; empty: none."""
    names = ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
    usual: list[dict[str, Any]] = [{"NAME": _VALIDATOR.format(name)} for name in names]
    if not leaked:
        return usual
    own = {"password_list_path": leaked}
    return [*usual, {"NAME": _VALIDATOR.format("CommonPassword"), "OPTIONS": own}]

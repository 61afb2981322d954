"""The parts of pages are ready before somebody waits for them."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from chat.core.templates import _environment, compile_all


def test_no_part_is_compiled_while_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    # The one that pages use: Django makes its engines again where a test changes a setting.
    environment: Any = _environment()
    environment.cache.clear()
    compile_all()

    def compiled(*_args: Any, **_options: Any) -> Any:
        raise AssertionError("compiled when it was asked for")

    monkeypatch.setattr(environment, "compile", compiled)
    parts = [*(settings.BASE_DIR / "templates").rglob("*.jinja")]
    for part in parts:
        environment.get_template(str(part.relative_to(settings.BASE_DIR / "templates")))
    assert len(parts) > 100

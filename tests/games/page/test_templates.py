"""Page templates are compiled before a request needs them, and use known names."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import Mock

import pytest
from django.conf import settings

from chat.core.templates import _environment, compile_all
from games.models import Match
from games.page.context import PlayContext, TableContext, ViewerContext
from games.page.snapshot import MatchSnapshot

TAG = re.compile(r"{[{%].*?[%}]}", re.DOTALL)
NAME = re.compile(r"(?<![\w.\"'/])(?:table\.)?(table|viewer|play|settings)\.(\w+)")


def test_no_template_is_compiled_during_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    # The environment that pages use: Django recreates its engines after a test changes a setting.
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


def test_templates_use_only_names_that_a_match_provides() -> None:
    # Django's engine, which renders whole pages, shows nothing for an undefined name.
    snapshot = MatchSnapshot(match=Match(), seats=())
    table, viewer = TableContext(snapshot), ViewerContext(snapshot, Mock(pk=None))
    play = PlayContext(snapshot, table, viewer)
    known = {"table": table, "viewer": viewer, "play": play, "settings": table.settings}
    folder = settings.BASE_DIR / "templates/games"
    read = {
        (path.name, *name)
        for path in (*folder.rglob("*.html"), *folder.glob("parts/*.jinja"))
        for tag in TAG.findall(path.read_text("utf-8"))
        for name in NAME.findall(tag)
    }
    assert len(read) > 90
    assert {one for one in read if one[2] not in dir(known[one[1]])} == set()

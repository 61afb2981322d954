"""Parts that others do not promise to keep are touched in two files, for the versions they name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.metadata import version

import pytest

from chat.core.internals import WRITTEN_FOR
from tests.laws.source import ROOT, nothing

THERE = {"chat/core/internals.py", "config/internals.py"}
# All of these, and what of Django and Channels their documents do not name.
MODULES = re.compile(
    r"(daphne|twisted|autobahn|channels\.(consumer|generic|security)|django\.core\.handlers"
    r"|django\.db\.(backends(?!\.signals)|models\.sql)|servestatic\.(base|middleware|responders))\b"
)
ATTRIBUTES = {
    "_has_been_logged",
    "adapt_datetimefield_value",
    "apply_converters",
    "as_sql",
    "concrete_fields",
    "get_compiler",
    "get_converters",
    "klass_info",
    "quote_name",
    "requestFactory",
    "values_select",
    "wrap_database_errors",
}


@pytest.mark.parametrize("name", WRITTEN_FOR)
def test_the_version_is_the_one_it_was_written_for(name: str) -> None:
    """Read what the two files say of it, compare the sources, then write the version down."""
    assert version(name) == WRITTEN_FOR[name]


def test_nothing_else_touches_such_parts() -> None:
    nothing(
        f"{name}: {found}"
        for path in sorted(ROOT.glob("*/**/*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in THERE
        and name.split("/")[0] in {"auctions", "chat", "config", "games", "lobby"}
        for found in _touched(ast.parse(path.read_text()))
    )


def test_they_are_touched_there() -> None:
    """Otherwise nobody would see that the test above looks for what is no more."""
    found = {part for name in THERE for part in _touched(ast.parse((ROOT / name).read_text()))}
    assert found >= {"daphne.server", "autobahn.exception", "django.core.handlers.asgi"}
    assert found >= {"get_compiler", "quote_name", "requestFactory"}


def _touched(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Attribute) and node.attr in ATTRIBUTES:
            yield node.attr
            continue
        else:
            continue
        yield from (name for name in names if MODULES.match(name))

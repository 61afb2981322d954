"""The law that only few files use internals of other packages.

Ruff checks modules and private names (TID251, SLF001 in pyproject.toml).
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module

from tests.laws.source import APPS, ROOT, modules, nothing

THERE = {
    "chat/core/internals.py",
    "config/server/http_limits.py",
    "config/server/internals.py",
}
# Modules that choose or start the event loop of a process.
SERVERS = {
    "config/server/asgi.py",
    "config/management/commands/house.py",
    "config/server/shutdown.py",
}
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
PRIVATE = re.compile(r"_[a-z]\w*[a-z0-9]$")


def test_nothing_else_uses_private_parts() -> None:
    nothing(
        f"{name}: {found}"
        for path in sorted(ROOT.glob("*/**/*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in THERE and name.split("/")[0] in APPS
        for found in _touched(ast.parse(path.read_text()))
    )


def test_nothing_private_is_overridden() -> None:
    files = [module.name for module in modules(*APPS) if module.name not in {*THERE, *SERVERS}]
    paths = [file.removesuffix(".py").replace("/", ".") for file in files]
    nothing(
        f"{path}.{kind.__name__}.{name}"
        for path in paths
        for kind in vars(import_module(path)).values()
        if inspect.isclass(kind) and kind.__module__ == path
        for name in _overridden(kind)
    )


def _overridden(kind: type) -> Iterator[str]:
    strangers = [base for base in kind.__mro__ if base.__module__.split(".")[0] not in APPS]
    for name, value in vars(kind).items():
        code = getattr(value, "fget", getattr(value, "func", value))
        if PRIVATE.match(name) and inspect.isfunction(code) and code.__module__ == kind.__module__:
            yield from (name for base in strangers if name in vars(base))


def _touched(tree: ast.AST) -> Iterator[str]:
    """Yield internal names that ruff cannot recognise."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ATTRIBUTES:
            yield node.attr

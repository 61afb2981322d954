"""The project's source as syntax trees, and a helper that reports violations."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "lobby", "games", "auctions", "chat")


class Module:
    """A Python file of the project."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(ROOT).as_posix()
        self.text = path.read_text(encoding="utf-8")

    def __repr__(self) -> str:
        return self.name

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def calls(self) -> Iterator[tuple[ast.Call, ast.Attribute]]:
        """Yield method calls, `receiver.name(...)`, with their functions."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield node, node.func


@lru_cache
def modules(*places: str) -> tuple[Module, ...]:
    """Return all Python files in these places, without migrations.

    Each place is a file, a folder or a glob pattern.
    """
    tops = [top for place in places for top in sorted(ROOT.glob(place))]
    found = [
        path for top in tops for path in ([top] if top.is_file() else sorted(top.rglob("*.py")))
    ]
    return tuple(Module(path) for path in found if "migrations" not in path.parts)


def is_settings(name: str) -> bool:
    """Return True if this is a module of the settings."""
    return name.startswith("config/settings")


def settings_text() -> str:
    return "\n".join(one.text for one in modules("config") if is_settings(one.name))


def nothing(found: Iterable[object]) -> None:
    """Fail with everything that was found, one per line."""
    lines = [str(one) for one in found]
    assert not lines, "\n".join([f"{len(lines)} found:", *lines])

"""The project's own source, read as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "lobby", "games", "auctions", "chat")


@dataclass(frozen=True)
class Import:
    """`module` is imported at `line`; `inside` names the function around it, if any."""

    module: str
    line: int
    inside: str


class Module:
    """One Python file of the project."""

    def __init__(self, path: Path) -> None:
        self.name = path.relative_to(ROOT).as_posix()
        self.text = path.read_text(encoding="utf-8")

    def __repr__(self) -> str:
        return self.name

    @property
    def app(self) -> str:
        return self.name.split("/", 1)[0]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    def imports(self) -> Iterator[Import]:
        yield from _imports(self.tree, "", self.name)

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def calls(self) -> Iterator[tuple[ast.Call, ast.Attribute]]:
        """Calls of methods: `receiver.name(...)`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield node, node.func


def _imports(node: ast.AST, inside: str, file: str) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, inside)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, (
                f"{file}:{child.lineno}: relative imports hide where they point"
            )
            for alias in child.names:
                yield Import(f"{child.module}.{alias.name}", child.lineno, inside)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _imports(child, child.name, file)
        else:
            yield from _imports(child, inside, file)


@lru_cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Every Python file below these folders, migrations left out."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return tuple(Module(path) for path in found if "migrations" not in path.parts)

"""Law 1: the rules import the standard library's pure part, msgspec and themselves."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ENGINES = Path(__file__).parents[2] / "games" / "engines"
FILES = sorted(ENGINES.rglob("*.py"))
IMPURE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "socket", "subprocess",
          "threading", "asyncio", "tempfile", "shutil", "uuid"}  # fmt: skip
# The checker of records is a program of its own: it reads the file it is given and prints.
PROGRAM = ENGINES / "verify.py"


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ENGINES)))
def test_imports_nothing_impure(path: Path) -> None:
    for name in imported(path):
        top = name.partition(".")[0]
        assert top not in IMPURE, f"{path}: {name}"
        own = name == "games.engines" or name.startswith("games.engines.")
        assert own or top == "msgspec" or top in sys.stdlib_module_names, f"{path}: {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ENGINES)))
def test_opens_no_file_and_prints_nothing(path: Path) -> None:
    if path == PROGRAM:
        return
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec", "__import__"}


def test_the_checker_of_records_stands_alone() -> None:
    names = {name.partition(".")[0] for name in imported(PROGRAM)}
    assert names <= set(sys.stdlib_module_names)

"""Law 1: the rules import the standard library's pure part, msgspec and themselves."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("games/engines", "auctions/rules")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
IMPURE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "socket", "subprocess",
          "threading", "asyncio", "tempfile", "shutil", "uuid"}  # fmt: skip
# Venice reckons with dates it is given; tests/laws/test_arrows.py holds that it asks no clock.
# The codec has one lock: types are learned by one thread at a time.
MEANT = {"auctions/rules": {"datetime"}, "games/engines/codec": {"threading"}}
# The checkers of records are programs of their own: they read the file they are given and print.
PROGRAMS = [ROOT / folder / "verify.py" for folder in FOLDERS]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_nothing_impure(path: Path) -> None:
    meant = {name for folder, names in MEANT.items() for name in names if folder in str(path)}
    for name in imported(path):
        top = name.partition(".")[0]
        assert top not in IMPURE - meant, f"{path}: {name}"
        own = f"{name}.".startswith(("games.engines.", "auctions.rules."))
        assert own or top == "msgspec" or top in sys.stdlib_module_names, f"{path}: {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_opens_no_file_and_prints_nothing(path: Path) -> None:
    if path in PROGRAMS:
        return
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec", "__import__"}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_checkers_of_records_stand_alone(path: Path) -> None:
    names = {name.partition(".")[0] for name in imported(path)}
    assert names <= set(sys.stdlib_module_names)

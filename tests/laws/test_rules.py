"""Laws of rules modules: no clock, no file, no Django.

A contract of import-linter (pyproject.toml) restricts their imports. These tests check what it
cannot: calls (`datetime` is allowed for dates, but has a clock; `open` needs no import), and that
the modules load without Django installed.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from auctions.rules import verify as auctions_verify
from games.engine import verify
from games.services.record import program_of
from tests.laws.source import ROOT, Module, modules, nothing

CALLS_OUTSIDE = {"open", "print", "input", "eval", "exec", "__import__", "breakpoint"}
CLOCK_CALLS = {"now", "utcnow", "today", "fromtimestamp"}
# Standalone programs, which read a downloaded record and print.
VERIFIERS = (verify, auctions_verify)
PROGRAMS = {"games/engine/proof.py", "games/engine/verify.py", "auctions/rules/verify.py"}

RULES = modules(
    "games/engine", "games/*/rules", "games/*/bots", "games/*/bots.py", "games/*/title.py",
    "auctions/rules",
)  # fmt: skip


def test_rules_do_not_read_the_clock() -> None:
    nothing(
        f"{module}:{call.lineno} {name.attr}()"
        for module in RULES
        for call, name in module.calls()
        if name.attr in CLOCK_CALLS
    )


def test_rules_use_no_files_or_output() -> None:
    nothing(call for module in RULES if module.name not in PROGRAMS for call in _outside(module))


def _outside(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in CALLS_OUTSIDE:
            yield f"{module}:{called.lineno} {called.id}()"


@pytest.mark.parametrize("verifier", VERIFIERS)
def test_record_verifiers_import_nothing_of_the_site(verifier: ModuleType) -> None:
    """Check that the verifiers import nothing but Python's standard library."""
    program = ast.parse(program_of(verifier)).body
    imported = {
        getattr(node, "module", None) or alias.name
        for node in program
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    defined = [node.name for node in program if isinstance(node, ast.FunctionDef)]
    assert len(defined) == len(set(defined)), "one name for two functions"


def test_rules_run_without_django() -> None:
    names = [module.name.removesuffix(".py").replace("/", ".") for module in RULES]
    names = [name.removesuffix(".__init__") for name in names]
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('django', 'channels', 'celery', 'redis')));"
        "import importlib; [importlib.import_module(name) for name in sys.argv[1:]]"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *names], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

"""Imports point down: config -> lobby -> {games, auctions} -> chat -> Django; rules stand alone."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.laws.source import APPS, ROOT, Import, Module, modules

MAY_IMPORT = {
    "config": {"lobby", "games", "auctions", "chat"},
    "lobby": {"games", "auctions", "chat"},
    "auctions": {"games", "chat"},
    "games": {"chat"},
    "chat": set[str](),
}

# Imports inside functions, which could hide a cycle; each has its reason.
LATE = {
    ("config/apps.py", "ready"): "Django's own place for imports once the apps are loaded",
    ("config/management/commands/house.py", "__init__"): "reads the static files, made just before",
    ("chat/apps.py", "ready"): "Django's own place for imports once the apps are loaded",
    ("games/apps.py", "ready"): "Django's own place for imports once the apps are loaded",
}

PURE_FOLDERS = ("games/engines", "auctions/rules")
PURE = {
    "__future__", "abc", "bisect", "collections", "contextlib", "copy", "csv", "dataclasses",
    "datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "hmac",
    "itertools", "json", "keyword", "math", "operator", "re", "statistics", "string", "types",
    "typing", "unicodedata", "zoneinfo",
}  # fmt: skip
# What else a module of the rules imports, and why.
ALSO = {
    ("games/engines/blanks/show.py", "weakref.ref"): "what a state shows does not keep it alive",
    ("games/engines/codec.py", "threading.Lock"): "types are learned by one thread at a time",
}
OUTSIDE_CALLS = {"open", "print", "input", "eval", "exec", "__import__", "breakpoint"}
CLOCK_CALLS = {"now", "utcnow", "today", "fromtimestamp"}
# Programs of their own, which read a file and print.
PROGRAMS = {
    "games/engines/verify.py": "checks a downloaded record offline",
    "auctions/rules/verify.py": "checks a downloaded record of a week of Venice offline",
}

EVERYTHING = modules(*APPS)
RULES = modules(*PURE_FOLDERS)


def _app(imported: Import) -> str:
    return imported.module.split(".", 1)[0]


@pytest.mark.parametrize("module", EVERYTHING, ids=repr)
def test_imports_follow_the_arrows(module: Module) -> None:
    allowed = MAY_IMPORT[module.app] | {module.app}
    wrong = [
        f"{module}:{found.line} imports {found.module}"
        for found in module.imports()
        if _app(found) in {*APPS, "tests"} and _app(found) not in allowed
    ]
    assert not wrong


@pytest.mark.parametrize("module", EVERYTHING, ids=repr)
def test_no_import_hides_inside_a_function(module: Module) -> None:
    late = [
        f"{module}:{found.line} {found.inside} imports {found.module}"
        for found in module.imports()
        if found.inside and _app(found) in APPS and (module.name, found.inside) not in LATE
    ]
    assert not late


@pytest.mark.parametrize("module", RULES, ids=repr)
def test_rules_import_nothing_that_touches_the_world(module: Module) -> None:
    own = tuple(folder.replace("/", ".") + "." for folder in PURE_FOLDERS)
    wrong = [
        f"{module}:{found.line} imports {found.module}"
        for found in module.imports()
        if _app(found) not in PURE | {"msgspec"} and not f"{found.module}.".startswith(own)
        if (module.name, found.module) not in ALSO
    ]
    assert module.name in PROGRAMS or not wrong


def test_every_exception_is_still_needed() -> None:
    found = [(module.name, one) for module in EVERYTHING for one in module.imports()]
    assert set(LATE) <= {(name, one.inside) for name, one in found}
    assert set(ALSO) <= {(name, one.module) for name, one in found}


@pytest.mark.parametrize("module", RULES, ids=repr)
def test_rules_ask_no_clock_and_no_file(module: Module) -> None:
    clock = [f"{module}:{call.lineno}" for call, name in module.calls() if name.attr in CLOCK_CALLS]
    outside = [
        f"{module}:{node.lineno} {node.func.id}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in OUTSIDE_CALLS
    ]
    assert not clock
    assert module.name in PROGRAMS or not outside


def test_rules_run_where_there_is_no_django() -> None:
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

"""The law that only services change a match."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.laws.source import APPS, Module, modules, nothing

WRITES = {
    "save", "delete", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create",
    "update", "asave", "adelete", "acreate", "aupdate", "raw",
}  # fmt: skip
SERVICES = ("games/services/", "auctions/services/")
# The models of a match: all that these modules define.
MATCH_FOLDERS = ("games/models", "auctions/models")
# Packs and facts about their cards are not part of a match and have their own services.
NOT_OF_A_MATCH = {"Pack", "PackCard", "PackBar", "CardTaste", "CountedMatch"}
# Names that variables with rows of a match have.
ROWS = {"match", "seat", "entry", "admission", "invitation", "setup"}
SQL = re.compile(
    r"\b(?:update|insert\s+into|delete\s+from)\s+\"?(?:games|auctions)_", re.IGNORECASE
)

# A module without any of this writes nothing and need not be parsed.
WRITING = re.compile(rf"\.(?:{'|'.join(sorted(WRITES))})\(")

OUTSIDE = [m for m in modules(*APPS) if not m.name.startswith((*SERVICES, *MATCH_FOLDERS))]


@cache
def _models() -> set[str]:
    classes = {
        node.name
        for module in modules(*MATCH_FOLDERS)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    return classes - NOT_OF_A_MATCH


def _names(node: ast.expr) -> Iterator[str]:
    """Yield the names in a chain of attributes and calls."""
    while True:
        if isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Attribute):
            yield node.attr
            node = node.value
        elif isinstance(node, ast.Name):
            yield node.id
            return
        else:
            return


def _held(module: Module, models: set[str]) -> Iterator[str]:
    """Yield variables of this module that hold rows or queries of these models."""
    for node in ast.walk(module.tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.For(target=ast.Name(id=name), iter=value)
            ):
                if models & set(_names(value)):
                    yield name
            case ast.arg(arg=name, annotation=ast.expr() as annotation):
                if models & set(re.findall(r"\w+", ast.unparse(annotation))):
                    yield name


def _writes(module: Module) -> Iterator[str]:
    yield from (f"{module}: {found[0]}" for found in SQL.finditer(module.text))
    if not WRITING.search(module.text):
        return
    models = _models()
    guarded = models | ROWS | set(_held(module, models))
    for call, method in module.calls():
        if method.attr in WRITES and guarded & set(_names(method.value)):
            yield f"{module}:{call.lineno} .{method.attr}("


def test_only_services_write_to_a_match() -> None:
    nothing(write for module in OUTSIDE for write in _writes(module))


DURABLE = "transaction.atomic(durable=True)"


def _turns(module: Module) -> Iterator[tuple[int, list[str]]]:
    """Yield where a write lock is taken, with all contexts entered there."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.With):
            entered = [ast.unparse(item.context_expr) for item in node.items]
            if any(one.startswith("in_turn(") for one in entered):
                yield node.lineno, entered


def test_the_write_lock_is_never_taken_inside_a_transaction() -> None:
    """Check that each lock is entered together with a durable transaction."""
    # A durable block refuses to be an inner one, so misuse raises an error.
    found = [(module, *turn) for module in modules(*APPS) for turn in _turns(module)]
    assert len(found) > 6
    nothing(f"{module}:{line}" for module, line, entered in found if entered[1:] != [DURABLE])

"""The law that sealed bids are read only where a reason is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.laws.source import APPS, Module, modules, nothing

# Readers and their reasons. Services write bids and are not listed.
READERS = {
    "auctions/selectors/own_seat.py": "the owner's own",
    "auctions/selectors/ledger.py": "all of them, once the rules have opened them",
    "auctions/selectors/fates.py": "those it is handed; those that tied, once the record is open",
    "auctions/selectors/numbers.py": "sums of all of them, when the week is over",
    "auctions/selectors/record.py": "all of them, when the match is finished",
}
WRITERS = ("auctions/services/", "auctions/models/")
SEALED = {"Bid", "Receipt", "bids"}


def test_only_named_modules_read_bids() -> None:
    nothing(
        f"{module} imports {name}"
        for module in modules(*APPS)
        if module.name not in READERS and not module.name.startswith(WRITERS)
        for name in _of_the_models(module)
        if name in SEALED
    )


def _of_the_models(module: Module) -> Iterator[str]:
    """Yield what the module imports from the models of Venice."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("auctions.models"):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("models"):
            yield node.attr

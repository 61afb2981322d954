"""The verifiers that players download: programs of one file each."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from games.engine import proof

_IMPORT = re.compile(r"^from games\.engine\.proof import \([^)]*\)\n", re.MULTILINE)
_FUTURE = "from __future__ import annotations\n"


def program_of(verifier: ModuleType) -> str:
    """Return the source of a verifier with `games.engine.proof` in place of its import."""
    shared = _text(proof).partition(_FUTURE)[2].strip()
    program, count = _IMPORT.subn(lambda _found: shared + "\n", _text(verifier))
    if count != 1:
        raise ValueError(f"{verifier.__name__} imports {proof.__name__} {count} times")
    return program


def _text(module: ModuleType) -> str:
    return Path(str(module.__file__)).read_text(encoding="utf-8")

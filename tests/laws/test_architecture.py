"""ARCHITECTURE.md and docs/laws.md name only what exists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.laws.source import ROOT, nothing

TEXT = "".join(
    (ROOT / name).read_text(encoding="utf-8") for name in ("ARCHITECTURE.md", "docs/laws.md")
)
# `path/file.py`, `path/file.py:name`, `path/file.py:Class.name`
NAMED = re.findall(r"`([\w/]+\.(?:py|js|css|html|md))(?::([\w.]+))?`", TEXT)
FOLDERS = re.findall(r"`((?:tests|games|chat|lobby|config|auctions)(?:/\w+)+)`", TEXT)


def test_the_life_of_an_action_names_a_function_at_its_stops() -> None:
    assert sum(bool(name) for _path, name in NAMED) >= 8


def test_every_file_and_function_named_exists() -> None:
    nothing(missing for path, name in NAMED for missing in _missing(path, name))


def _missing(path: str, name: str) -> Iterator[str]:
    if not (ROOT / path).is_file():
        yield path
        return
    text = (ROOT / path).read_text(encoding="utf-8")
    for part in filter(None, name.split(".")):
        if not re.search(rf"\b(def|class) {part}\b", text):
            yield f"{path}:{part}"


def test_every_folder_named_exists() -> None:
    nothing(
        path
        for path in FOLDERS
        if not (ROOT / path).is_dir() and not (ROOT / f"{path}.py").is_file()
    )

"""ARCHITECTURE.md names only what exists."""

from __future__ import annotations

import re

import pytest

from tests.laws.source import ROOT

TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
# `path/file.py`, `path/file.py:name`, `path/file.py:Class.name`
NAMED = re.findall(r"`([\w/]+\.(?:py|js|css|html|md))(?::([\w.]+))?`", TEXT)
FOLDERS = re.findall(r"`((?:tests|games|chat|lobby|config|auctions)(?:/\w+)+)`", TEXT)


def test_the_life_of_an_action_names_a_function_at_its_stops() -> None:
    assert sum(bool(name) for _path, name in NAMED) >= 8


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_file_and_function_named_exists(path: str, name: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    for part in filter(None, name.split(".")):
        assert re.search(rf"\b(def|class) {part}\b", text), f"{part} is not in {path}"


@pytest.mark.parametrize("path", FOLDERS)
def test_every_folder_named_exists(path: str) -> None:
    assert (ROOT / path).is_dir() or (ROOT / f"{path}.py").is_file()

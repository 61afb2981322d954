"""The steps of `docs/add-a-game.md`, from the example to a game of the site."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.nightly

HOUSE = Path(__file__).parent.parent.parent
DOCUMENT = HOUSE / "docs" / "add-a-game.md"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the source tree, to be changed."""
    here = tmp_path / "house"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "readme")
    shutil.copytree(HOUSE, here, ignore=ignored)
    return here


def output_of(command: str, here: Path) -> str:
    """Run a command of the document, without pytest's environment."""
    words = [sys.executable if word == ".venv/bin/python" else word for word in command.split()]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        words, cwd=here, env={**own, "RUN_DIR": str(here / ".run")}, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_copied_example_is_a_playable_game(copy: Path) -> None:
    first, then = re.findall(r"```sh\n(.*?)```", DOCUMENT.read_text("utf-8"), re.S)
    output_of(first, copy)
    settings = copy / "config" / "settings.py"
    text = settings.read_text("utf-8")
    last = '    "auctions.entry.GAME",\n'
    assert last in text
    settings.write_text(text.replace(last, f'{last}    "games.dice.entry.GAME",\n'), "utf-8")
    told = [output_of(command, copy) for command in then.strip().splitlines()]
    assert "dice: complete" in told[1]
    assert "20 matches of 3 seats" in told[2]
    assert re.search(r"\b\d{2,} passed", told[3])
    assert "example" not in "".join(
        path.read_text("utf-8")
        for folder in ("games/dice", "templates/games/dice")
        for path in (copy / folder).rglob("*.*")
        if path.suffix != ".pyc"
    )


def test_existing_files_are_not_overwritten(copy: Path) -> None:
    (copy / "games" / "dice").mkdir()
    (copy / "games" / "dice" / "entry.py").write_text("mine\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.example_game", "dice", "Dice"],
        cwd=copy,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "games/dice" in done.stderr
    assert not (copy / "games" / "dice" / "rules").exists()

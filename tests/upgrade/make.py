"""Makes `before.db.xz`: a small database as the code of a commit before leaves it.

    python -m tests.upgrade.make COMMIT

Matches of all games that run, and matches that are over, with their logs. Make it anew from the
last commit before a migration whose way from there is to be tested.
"""

from __future__ import annotations

import lzma
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BEFORE = HERE / "before.db.xz"
UNUSED = "DELETE FROM games_packcard"  # a fourth of the file: matches keep cards of their own


def main(commit: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree, run = folder / "tree", folder / "run"
        tree.mkdir()
        packed = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", tree], input=packed.stdout, check=True)
        _begin(tree, run)
        BEFORE.write_bytes(lzma.compress(_small(run), preset=9 | lzma.PRESET_EXTREME))


def _begin(tree: Path, run: Path) -> None:
    environment = {
        **os.environ, "PYTHONPATH": str(tree), "RUN_DIR": str(run), "TESTING": "1",
        "BOT_DELAY_SCALE": "0", "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    for command in (["manage.py", "migrate", "-v", "0"], [str(HERE / "playing.py")]):
        subprocess.run([sys.executable, *command], cwd=tree, env=environment, check=True)


def _small(run: Path) -> bytes:
    file, small = run / "ridotto.sqlite3", run / "small.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute(UNUSED)
    with sqlite3.connect(file) as database:
        database.execute("VACUUM INTO ?", (str(small),))
    return small.read_bytes()


if __name__ == "__main__":
    main(sys.argv[1])

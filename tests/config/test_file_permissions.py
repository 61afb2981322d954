"""Tests that nobody else on the machine can read the site's files."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.operations import file_permissions
from tests.laws.source import ROOT

TOLD = """
from config import settings
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE IF NOT EXISTS one (number INTEGER)")
    print(settings.SECRET_KEY)
    for file in sorted(settings.RUN_DIR.iterdir()):
        print(file.name, oct(file.stat().st_mode & 0o777))
print(oct(settings.RUN_DIR.stat().st_mode & 0o777))
"""


def _site(folder: Path, **environment: str) -> list[str]:
    """Start a site with this folder and return its key, followed by its files."""
    own = {"RUN_DIR": str(folder), "DATABASE_URL": "", "REDIS_URL": "", "SECRET_KEY": ""}
    own["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run(
        ["/bin/sh", "-c", f'umask 022; exec "{sys.executable}" -c "$0"', TOLD],
        cwd=ROOT,
        env={**os.environ, **own, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.deep
def test_a_site_generates_its_key_once_and_protects_its_files(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first, again, other = (_site(tmp_path / name) for name in ("run", "run", "other"))
    assert first[0] == again[0]
    assert len({first[0], other[0]}) == 2
    assert len(first[0]) >= 50
    names = ["push-key", "ridotto.sqlite3", "ridotto.sqlite3-shm", "ridotto.sqlite3-wal", "secret"]
    assert first[1:] == [*(f"{name} 0o600" for name in names), "0o700"]


@pytest.mark.deep
def test_production_generates_no_key(tmp_path: Path) -> None:
    key = "k3y-" * 20
    told = _site(tmp_path / "run", PRODUCTION="1", SECRET_KEY=key, TESTING="0")
    assert told[0] == key
    assert not (tmp_path / "run/secret").exists()


def test_open_permissions_are_narrowed_only_in_the_sites_folder(
    tmp_path: Path,
) -> None:
    folder, file, other = tmp_path / ".run", tmp_path / ".run/ridotto.sqlite3", tmp_path / "other"
    for made in (folder, other):
        made.mkdir()
        made.chmod(0o755)
        file_permissions.make_folder(made, own=made is folder)
    file.write_text("kept")
    file.chmod(0o644)
    assert file_permissions.make_file(file).read_text() == "kept"
    modes = [path.stat().st_mode & 0o777 for path in (folder, file, other)]
    assert modes == [0o700, 0o600, 0o755]


@pytest.mark.deep
def test_processes_that_start_together_share_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(file_permissions.kept_secret, [tmp_path / "secret"] * 64))
    assert len(keys) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]

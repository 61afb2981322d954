"""Static files are collected again after a change, and outlive it for a day."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from django.templatetags.static import static
from pytest_django import Settings

from config.server import static_files

DAY = 24 * 60 * 60


@pytest.fixture
def source(tmp_path: Path, settings: Settings) -> Path:
    """Return a style sheet of a site that serves collected files."""
    (tmp_path / "source").mkdir()
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
    }
    settings.SERVED_FROM_SOURCES = False
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT = tmp_path / "collected"
    return tmp_path / "source" / "site.css"


def _deploy(source: Path, text: str) -> Path:
    """Collect a version, and return its file that is loaded under a hashed name."""
    source.write_text(text * 100)
    # A checkout may bring back an old time.
    os.utime(source, (time.time() - 10 * DAY,) * 2)
    static_files.refresh()
    return source.parents[1] / "collected" / static("site.css").rpartition("/")[2]


def _pass_seconds(folder: Path, seconds: float) -> None:
    for path in folder.iterdir():
        os.utime(path, (path.stat().st_mtime - seconds,) * 2)


def test_files_of_the_previous_version_stay_for_a_day(source: Path) -> None:
    first = _deploy(source, "a { color: red } ")
    _pass_seconds(first.parent, 30 * DAY)
    second = _deploy(source, "b { color: red } ")
    assert first.exists()
    assert first.with_name(f"{first.name}.gz").exists()
    assert (first.parent / "site.css").read_text() == source.read_text()
    _pass_seconds(first.parent, DAY - 60)
    third = _deploy(source, "c { color: red } ")
    assert all(path.exists() for path in (first, second, third))
    _pass_seconds(first.parent, 120)
    fourth = _deploy(source, "d { color: red } ")
    assert [path.exists() for path in (first, second, third, fourth)] == [False, True, True, True]
    assert not first.with_name(f"{first.name}.gz").exists()


def test_a_restored_version_stays(source: Path) -> None:
    first = _deploy(source, "a { color: red } ")
    _deploy(source, "b { color: red } ")
    _pass_seconds(first.parent, 2 * DAY)
    assert _deploy(source, "a { color: red } ") == first
    assert first.exists()
    _deploy(source, "b { color: red } ")
    assert first.exists(), "it was in use until now"


def test_unchanged_files_are_not_collected_again(source: Path) -> None:
    first = _deploy(source, "a { color: red } ")
    first.unlink()
    static_files.refresh()
    assert not first.exists()

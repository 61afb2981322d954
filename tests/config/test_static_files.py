"""Static files are collected again after a change, and outlive it for a day."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from django.templatetags.static import static
from pytest_django import Settings

from config.server import static_bundles, static_files
from config.server.static_bundles import bundle

DAY = 24 * 60 * 60


@pytest.fixture
def source(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a style sheet of a site that serves collected files."""
    (tmp_path / "source").mkdir()
    monkeypatch.setattr(static_bundles, "BUNDLES", {})
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.server.static_bundles.BundledStorage"},
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


def test_a_bundle_has_its_sources_in_their_order_and_is_hashed_and_compressed(
    source: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundles = {"all.js": ("two.js", "one.js"), "all.css": ("site.css", "more.css")}
    monkeypatch.setattr(static_bundles, "BUNDLES", bundles)
    for name in ("one.js", "two.js"):
        (source.parent / name).write_text(f"const own = '{name}' // ends without a new line")
    (source.parent / "more.css").write_text("b { color: green }")
    _deploy(source, "a { color: red } ")
    texts = []
    for colour in ("red", "blue"):
        sheet = _deploy(source, f"a {{ color: {colour} }} ")
        joined = sheet.with_name(static("all.css").rpartition("/")[2])
        assert joined.name.count(".") == 2
        assert joined.with_name(f"{joined.name}.gz").exists()
        texts.append(joined.read_text())
    for colour, text in zip(("red", "blue"), texts, strict=True):
        first, second = text.split("/* more.css */\n")
        assert first == f"/* site.css */\n{f'a {{ color: {colour} }} ' * 100}\n"
        assert second == "b { color: green }\n"
    script = (source.parents[1] / "collected" / "all.js").read_text()
    assert script.index("const own = 'two.js'") < script.index("const own = 'one.js'")
    assert bundle("all.js") == {"kind": "js", "files": [static("all.js")]}
    settings.SERVED_FROM_SOURCES = True
    assert bundle("all.css")["files"] == [static("site.css"), static("more.css")]


def test_files_are_collected_again_after_a_change_of_the_bundles(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _deploy(source, "a { color: red } ")
    first.unlink()
    (tmp_path / "changed.py").write_text("")
    monkeypatch.setattr(static_bundles, "__file__", str(tmp_path / "changed.py"))
    static_files.refresh()
    assert first.exists()

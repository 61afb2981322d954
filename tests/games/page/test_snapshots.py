"""The snapshots that a process caches are limited to matches that are viewed."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from games.page import snapshot as kept
from games.page.snapshot import MatchSnapshot


def _of(name: str) -> MatchSnapshot:
    return MatchSnapshot(match=SimpleNamespace(public_id=name), seats=())  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_snapshots", type(kept._snapshots)())


def test_an_unused_match_is_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.monotonic()
    at = SimpleNamespace(monotonic=lambda: began)
    monkeypatch.setattr(kept, "time", at)
    for name in ("left", "watched"):
        kept._keep(_of(name))
    at.monotonic = lambda: began + 100
    kept._note_use(kept._snapshots["watched"])
    at.monotonic = lambda: began + 130
    kept._keep(_of("new"))
    assert [*kept._snapshots] == ["watched", "new"]


def test_the_least_recently_used_match_is_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_KEPT", 2)
    for name in ("one", "two", "one", "three"):
        kept._keep(_of(name))
    assert [*kept._snapshots] == ["one", "three"]

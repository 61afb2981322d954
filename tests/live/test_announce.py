"""News from a process that is ending are lost, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from chat.live import announce


def _fails_with(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Layer:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            raise RuntimeError(text)

    monkeypatch.setattr(announce, "get_channel_layer", Layer)
    monkeypatch.setattr(announce, "at_home", lambda: None)


def test_a_process_that_ends_warns_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _fails_with("cannot schedule new futures after interpreter shutdown", monkeypatch)
    announce.send({"type": "news", "topics": ["presence.lobby"]})
    assert "presence.lobby" in caplog.text


def test_any_other_fault_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    _fails_with("the layer is broken", monkeypatch)
    with pytest.raises(RuntimeError):
        announce.send({"type": "news", "topics": []})

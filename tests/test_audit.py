"""The audit of pinned packages fails for what it finds, and for nothing else."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests.support import audit

FAULT = {"id": "PYSEC-1", "fix_versions": ["2.0"], "aliases": [], "description": ""}


def _said(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": list(packages), "fixes": []})


def test_a_known_fault_fails_and_is_named() -> None:
    out = _said({"name": "goose", "version": "1.0", "vulns": [FAULT]})
    fine, text = audit.verdict("pins.txt", out, "")
    assert not fine
    assert "goose 1.0: PYSEC-1, mended in 2.0" in text


def test_without_faults_it_says_how_many_were_looked_at() -> None:
    goose = {"name": "goose", "version": "1.0", "vulns": []}
    assert audit.verdict("pins.txt", _said(goose, goose), "") == (
        True, "pins.txt: nothing is known against 2 packages.",
    )  # fmt: skip


def test_what_nothing_was_said_of_does_not_count_as_looked_at() -> None:
    goose, gone = (
        {"name": "goose", "version": "1.0", "vulns": []},
        {"name": "x", "skip_reason": "?"},
    )
    _fine, text = audit.verdict("pins.txt", _said(goose, gone, gone), "")
    assert text == "pins.txt: nothing is known against 1 packages. Nothing was said of 2 others."
    fine, text = audit.verdict("pins.txt", _said(gone, gone), "")
    assert fine
    assert "not audited, since the data could not be had" in text


@pytest.mark.parametrize("out", ["", "null", "{}", "<html>"])
def test_that_nobody_can_be_asked_fails_nothing_and_is_said(out: str) -> None:
    fine, text = audit.verdict("pins.txt", out, "Traceback\nConnectionError: no route")
    assert fine
    assert "not audited, since the data could not be had (ConnectionError: no route)" in text


def test_a_net_that_hangs_fails_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_given: Any, **_named: Any) -> None:
        raise subprocess.TimeoutExpired("pip-audit", 1)

    monkeypatch.setattr(subprocess, "run", hangs)
    assert audit.main() == 0


def test_one_fault_in_either_file_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "audited", lambda pins: (pins != audit.PINS[1], pins))
    assert audit.main() == 1

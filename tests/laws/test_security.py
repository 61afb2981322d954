"""docs/security.md says of each item what holds it, and names only what exists."""

from __future__ import annotations

import re

from tests.laws.source import ROOT, nothing, settings_text

TEXT = (ROOT / "docs/security.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not line.startswith(("| section", "| ---"))
]
FILE = re.compile(r"`((?:tests|docs|chat|games|config|lobby|auctions)/[\w./-]+|[A-Z]+\.md)`")
SETTING = re.compile(r"`([A-Z][A-Z_]{4,})`")
# What holds an item besides a file that is named.
OTHERWISE = (
    "does not apply", "the house", "`check --deploy`", "Python", "none", "not so", "no ",
    "recovery codes", "allauth", "Django", "it asks none",
)  # fmt: skip


def test_every_chapter_is_there() -> None:
    chapters = {int(row[0].split(".")[0]) for row in ROWS} | {9}  # with 10
    assert chapters == set(range(1, 18))
    assert len(ROWS) > 80


def test_each_item_has_what_holds_it_or_why_it_does_not_apply() -> None:
    nothing(
        " | ".join(row)
        for row in ROWS
        if len(row) != 3
        or not (FILE.search(row[2]) or SETTING.search(row[2]) or row[2].startswith(OTHERWISE))
    )


def test_every_file_that_is_named_exists() -> None:
    named = FILE.findall(TEXT)
    assert len(set(named)) > 50
    nothing(sorted(name for name in set(named) if not (ROOT / name).exists()))


def test_every_setting_that_is_named_exists() -> None:
    settings = settings_text()
    example = (ROOT / ".env.example").read_text("utf-8")
    nothing(name for name in SETTING.findall(TEXT) if name not in settings + example)

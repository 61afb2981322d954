"""Files and functions stay small enough to be read at one sitting."""

from __future__ import annotations

import statistics

from tests.laws.source import APPS, ROOT, modules, nothing

MEDIAN_FILE = 80
LONGEST_FILE = 400
LONGEST_FUNCTION = 60

# What is longer, and why.
LONG_FILES: dict[str, str] = {
    "auctions/rules/verify.py": "downloaded as one file that checks a whole week by itself",
    "games/engines/base.py": "the contract every engine is written against, read as one document",
    "static/css/interop.css": "one style sheet a game, with its layout at every width",
    "static/css/merchants.css": "one style sheet a game, with its layout at every width",
}
LONG_FUNCTIONS: dict[str, str] = {}

CODE = modules(*APPS, "tests")


def _lines(text: str) -> int:
    return text.count("\n")


def test_the_median_file_is_short() -> None:
    lengths = [_lines(module.text) for module in modules(*APPS) if module.text.strip()]
    assert statistics.median(lengths) <= MEDIAN_FILE


def test_no_file_is_long() -> None:
    nothing(
        f"{module}: {_lines(module.text)} lines"
        for module in CODE
        if _lines(module.text) > LONGEST_FILE and module.name not in LONG_FILES
    )


def test_no_script_style_or_template_is_long() -> None:
    files = [*(ROOT / "static").rglob("*.js"), *(ROOT / "static").rglob("*.css")]
    files += (file for file in (ROOT / "templates").rglob("*.*") if file.suffix != ".txt")
    names = {str(file.relative_to(ROOT)): _lines(file.read_text("utf-8")) for file in files}
    nothing(
        f"{name}: {length} lines"
        for name, length in names.items()
        if length > LONGEST_FILE and name not in LONG_FILES
    )


def test_no_function_is_long() -> None:
    nothing(
        f"{module}:{function.lineno} {function.name}"
        for module in CODE
        for function in module.functions()
        if (function.end_lineno or 0) - function.lineno + 1 > LONGEST_FUNCTION
        and f"{module}:{function.name}" not in LONG_FUNCTIONS
    )


def test_every_exception_is_still_needed() -> None:
    for name in LONG_FILES:
        assert _lines((ROOT / name).read_text("utf-8")) > LONGEST_FILE, name
    kept = {f"{module}:{function.name}" for module in CODE for function in module.functions()}
    assert kept >= set(LONG_FUNCTIONS)

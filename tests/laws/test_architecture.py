"""What is written for whoever changes this code names only what exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.bench.__main__ import LANES
from tests.laws.source import APPS, ROOT, modules, nothing

WRITTEN = ("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/laws.md", "docs/performance.md")
FOR_PEOPLE = (*WRITTEN, "README.md", "docs/operations.md")
TEXT = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in WRITTEN)
# Names also what is yet to be made, its game of dice; another test walks through it.
A_GAME = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
# `path/file.py`, `path/file.py:name`, `path/file.py:Class.name`
NAME = re.compile(r"`([\w/]+\.(?:py|js|css|html|md))(?::([\w.]+))?`")
IN_A_GAME = [one for one in NAME.findall(A_GAME) if "/" in one[0] and "dice" not in one[0]]
NAMED = [*NAME.findall(TEXT), *IN_A_GAME]
FOLDERS = re.findall(r"`((?:tests|games|chat|lobby|config|auctions)(?:/\w+)+)`", TEXT)


def test_the_life_of_an_action_names_a_function_at_its_stops() -> None:
    assert sum(bool(name) for _path, name in NAMED) >= 8


def test_every_file_and_function_named_exists() -> None:
    nothing(missing for path, name in NAMED for missing in _missing(path, name))


def _missing(path: str, name: str) -> Iterator[str]:
    if not (ROOT / path).is_file():
        yield path
        return
    text = (ROOT / path).read_text(encoding="utf-8")
    for part in filter(None, name.split(".")):
        if not re.search(rf"\b(def|class) {part}\b|^{part}\b.* = ", text, re.MULTILINE):
            yield f"{path}:{part}"


def test_every_folder_named_exists() -> None:
    nothing(
        path
        for path in FOLDERS
        if not (ROOT / path).is_dir() and not (ROOT / f"{path}.py").is_file()
    )


def test_every_program_of_the_tests_that_is_to_be_run_exists() -> None:
    text = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in FOR_PEOPLE)
    run = set(re.findall(r"python -m (tests(?:\.\w+)+)((?: [a-z]+)*)", text))
    assert len(run) > 10
    nothing(module for module, _words in run if not _is_program(ROOT / module.replace(".", "/")))
    lanes = {word for module, words in run if module == "tests.bench" for word in words.split()}
    assert lanes <= LANES.keys()


def _is_program(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_what_is_quoted_stands_there() -> None:
    """From `path`: and a block of Python, whose lines follow each other in that file."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    quoted = re.findall(r"From\s`([\w/]+\.py)`:\n\n```python\n(.*?)```", text, re.DOTALL)
    assert len(quoted) == 3
    nothing(path for path, block in quoted if _bare(block) not in _bare((ROOT / path).read_text()))


def _bare(code: str) -> str:
    return "\n".join(line.strip() for line in code.strip().splitlines())


IN_CODE = re.compile(r"`([\w./-]+\.(?:py|js|css|html|jinja|md))\b[^`]*`")


def test_files_named_in_code_and_templates_exist() -> None:
    """By the end of their path, as comments name a neighbour."""
    shown = [path for kind in ("html", "jinja") for path in (ROOT / "templates").rglob(f"*.{kind}")]
    files = [*(module.path for module in modules(*APPS)), *shown, *(ROOT / "static").rglob("*.js")]
    ends = {end for path in _files() for end in _ends(path.relative_to(ROOT))}
    nothing(
        f"{path.relative_to(ROOT)}: {named}"
        for path in files
        for named in IN_CODE.findall(path.read_text("utf-8"))
        if named not in ends
    )


def _files() -> Iterator[Path]:
    for folder in (*APPS, "docs", "static", "templates", "tests"):
        yield from (path for path in (ROOT / folder).rglob("*.*") if path.is_file())
    yield from ROOT.glob("*.*")


def _ends(path: Path) -> Iterator[str]:
    return ("/".join(path.parts[-length:]) for length in range(1, len(path.parts) + 1))


PART = re.compile(r"`(\w+)`(?=:|, `\w+`)")


def test_what_a_package_lists_of_itself_exists() -> None:
    """Its docstring says of each: `name`: what it is."""
    packages = [module for module in modules(*APPS) if module.path.name == "__init__.py"]
    listed = [
        (module.path.parent, name)
        for module in packages
        for name in PART.findall(ast.get_docstring(module.tree) or "")
    ]
    assert len(listed) > 10
    nothing(
        f"{folder.relative_to(ROOT)}: {name}"
        for folder, name in listed
        if not (folder / name).is_dir() and not (folder / f"{name}.py").is_file()
    )

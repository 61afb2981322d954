"""The operator's texts: terms, house rules and contact.

Each process reads them when it starts, from a folder with any of `terms.txt`, `rules.txt` and
`contact.txt`. A file such as `terms.it.txt` is the Italian version.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

NAMES = ("terms", "rules", "contact")
MOST_BYTES = 200_000  # of a text; it is in the memory of each web process and on one page
_FILE = re.compile(rf"({'|'.join(NAMES)})(?:\.([a-z]{{2,3}}(?:-[a-z]+)?))?\.txt")

Texts = dict[str, dict[str, str]]


def read(folder: str) -> Texts:
    """Return the texts by name and language; none if `folder` is empty.

    The language "" is the default. Raise `ImproperlyConfigured` if the folder or a text is
    invalid.
    """
    if not folder.strip():
        return {}
    texts: Texts = {}
    for file in _files(Path(folder.strip())):
        found = _FILE.fullmatch(file.name)
        if found is None:
            known = ", ".join(f"{name}.txt" for name in NAMES)
            raise _wrong(
                f"contains {file.name}: texts are called {known}, or terms.it.txt for a translation"
            )
        texts.setdefault(found[1], {})[found[2] or ""] = _text(file)
    for name, by_language in texts.items():
        if "" not in by_language:
            raise _wrong(f"contains no {name}.txt for people in whose language there is none")
    return texts


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise _wrong(f"must name a folder, not {str(folder)!r}")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise _wrong(f"names a folder that can't be read: {str(folder)!r}")
    return sorted(folder.glob("*.txt"))


def _text(file: Path) -> str:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise _wrong(f"contains {file.name}, which can't be read") from error
    if len(data) > MOST_BYTES:
        raise _wrong(f"contains {file.name}, which is larger than {MOST_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _wrong(f"contains {file.name}, which is not UTF-8") from error
    if not text.strip() or "\0" in text:
        raise _wrong(f"contains {file.name}, which is empty or not text")
    return text


def _wrong(what: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"HOUSE_TEXTS {what}")

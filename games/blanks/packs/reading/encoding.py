"""The text of a file, by its encoding (rules 20.1)."""

from __future__ import annotations

import codecs

UTF_8, UTF_16, WINDOWS = "utf-8", "utf-16", "windows-1252"


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file without its mark, and its encoding.

    Raise `UnicodeError` if the bytes are in none of the encodings.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _without_nul(data.decode("utf-16")), UTF_16
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return _without_nul(data.decode()), UTF_8
    except UnicodeDecodeError:
        return _without_nul(data.decode(WINDOWS)), WINDOWS


def _without_nul(text: str) -> str:
    # UTF-16 without its mark is full of them.
    if "\0" in text:
        raise UnicodeError("the text has a NUL character")
    return text

"""Reading of a deck file from its bytes to its preview (rules 20)."""

from __future__ import annotations

from collections.abc import Collection

from games.blanks.packs.reading.preview import Columns, Fault, Preview

MOST_BYTES = 4 * 1024 * 1024


def read(
    data: bytes,
    filename: str = "",
    *,
    language: str = "en",
    packs: Collection[int] = (),
    columns: Columns | None = None,
    turned: Collection[str] = (),
    turn_all: bool = False,
    keep_capitals: bool = False,
    blocked: Collection[str] = (),
) -> Preview | Fault:
    """Return the preview of a file, or the fault that ends the check at once.

    `language`: of cards whose file names none. `packs`: positions of the packs to join, from 0; if
    a file has several and none is chosen, the preview has only their list. `columns`: of a table
    that was `bad_table`. `turned`: places of cards whose colour was guessed wrong; `turn_all`: all
    the others. `keep_capitals`: white cards are not set in lower case. `blocked`: forbidden words.
    """
    raise NotImplementedError

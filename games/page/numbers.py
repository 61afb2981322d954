"""Numbers after the end: what a game hands in, and the page hands on, for a match that is over.

A game gives figures, each a picture (`pictures`) and the same as a table: a game at a table through
`presenting.Pages.numbers`, of what its title counts (`TableTitle.numbers`). They show what the end
has opened, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.page.kit import Who
from games.page.snapshot import MatchSnapshot

Cell = str | int | Who


@dataclass(frozen=True)
class Row:
    """A line of the table: as many cells as there are heads. `who`: whom it is of.

    A player in a cell is shown by mark and name.
    """

    cells: tuple[Cell, ...]
    who: Who | None = None


@dataclass(frozen=True)
class Figure:
    """A picture and its table. `name`: of its part of the page; `text`: what it tells.

    `heads`: words, and players where a column is theirs. `words`: how many of the first columns
    hold words. `note`: what one should know of it.
    """

    name: str
    title: str
    text: str
    picture: SafeString
    heads: tuple[str | Who, ...]
    rows: tuple[Row, ...]
    words: int = 1
    note: str = ""

    @property
    def folds(self) -> bool:
        """Whether a row stands in lines where there is no room: else its columns are narrow."""
        return len(self.heads) > 5 and all(isinstance(head, str) for head in self.heads)


Numbers = Callable[[MatchSnapshot, Any, int | None], Sequence[Figure]]
"""Of a match that is over, what its title counts, and the viewer's seat."""


def no_numbers(snapshot: MatchSnapshot, counted: Any, seat: int | None) -> Sequence[Figure]:
    """Of a game that hands in none."""
    return ()

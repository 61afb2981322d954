"""Constants of a query that stand in its SQL."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.db.models import CharField, Value

_WORD = re.compile(r"[a-z_]+")


class Constant(Value):
    """A word of the code's, such as a status: it stands in the SQL, and is no parameter of it.

    PostgreSQL plans a statement it has prepared once for all values, unless it could do better if
    it knew them. Of a status it may know that few rows have it; where that is a parameter it plans
    anew each time, which in a large house takes longer than all the rest of the statement.
    Never for what people give: raises ValueError for all but small letters and underscores.
    """

    def __init__(self, word: str) -> None:
        if not _WORD.fullmatch(word):
            raise ValueError(f"no word of the code's: {word!r}")
        super().__init__(str(word), output_field=CharField())

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        return f"'{self.value}'", ()


def constants(several: Iterable[str]) -> list[Constant]:
    return [Constant(one) for one in several]

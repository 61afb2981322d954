"""What of a week a page shows: read from its address, which alone says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from auctions.rules.catalogue import NAMES
from auctions.rules.schedule import AUCTIONS

VIEWS = ("day", "week", "players", "plots")
_LONGEST = 40


@dataclass(frozen=True)
class Look:
    """`view`: "" is the one that fits the moment, "week" is for who plays. `day`: None is the next.

    `lot`, `name` and `page` narrow a list: one item, players called so, which sheet of it.
    `done`: a command was just accepted from a page without script.
    """

    view: str = ""
    day: int | None = None
    lot: str = ""
    name: str = ""
    page: int = 1
    done: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Look:
        """From an address; what it does not know counts as not said."""
        view, lot = query.get("view", ""), query.get("lot", "")
        day = _number(query.get("day", ""), AUCTIONS - 1)
        return cls(
            view=view if view in VIEWS else "",
            day=day,
            lot=lot if lot in NAMES else "",
            name=query.get("name", "").strip()[:_LONGEST],
            page=max(1, _number(query.get("page", ""), 99_999) or 1),
            done=query.get("done") == "1",
        )

    @property
    def query(self) -> str:
        """As it stands in an address, without the question mark."""
        said = {name: str(value) for name, value in asdict(self).items() if value is not None}
        said["done"] = "1" if self.done else ""
        said["page"] = "" if self.page == 1 else said["page"]
        return urlencode({name: value for name, value in said.items() if value})

    def with_(self, **changes: Any) -> Look:
        return replace(self, **changes)


def _number(text: str, most: int) -> int | None:
    """The whole number, None for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        return None
    number = int(text)
    return number if number <= most else None


def address(public_id: str, look: Look) -> str:
    """Where a page that shows this is found."""
    here = reverse("games:match", args=[public_id])
    query = look.query
    return f"{here}?{query}" if query else here

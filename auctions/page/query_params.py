"""The query parameters of a match page, which select what it shows of a week."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from auctions.rules.catalogue import NAMES
from auctions.rules.schedule import AUCTIONS
from chat.core.numbers import whole_number

VIEWS = ("day", "week", "players", "plots")
_LONGEST = 40


@dataclass(frozen=True)
class Look:
    """The part of a week that a page shows."""

    view: str = ""  # "" is the one that suits the state of the week; "week" is for players
    day: int | None = None  # None is the next one
    # Filters of a list: one item, players with this text in their name, and the page number.
    lot: str = ""
    name: str = ""
    page: int = 1
    done: bool = False  # a command was just accepted from a page without scripts
    live: bool = False  # a page opened before the end of the week, whose result it then shows

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Look:
        """Parse the parameters; unknown values count as missing."""
        view, lot = query.get("view", ""), query.get("lot", "")
        day = _number(query.get("day", ""), AUCTIONS - 1)
        return cls(
            view=view if view in VIEWS else "",
            day=day,
            lot=lot if lot in NAMES else "",
            name=query.get("name", "").strip()[:_LONGEST],
            page=max(1, _number(query.get("page", ""), 99_999) or 1),
            done=query.get("done") == "1",
            live=query.get("live") == "1",
        )

    @property
    def query(self) -> str:
        """The query string, without the question mark."""
        said = {name: str(value) for name, value in asdict(self).items() if value is not None}
        said["done"] = "1" if self.done else ""
        said["live"] = "1" if self.live else ""
        said["page"] = "" if self.page == 1 else said["page"]
        return urlencode({name: value for name, value in said.items() if value})

    def with_(self, **changes: Any) -> Look:
        return replace(self, **changes)


def _number(text: str, most: int) -> int | None:
    """Return the whole number, or None for any other text or a larger number."""
    number = whole_number(text, 6)
    return None if number is None or number > most else number


def address(public_id: str, look: Look) -> str:
    """Return the address of the page that shows this."""
    here = reverse("games:match", args=[public_id])
    query = look.query
    return f"{here}?{query}" if query else here

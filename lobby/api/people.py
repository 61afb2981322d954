"""API endpoints for the token's owner and their matches."""

from __future__ import annotations

from chat.api.base import Door
from games.api.shapes import Table, table_of
from games.engine.base import Value
from games.selectors import my_matches, tables_for


class Me(Value):
    """The token's owner."""

    username: str
    name: str
    time_zone: str
    language: str
    bot: bool


class Mine(Value):
    """Your matches, with those that wait for you first."""

    tables: tuple[Table, ...]


class MeDoor(Door):
    """Your account."""

    tags = ("People",)

    def get(self) -> Me:
        """Return the token's owner."""
        user = self.user
        return Me(
            username=user.username,
            name=user.shown_name,
            time_zone=user.time_zone,
            language=user.language,
            bot=user.is_bot,
        )


class MyMatchesDoor(Door):
    """Your matches."""

    tags = ("People",)

    def get(self) -> Mine:
        """Return the matches in which you have a seat.

        Those that wait for you come first, sorted by deadline.
        """
        return Mine(tables=tuple(map(table_of, my_matches(tables_for(self.user)))))

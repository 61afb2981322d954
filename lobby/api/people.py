"""Who one is, and where one plays."""

from __future__ import annotations

from chat.api.base import Door
from games.api.shapes import Table, table_of
from games.engine.base import Value
from games.selectors import my_matches, tables_for


class Me(Value):
    """Whose token it is."""

    username: str
    name: str
    time_zone: str
    language: str
    bot: bool


class Mine(Value):
    """Those that one sits at: what waits for them first."""

    tables: tuple[Table, ...]


class MeDoor(Door):
    """Oneself."""

    tags = ("People",)

    def get(self) -> Me:
        """Whose token this is."""
        user = self.user
        return Me(
            username=user.username,
            name=user.shown_name,
            time_zone=user.time_zone,
            language=user.language,
            bot=user.is_bot,
        )


class MyMatchesDoor(Door):
    """One's own matches."""

    tags = ("People",)

    def get(self) -> Mine:
        """Where one sits: what waits for an answer first, nearest deadline first."""
        return Mine(tables=tuple(map(table_of, my_matches(tables_for(self.user)))))

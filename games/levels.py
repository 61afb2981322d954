"""By which word a table chooses each of its bots, and which bot that is in a game."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from chat.core.translation import gettext
from games.engine.base import Title
from games.refusals import HouseCode, Refusal

HOUSE = "house"
_WORDS = {
    "beginner": gettext_noop("beginner"),
    HOUSE: gettext_noop("house"),
    "master": gettext_noop("master"),
}


def levels_of(title: Title) -> Sequence[tuple[str, str]]:
    """The words to choose from, with how they read; none where all bots play alike."""
    return [(level, gettext(word)) for level, word in _WORDS.items() if level in title.levels]


def bot_of(title: Title, level: str) -> str:
    """The bot that plays so. Raises `Refusal("bad_option")` where there is none."""
    if level == HOUSE:
        return title.house_bot
    if level not in title.levels:
        raise Refusal(HouseCode.BAD_OPTION)
    return title.levels[level]


def level_of(title: Title, bot: str) -> str:
    """How the word reads by which this bot was chosen; "" of the usual ones."""
    found = (level for level, name in title.levels.items() if name == bot and level != HOUSE)
    return gettext(_WORDS[level]) if (level := next(found, "")) else ""

"""Permissions to view games, for moderators.

Acts require the right to moderate as well.
"""

from chat.rights import view

GAMES_RIGHTS = (
    view("games", "match", "match"),
    view("games", "deadline", "deadline"),
    view("games", "taskfailure", "failed task"),
    view("games", "pack", "card pack"),
    view("games", "packcard", "card"),
    view("games", "packbar", "barred author"),
)

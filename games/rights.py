"""What moderators may look at here; what they do asks for the right to moderate besides."""

from chat.rights import view

GAMES_RIGHTS = (
    view("games", "match", "match"),
    view("games", "deadline", "deadline"),
    view("games", "taskfailure", "failed task"),
    view("games", "pack", "card pack"),
    view("games", "packcard", "card"),
    view("games", "packbar", "barred author"),
)

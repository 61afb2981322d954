"""Refusals of commands about a table, a match, or an account."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code, Refusal

__all__ = ["HouseCode", "Refusal", "RulesRefusal"]


class RulesRefusal(Refusal):
    """A refusal with the code and the message of a game's rules."""

    def __init__(self, code: str, message: str) -> None:
        Exception.__init__(self, code)
        self.code, self.message = code, message


class HouseCode(Code):
    """The site's own refusal codes, each with its message.

    The order in which codes of a table apply is decided in `games/engine/table.py`.
    """

    MALFORMED = "malformed", _("Your answer could not be read. Reload the page and try again.")
    NOT_ACTIVE = "not_active", _("This table is closed.")
    NOT_PLAYING = "not_playing", _("This match is not running.")
    ALREADY_JOINED = "already_joined", _("This person is already at the table.")
    ALREADY_STARTED = "already_started", _("The match has started.")
    BANNED = (
        "banned",
        _(
            "You were removed from this table. If the host removed you, you can come "
            "back with a new invitation."
        ),
    )
    TOO_MANY_TRIES = (
        "too_many_tries",
        _("Too many wrong passwords. Wait ten minutes, then try again."),
    )
    WRONG_PASSWORD = "wrong_password", _("Wrong password for this table.")
    INVITE_REQUIRED = "invite_required", _("This table is by invitation only.")
    GAME_FULL = "game_full", _("All seats at this table are taken.")
    NOT_A_PLAYER = "not_a_player", _("This person is not a player in this match.")
    NOT_OWNER = "not_owner", _("Only the host can do that.")
    KICK_IN_PLAY_OFF = (
        "kick_in_play_off",
        _("Players can't be removed from this table during the match."),
    )
    CANNOT_KICK_SELF = "cannot_kick_self", _("You can't remove yourself. Leave the table instead.")
    NO_SUCH_USER = "no_such_user", _("There is nobody with that name.")
    BAD_OPTION = "bad_option", _("These settings don't go together. Change the marked ones.")
    SPECTATORS_OFF = "spectators_off", _("This table doesn't allow spectators.")
    TOO_FEW_PLAYERS = "too_few_players", _("There are not enough players yet.")
    PACK_UNAVAILABLE = (
        "pack_unavailable",
        _("One of the packs can no longer be used at this table. Choose another one."),
    )
    NO_BLACK_CARDS = (
        "no_black_cards",
        _("The chosen packs have no black cards. Add a pack that has some."),
    )
    NOT_ENOUGH_WHITE_CARDS = (
        "not_enough_white_cards",
        _(
            "The chosen packs have too few white cards for this many seats. Add a "
            "pack or remove seats."
        ),
    )
    STARTING = "starting", _("The match is about to begin. Try again in a few seconds.")
    NOT_STARTING = (
        "not_starting",
        _("Contributions can only be opened at the start of a match."),
    )
    BAD_OPENING = (
        "bad_opening",
        _("This doesn't match what your browser announced when you joined, so it stays unopened."),
    )
    NOT_FINISHED = "not_finished", _("Only a finished match can be played again.")
    STALLED = (
        "stalled",
        _("The match has stopped because of an error. A moderator has been notified."),
    )
    NOT_STALLED = "not_stalled", _("This match is not stalled.")
    OUTDATED = (
        "outdated",
        _("This match began under earlier rules of the game, so it can't be shown any more."),
    )
    NO_GUESTS = (
        "no_guests",
        _("Guests can't join this table. Sign up to keep your account first."),
    )
    NOT_AWAY = "not_away", _("You are not away.")
    FAULT = (
        "fault",
        _("The site could not do that. Nothing has changed; a moderator has been notified."),
    )
    BUSY = "busy", _("The table is busy. Try again in a moment.")
    NOT_AT_A_TABLE = "not_at_a_table", _("Only matches that are played step by step can do that.")
    NO_BOT_ACCOUNTS = "no_bot_accounts", _("This table only allows house bots.")
    NOT_RELIABLE = (
        "not_reliable",
        _(
            "Your reliability is below the minimum of this table. You can still join "
            "with an invitation."
        ),
    )
    BOT_OWNS_NOTHING = "bot_owns_nothing", _("Bots can't create tables.")
    OTHER_SEAT = "other_seat", _("Your seat has changed. Open the stream again.")
    NO_SUCH_LOT = "no_such_lot", _("This auction sells nothing with that name.")
    NO_SUCH_SEAT = "no_such_seat", _("Nobody has ever had that seat in this match.")
    NO_SUCH_STEP = "no_such_step", _("The match has no such step.")
    SUSPENDED = "suspended", _("Your account is suspended.")
    BAD_NAME = "bad_name", _("Choose another name: 1 to 60 characters, without blocked words.")
    CANNOT_STOP = "cannot_stop", _("Only players of a running match can agree to stop it.")
    CANNOT_PAUSE = (
        "cannot_pause",
        _("You can't pause this match. Only its players can, while it runs."),
    )
    BAD_PAUSE = "bad_pause", _("Choose a day from tomorrow to 14 days from now.")
    NO_SUCH_TABLE = "no_such_table", _("There is no such table, or you can't join it.")
    TOO_MANY_SEATS = (
        "too_many_seats",
        _("Your tables can have at most %(most)s seats. Ask a moderator for a larger one."),
    )
    ONE_LARGE_MATCH = (
        "one_large_match",
        _(
            "You already have a table with more than %(seats)s seats taken. End that "
            "one first, or use fewer bots."
        ),
    )
    TOO_MANY_TABLES = (
        "too_many_tables",
        _("You have too many open tables. Start or close one of them first."),
    )
    TOO_MANY_MATCHES = (
        "too_many_matches",
        _(
            "You are at %(most)s tables, the maximum. Finish a match, leave one with "
            "other people, or stop one against bots."
        ),
    )
    BLOCKED_BY_YOU = (
        "blocked_by_you",
        _("You have blocked this person. Unblock them in your settings to invite them."),
    )
    TOO_MANY_INVITATIONS = (
        "too_many_invitations",
        _(
            "You have sent %(most)s invitations today, the maximum. Create a link, or"
            " try again tomorrow."
        ),
    )
    TOO_MANY_LINKS = (
        "too_many_links",
        _("This table has used all of its %(most)s links. Invite people by name."),
    )
    TOO_MANY_CHANGES = (
        "too_many_changes",
        _("You have changed table settings too often in the last hour. Try again later."),
    )

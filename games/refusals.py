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

    MALFORMED = "malformed", _("That could not be read. Reload the page and try again.")
    NOT_ACTIVE = "not_active", _("This table is closed.")
    NOT_PLAYING = "not_playing", _("This match is not running.")
    ALREADY_JOINED = "already_joined", _("This person is already at the table.")
    ALREADY_STARTED = "already_started", _("The match has started.")
    BANNED = (
        "banned",
        _(
            "You were removed from this table. "
            "If its owner removed you, a new invitation lets you back in."
        ),
    )
    TOO_MANY_TRIES = (
        "too_many_tries",
        _("Too many wrong passwords. Wait ten minutes, then try again."),
    )
    WRONG_PASSWORD = "wrong_password", _("That is not the password of this table.")
    INVITE_REQUIRED = "invite_required", _("This table is open to invited people only.")
    GAME_FULL = "game_full", _("Every seat of this table is taken.")
    NOT_A_PLAYER = "not_a_player", _("Not a player of this match.")
    NOT_OWNER = "not_owner", _("Only the owner of the table can do that.")
    KICK_IN_PLAY_OFF = (
        "kick_in_play_off",
        _("At this table nobody can be removed while the match is running."),
    )
    CANNOT_KICK_SELF = "cannot_kick_self", _("You cannot remove yourself. Leave the table instead.")
    NO_SUCH_USER = "no_such_user", _("There is nobody with that name.")
    BAD_OPTION = "bad_option", _("These options do not go together. Change those that are marked.")
    SPECTATORS_OFF = "spectators_off", _("This table does not admit spectators.")
    TOO_FEW_PLAYERS = "too_few_players", _("Too few players are seated.")
    PACK_UNAVAILABLE = (
        "pack_unavailable",
        _("One of the packs may no longer be used at this table. Choose another."),
    )
    NO_BLACK_CARDS = (
        "no_black_cards",
        _("The chosen packs hold no black card. Add a pack that does."),
    )
    NOT_ENOUGH_WHITE_CARDS = (
        "not_enough_white_cards",
        _(
            "The chosen packs hold too few white cards for so many seats. "
            "Add a pack or remove seats."
        ),
    )
    STARTING = "starting", _("The match is about to begin. Try again in a few seconds.")
    NOT_STARTING = (
        "not_starting",
        _("What browsers add to chance is opened at the start of a match, and at no other time."),
    )
    BAD_OPENING = (
        "bad_opening",
        _("That is not what your browser announced when you sat down. It is left unopened."),
    )
    NOT_FINISHED = "not_finished", _("Only a finished match can be played again.")
    STALLED = "stalled", _("The match has stopped because of a fault. A moderator has been told.")
    NOT_STALLED = "not_stalled", _("This match is not stuck.")
    NO_GUESTS = (
        "no_guests",
        _("This table does not admit guests. Keep your account first."),
    )
    NOT_AWAY = "not_away", _("You are not away.")
    FAULT = (
        "fault",
        _("The house could not carry that out. Nothing has changed; a moderator has been told."),
    )
    BUSY = "busy", _("The table is busy. Try again in a moment.")
    NOT_AT_A_TABLE = "not_at_a_table", _("This game is not played step by step at a table.")
    NO_BOT_ACCOUNTS = "no_bot_accounts", _("This table lets no bots in but those of the house.")
    NOT_RELIABLE = (
        "not_reliable",
        _(
            "This table asks for people who answer in time more often than you have lately. "
            "An invitation lets you in all the same."
        ),
    )
    BOT_OWNS_NOTHING = "bot_owns_nothing", _("Bots sit down at tables of people, and make none.")
    OTHER_SEAT = "other_seat", _("You have another seat by now. Open the stream again.")
    NO_SUCH_LOT = "no_such_lot", _("Nothing of that name is sold in this auction.")
    NO_SUCH_SEAT = "no_such_seat", _("Nobody has, or had, that seat.")
    NO_SUCH_STEP = "no_such_step", _("The match has no such step.")
    SUSPENDED = "suspended", _("Your account is suspended.")
    BAD_NAME = "bad_name", _("Choose another name: 1 to 60 characters, without blocked words.")
    CANNOT_STOP = "cannot_stop", _("Only people at a running match can agree to stop it.")
    CANNOT_PAUSE = (
        "cannot_pause",
        _("Only people at a running match of slow pace can agree to stop its clock."),
    )
    BAD_PAUSE = "bad_pause", _("Choose a day: tomorrow at the earliest, 14 days from now at most.")
    NO_SUCH_TABLE = "no_such_table", _("There is no such table, or it is not open to you.")
    TOO_MANY_SEATS = (
        "too_many_seats",
        _("Your tables can have at most %(most)s seats. Ask a moderator for a larger one."),
    )
    ONE_LARGE_MATCH = (
        "one_large_match",
        _(
            "You have a table with more than %(seats)s seats taken already. "
            "End that one first, or take fewer bots."
        ),
    )
    TOO_MANY_TABLES = (
        "too_many_tables",
        _("You have too many open tables. Start or close one of them first."),
    )
    TOO_MANY_MATCHES = (
        "too_many_matches",
        _(
            "You play at %(most)s tables, as many as you may at a time. Finish one first, leave "
            "one at which other people play, or stop one against bots."
        ),
    )
    BLOCKED_BY_YOU = (
        "blocked_by_you",
        _("You have blocked this person. Unblock them in your settings to invite them."),
    )
    TOO_MANY_INVITATIONS = (
        "too_many_invitations",
        _(
            "You have invited %(most)s times today, as often as you may. Make a link for others, "
            "or go on tomorrow."
        ),
    )
    TOO_MANY_LINKS = (
        "too_many_links",
        _("This table has had %(most)s links, as many as it may. Invite people by name."),
    )
    TOO_MANY_CHANGES = (
        "too_many_changes",
        _("You have changed tables often in the last hour. Wait a little before the next change."),
    )

"""Refusals by any app: a code for programs and a sentence for people.

Each app defines its codes in an enumeration of its own, with their sentences. The rules of games
raise codes with sentences of their own (`games/engine/transition.py`), which services pass on as
`games.refusals.RulesRefusal`.
"""

from __future__ import annotations

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Code(StrEnum):
    """A code with its sentence, which may contain placeholders such as "%(until)s"."""

    sentence: str | Promise

    def __new__(cls, code: str, sentence: str | Promise = "") -> Code:
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        return member


class Refusal(Exception):
    """A refusal of what somebody asked for. Nothing has changed.

    `message` replaces the code's own sentence, `facts` fill in that sentence's placeholders.
    """

    def __init__(self, code: Code, message: str = "", **facts: object) -> None:
        super().__init__(code)
        self.code: str = code
        self.message = message or (str(code.sentence) % facts if facts else str(code.sentence))


class ChatCode(Code):
    """The codes of refusals by chat."""

    BUSY = "busy", _("The site is busy. Nothing has changed; try again in a moment.")
    MALFORMED = (
        "malformed",
        _("The message could not be read. Reload the page and send it again."),
    )
    BAD_DEVICE = (
        "bad_device",
        _(
            "This browser's push service can't be reached. Nothing has changed; try "
            "another browser."
        ),
    )
    BAD_HOOK = (
        "bad_hook",
        _("Events can't be sent there. Enter a public address that begins with https://."),
    )
    NO_SUCH_ROOM = "no_such_room", _("There is no such room, or you can't read it.")
    CANNOT_WRITE = "cannot_write", _("You can read this room, but not write in it.")
    ROOM_CLOSED = "room_closed", _("This room is closed. You can still read it.")
    CLOSED_BY_HOST = (
        "closed_by_host",
        _("The host has closed this chat. You can still read it."),
    )
    MUTED_BY_HOST = "muted_by_host", _("The host of this table has muted you until %(until)s.")
    SLOW_MODE = (
        "slow_mode",
        _("This room is in slow mode. Send your message again in %(seconds)s s."),
    )
    NEW_ACCOUNT_LINKS = (
        "new_account_links",
        _("New accounts can't post links until %(until)s. Remove the link."),
    )
    MUTED = "muted", _("A moderator has muted you until %(until)s: %(reason)s")
    EMPTY = "empty", _("Write a message first.")
    TOO_LONG = (
        "too_long",
        _("Your message has %(length)s characters; the limit is 500."),
    )
    BAD_CHARACTERS = (
        "bad_characters",
        _(
            "Your message contains characters that can't be shown, such as line "
            "breaks or direction marks. Remove them."
        ),
    )
    TOO_FAST = "too_fast", _("You are writing too fast. Send your message again in %(seconds)s s.")
    NO_SUCH_MESSAGE = "no_such_message", _("This message no longer exists.")
    NOT_YOURS = "not_yours", _("You can only delete your own messages.")
    TOO_LATE = (
        "too_late",
        _("You can only delete a message within five minutes of sending it."),
    )
    OWN_MESSAGE = (
        "own_message",
        _("This is your own message. You can delete it within five minutes."),
    )
    ALREADY_REPORTED = (
        "already_reported",
        _("You have already reported this. A moderator will review it."),
    )
    TOO_MANY_REPORTS = (
        "too_many_reports",
        _("You have too many open reports. Wait until moderators have resolved some of them."),
    )
    NO_REASON = "no_reason", _("Enter a reason.")
    NO_SUCH_USER = "no_such_user", _("This user no longer exists.")
    CANNOT_BLOCK_SELF = "cannot_block_self", _("You can't block yourself.")
    NOT_HOST = "not_host", _("Only the host of this table can do this.")
    CANNOT_MUTE = "cannot_mute", _("Hosts can't mute themselves or moderators.")
    NOTHING_TO_APPEAL = "nothing_to_appeal", _("There is nothing here to appeal.")
    ALREADY_APPEALED = (
        "already_appealed",
        _("You have already appealed. A moderator will read it."),
    )
    # For moderators
    ALREADY_ANSWERED = "already_answered", _("This has already been answered.")
    NOT_MODERATOR = "not_moderator", _("Only moderators can do this.")
    NOT_SUPERUSER = "not_superuser", _("Only superusers can do this.")
    ALREADY_DECIDED = "already_decided", _("This report has already been resolved.")
    TOO_LATE_TO_UNDO = (
        "too_late_to_undo",
        _("A decision can be undone for a minute only. Undo its effects one by one."),
    )
    OWN_DECISION = (
        "own_decision",
        _("This appeal is against your own decision. Leave it to another moderator."),
    )
    ALREADY_SUSPENDED = (
        "already_suspended",
        _("This user is already suspended. Lift the suspension first to change it."),
    )
    NOT_REMOVED = "not_removed", _("This message was not removed by a moderator.")
    BAD_DECISION = "bad_decision", _("Choose one of the decisions available for this report.")
    BAD_TIME = "bad_time", _("Choose a time in the future.")
    ALREADY_BLOCKED = "already_blocked", _("This word is already on the list.")
    BAD_WORD = "bad_word", _("A blocked word needs at least one letter or digit.")
    ALREADY_MODERATOR = "already_moderator", _("This user is already a moderator.")
    NO_MODERATOR = "no_moderator", _("This user is not a moderator.")
    GUEST_MODERATOR = (
        "guest_moderator",
        _("Guests can't be moderators. They have to sign up first."),
    )
    OWN_ACCOUNT = (
        "own_account",
        _("You can't suspend or reinstate your own account."),
    )
    NOTHING_TO_DO = "nothing_to_do", _("Nothing has changed: this was already the case.")

"""Why chat refuses: one code and one sentence each."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, str | Promise] = {
    "malformed": _("This message could not be read. Reload the page, then send it again."),
    "no_such_room": _("There is no such room, or it is not open to you."),
    "cannot_write": _("You can read here but not write."),
    "room_closed": _("This room is closed. What was said stays here to read."),
    "muted": _("A moderator has muted you until %(until)s: %(reason)s"),
    "empty": _("There is nothing to send yet. Write a message first."),
    "too_long": _("This message has %(length)s characters; 500 is the most. Shorten it."),
    "bad_characters": _(
        "This message holds characters that cannot be shown here, such as line breaks or "
        "direction marks. Remove them."
    ),
    "too_fast": _("You are writing quickly. Wait %(seconds)s s, then send it again."),
    "no_such_message": _("There is no such message any more."),
    "not_yours": _("Only its author can delete a message."),
    "too_late": _("You can delete a message for five minutes after sending it; this one is older."),
    "own_message": _("This is your own message. You can delete it within five minutes."),
    "already_reported": _("You have reported this already. A moderator will look at it."),
    "too_many_reports": _(
        "You have many open reports. Wait until moderators have looked at some of them."
    ),
    "no_reason": _("Say why in a few words."),
    "no_such_user": _("There is no such user any more."),
    "cannot_block_self": _("You cannot block yourself."),
    # To moderators
    "not_moderator": _("Only moderators can do this."),
    "not_superuser": _("Only superusers can do this."),
    "already_decided": _("This report has been decided already."),
    "not_removed": _("This message stands as it is: no moderator has removed it."),
    "bad_decision": _("Choose one of the decisions this report allows."),
    "bad_time": _("Choose a time in the future."),
    "already_blocked": _("This word is on the list already."),
    "bad_word": _("A blocked word needs at least one letter or digit."),
    "no_such_report": _("There is no such report."),
    "already_moderator": _("This user is a moderator already."),
    "no_moderator": _("This user is not a moderator."),
    "guest_moderator": _("A guest cannot be a moderator; the account must be kept first."),
    "nothing_to_do": _("It is so already."),
}


class Refusal(Exception):
    """Chat refused; nothing has changed. `code` for programs, `message` for the person."""

    def __init__(self, code: str, sentence: str = "", **facts: object) -> None:
        self.code = code
        self.message = sentence or (str(SENTENCES[code]) % facts if facts else str(SENTENCES[code]))
        super().__init__(self.message)

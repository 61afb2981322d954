"""Refusals: one code, one sentence. What was refused has changed nothing."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, str | Promise] = {
    "malformed": _("That could not be read. Reload the page and try again."),
    "not_active": _("This table is closed."),
    "not_playing": _("This match is not being played."),
    "already_joined": _("This person sits at the table already."),
    "already_started": _("The match has started."),
    "banned": _(
        "You were removed from this table. If it was by its owner, a new invitation lifts that."
    ),
    "too_many_tries": _("Too many wrong passwords. Wait ten minutes, then try again."),
    "wrong_password": _("That is not the password of this table."),
    "invite_required": _("This table is open to invited people only."),
    "game_full": _("Every seat of this table is taken."),
    "not_a_player": _("Not a player of this match."),
    "not_owner": _("Only the owner of the table can do that."),
    "kick_in_play_off": _("At this table nobody can be removed while the match is played."),
    "cannot_kick_self": _("You cannot remove yourself. Leave the table instead."),
    "no_such_user": _("There is nobody of that name."),
    "bad_option": _("These options do not go together. Change what is marked."),
    "spectators_off": _("This table does not admit spectators."),
    "too_few_players": _("Too few players are seated."),
    "pack_unavailable": _("One of the packs may no longer be used at this table. Choose another."),
    "no_black_cards": _("The chosen packs hold no black card. Add a pack that does."),
    "not_enough_white_cards": _(
        "The chosen packs hold too few white cards for so many seats. Add a pack or remove seats."
    ),
    "not_finished": _("Only a finished match can be played again."),
    "stalled": _("The match has stopped on a fault. A moderator has been told."),
    "not_stalled": _("This match is not stuck."),
    "no_guests": _("This table does not admit guests. Keep your account with a name first."),
    "not_away": _("You are not away."),
    "fault": _("The house could not carry that out. Nothing has changed; a moderator is told."),
    "busy": _("The table is busy. Try again in a moment."),
    "suspended": _("Your account is suspended."),
    "bad_name": _("Choose another name: 1 to 60 characters, without blocked words."),
    "cannot_stop": _("Only people at a running match can agree to stop it."),
    "no_such_table": _("There is no such table, or it is not open to you."),
    "too_many_tables": _("You have many open tables already. Start or close one of them first."),
}


class Refusal(Exception):
    """A command the house refuses, with a code of the rules and a sentence for the person."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.message = message or str(SENTENCES.get(code, code.replace("_", " ")))

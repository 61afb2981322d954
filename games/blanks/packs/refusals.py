"""Why an act on a pack is refused: codes and sentences beyond those of the uploads."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_lazy as _

from chat.core.refusals import Code
from games.blanks.rules.packs import Fault, Parsed
from games.refusals import RulesRefusal


class PackCode(Code):
    """Codes beyond those of the uploads, whose sentences the rules have."""

    NO_SUCH_PACK = "no_such_pack", _("There is no such pack, or it is not open to you.")
    NOT_AUTHOR = "not_author", _("Only its author can do that to a pack.")
    HOUSE_PACK = "house_pack", _("The House Pack belongs to the house and cannot be changed.")
    AUTHOR_BARRED = "author_barred", _("A moderator has barred you from making packs: %(reason)s")
    TOO_MANY_PACKS = (
        "too_many_packs",
        _("You have 20 packs, the most there may be. Delete one of them first."),
    )
    WRONG_STATE = "wrong_state", _("A pack that is %(state)s does not allow this.")
    CHANGED_SINCE = (
        "changed_since",
        _("The pack was changed since this page was opened. Read it once more."),
    )
    NO_SUCH_CARD = "no_such_card", _("You see no such card just now, so it cannot be reported.")
    NO_FILE = "no_file", _("There is no file yet. Choose one, then send it.")
    ALREADY_HIDDEN = "already_hidden", _("This card is hidden already.")
    NOT_HIDDEN = "not_hidden", _("This card is not hidden.")
    ALREADY_BARRED = "already_barred", _("This author is barred already.")
    NOT_BARRED = "not_barred", _("This author is not barred.")
    NO_AUTHOR = "no_author", _("This pack has no author any more.")


class Faulty(RulesRefusal):
    """A pack with faults: all of them, each with place, code and sentence. Nothing was kept.

    `quotes`: what stands at a place, by the place's name.
    """

    def __init__(self, parsed: Parsed, quotes: Mapping[str, str]) -> None:
        self.faults: tuple[Fault, ...] = parsed.faults
        self.quotes = quotes
        self.notices = parsed.notices
        super().__init__(parsed.faults[0].code, gettext(parsed.faults[0].message))

"""Refusals of actions on packs."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code
from games.blanks.packs.reading.preview import Fault
from games.blanks.packs.reading.texts import fault_text
from games.refusals import RulesRefusal


class PackCode(Code):
    """The codes of refusals. Codes of faults in uploads are in the rules."""

    NO_SUCH_PACK = "no_such_pack", _("There is no such pack, or you can't see it.")
    NOT_AUTHOR = "not_author", _("Only the author of a pack can do that.")
    HOUSE_PACK = "house_pack", _("The House Pack can't be changed.")
    AUTHOR_BARRED = "author_barred", _("A moderator has barred you from making packs: %(reason)s")
    TOO_MANY_PACKS = (
        "too_many_packs",
        _("You have 20 packs, the maximum. Delete one first."),
    )
    WRONG_STATE = "wrong_state", _("You can't do that with a pack that is %(state)s.")
    CHANGED_SINCE = (
        "changed_since",
        _("The pack has changed since you opened this page. Review it again."),
    )
    NO_SUCH_CARD = "no_such_card", _("You can only report a card you can see.")
    NO_FILE = "no_file", _("Choose a file first, or paste the cards.")
    ALREADY_HIDDEN = "already_hidden", _("This card is already hidden.")
    NOT_HIDDEN = "not_hidden", _("This card is not hidden.")
    ALREADY_BARRED = "already_barred", _("This author is already barred.")
    NOT_BARRED = "not_barred", _("This author is not barred.")
    NO_AUTHOR = "no_author", _("This pack no longer has an author.")


class Faulty(RulesRefusal):
    """A pack with faults, so that nothing was saved."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = faults  # all of them
        super().__init__(faults[0].code, fault_text(faults[0]))

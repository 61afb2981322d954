"""Why an act on a pack is refused: codes and sentences beyond those of the uploads."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engines.blanks.packs import Fault, Parsed
from games.refusals import Refusal

SENTENCES: dict[str, str | Promise] = {
    "no_such_pack": _("There is no such pack, or it is not open to you."),
    "not_author": _("Only its author can do that to a pack."),
    "house_pack": _("The House Pack belongs to the house and cannot be changed."),
    "author_barred": _("A moderator has barred you from making packs: %(reason)s"),
    "too_many_packs": _("You have 20 packs, the most there may be. Delete one of them first."),
    "wrong_state": _("A pack that is %(state)s does not allow this."),
    "changed_since": _("The pack was changed since this page was opened. Read it once more."),
    "no_such_card": _("You see no such card just now, so it cannot be reported."),
    "no_file": _("There is no file yet. Choose one, then send it."),
    "already_hidden": _("This card is hidden already."),
    "not_hidden": _("This card is not hidden."),
    "already_barred": _("This author is barred already."),
    "not_barred": _("This author is not barred."),
    "no_author": _("This pack has no author any more."),
}


def refused(code: str, **facts: object) -> Refusal:
    """The refusal with its sentence."""
    return Refusal(code, str(SENTENCES[code]) % facts if facts else str(SENTENCES[code]))


class Faulty(Refusal):
    """An upload with faults: all of them, each with place, code and sentence. Nothing was kept."""

    def __init__(self, parsed: Parsed) -> None:
        self.faults: tuple[Fault, ...] = parsed.faults
        self.notices = parsed.notices
        super().__init__(parsed.faults[0].code, parsed.faults[0].message)

"""The words on the buttons, for templates to hand on to what they include."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _


def words() -> Mapping[str, str]:
    return {
        "power": _("Use the power"),
        "emblem": _("Lay as an emblem"),
        "open": _("Open it"),
        "callback": _("Call it back"),
        "trade": _("Trade an action"),
        "let_go": _("Let it go"),
        "end": _("End your turn"),
        "pass_by": _("Pass"),
        "pass_duel": _("Pass: end the duel and roll"),
        "keep": _("Let it stand"),
        "reroll": _("Roll again"),
        "take_back": _("Take it into your hand"),
        "leave": _("Leave it there"),
        "steal": _("Steal"),
        "choose": _("Choose"),
    }

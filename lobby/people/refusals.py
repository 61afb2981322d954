"""Why no guest is let in."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code


class GuestCode(Code):
    """Why somebody is not let in without an account."""

    NO_GUESTS = "house_without_guests", _("This house has no guests. Sign up: it takes a minute.")
    TOO_MANY_GUESTS = (
        "too_many_guests",
        _(
            "Too many guests came from your address today."
            " Sign up, or come back as a guest tomorrow."
        ),
    )
    BROWSER_SUSPENDED = (
        "browser_suspended",
        _("An account of this browser is suspended, so it gets no guest account."),
    )

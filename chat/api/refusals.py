"""Refusals of requests to the API."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code


class ApiCode(Code):
    """The codes of requests, in the order in which they are checked."""

    BAD_TOKEN = (
        "bad_token",
        _("The token is missing or unknown. Create tokens in the settings."),
    )
    SUSPENDED = "suspended", _("This account is suspended.")
    STAFF_TOKEN = (
        "staff_token",
        _("Programs can't use a moderator's account. Use an account without staff rights."),
    )
    TOO_OFTEN = "too_often", _("Too many requests. Try again in %(seconds)s s.")
    SCOPE_MISSING = (
        "scope_missing",
        _("This token lacks the scope “%(scope)s”."),
    )
    ENDED = "ended", _("This stream has ended: %(why)s")
    NO_SUCH_ADDRESS = "no_such_address", _("There is nothing at this address.")
    NO_SUCH_METHOD = "no_such_method", _("This address doesn't accept that method.")
    BAD_REQUEST = "bad_request", _("The request could not be read: %(why)s")
    FAULT = "fault", _("The site could not do that. Nothing has changed.")

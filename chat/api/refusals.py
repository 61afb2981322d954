"""Refusals of requests to the API."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code


class ApiCode(Code):
    """The codes of requests, in the order in which they are checked."""

    BAD_TOKEN = (
        "bad_token",
        _("No token came with this, or one that is not known. Tokens are made in the settings."),
    )
    SUSPENDED = "suspended", _("This account is suspended.")
    STAFF_TOKEN = (
        "staff_token",
        _("Programs do not come in with the rights of moderators. Use an account without them."),
    )
    TOO_OFTEN = "too_often", _("Too many requests. Wait %(seconds)s s, then go on.")
    SCOPE_MISSING = (
        "scope_missing",
        _("This token may not do that: it lacks the scope “%(scope)s”."),
    )
    ENDED = "ended", _("This stream is over: %(why)s")
    NO_SUCH_ADDRESS = "no_such_address", _("There is nothing at this address.")
    NO_SUCH_METHOD = "no_such_method", _("This address does not take that method.")
    BAD_REQUEST = "bad_request", _("That could not be read: %(why)s")
    FAULT = "fault", _("The house could not carry that out. Nothing has changed.")

"""Why a program is not let in, or not now."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code


class TokenCode(Code):
    """Those of tokens, in the order in which they are looked at."""

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
    # In the settings
    TOO_MANY_TOKENS = (
        "too_many_tokens",
        _("You have %(most)s tokens, as many as you may. Revoke one first."),
    )
    NO_TOKEN_NAME = "no_token_name", _("Give the token a name, by which you will know it again.")

"""Why no token is made."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code


class TokenCode(Code):
    """Those of the page in the settings."""

    NO_TOKEN_NAME = "no_token_name", _("Give the token a name, by which you will know it again.")
    GUEST_BOT = "guest_bot", _("Guests do not become bots. Keep the account first.")
    HAS_PLAYED = (
        "has_played",
        _("This account sits, or sat, at a table. Only one that never did becomes a bot."),
    )
    TOO_MANY_TOKENS = (
        "too_many_tokens",
        _("You have %(most)s tokens, as many as you may. Revoke one first."),
    )

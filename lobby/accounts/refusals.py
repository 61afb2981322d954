"""Refusals of guest accounts, new passwords and friend requests."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code


class GuestCode(Code):
    """Reasons why no guest account is created."""

    NO_GUESTS = (
        "house_without_guests",
        _("This site has no guest accounts. Sign up: it takes a minute."),
    )
    TOO_MANY_GUESTS = (
        "too_many_guests",
        _(
            "Too many guest accounts were created from your address in the last hour. Sign up, "
            "or try again in an hour."
        ),
    )
    BROWSER_SUSPENDED = (
        "browser_suspended",
        _("An account used in this browser is suspended, so you can't play as a guest."),
    )


class RecoveryCode(Code):
    """Reasons why moderators give no new password."""

    GUEST_ACCOUNT = "guest_account", _("Guests have no password.")
    STAFF_ACCOUNT = (
        "staff_account",
        _("Only the operator can help staff, with “manage.py recover” on the server."),
    )


class FriendCode(Code):
    """Reasons why a friend request or friendship is refused."""

    NO_FRIENDS = "no_friends", _("Guests and bots can't have friends. Sign up first.")
    YOURSELF = "friend_of_yourself", _("You can't befriend yourself.")
    NOT_TO_BE_ASKED = (
        "not_to_be_asked",
        _("This person only accepts requests from people they have played with."),
    )
    UNBLOCK_FIRST = (
        "unblock_first",
        _("You have blocked this person. Unblock them first."),
    )
    ASKED_LATELY = (
        "asked_lately",
        _("You have already asked this person. You can ask again after %(days)s days."),
    )
    ASKED_OFTEN = (
        "asked_often",
        _("You have reached today's limit of friend requests. Try again tomorrow."),
    )
    NOT_ASKED = "not_asked", _("That request no longer exists.")
    TOO_MANY_FRIENDS = (
        "too_many_friends",
        _("One of you already has %(most)s friends, the maximum."),
    )

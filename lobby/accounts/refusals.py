"""Refusals of guest accounts and friend requests."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chat.core.refusals import Code


class GuestCode(Code):
    """Reasons why no guest account is created."""

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


class FriendCode(Code):
    """Reasons why a friend request or friendship is refused."""

    NO_FRIENDS = "no_friends", _("Guests and bots have no friends here. Sign up first.")
    YOURSELF = "friend_of_yourself", _("You are your own friend already.")
    NOT_TO_BE_ASKED = (
        "not_to_be_asked",
        _("This person is not asked by people they do not know from the table."),
    )
    UNBLOCK_FIRST = (
        "unblock_first",
        _("You have blocked this person. Unblock them first."),
    )
    ASKED_LATELY = (
        "asked_lately",
        _("You have asked this person. You may ask again %(days)s days after that."),
    )
    ASKED_OFTEN = (
        "asked_often",
        _("You have asked as many people as you may today. Go on tomorrow."),
    )
    NOT_ASKED = "not_asked", _("That request is there no more.")
    TOO_MANY_FRIENDS = (
        "too_many_friends",
        _("One of you has %(most)s friends, as many as there may be."),
    )

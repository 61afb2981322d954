"""Accounts that become bots: programs that somebody runs, marked wherever their name stands."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from chat.api.refusals import ApiCode
from chat.core.refusals import Refusal
from chat.people.friends import forget_friends
from games.models import Seat
from games.services.table_access import lock_person
from lobby.api.refusals import TokenCode
from lobby.api.tokens import forget_tokens
from lobby.models import User
from lobby.people.sessions import close_sockets


@transaction.atomic
def become_bot(*, user: User) -> None:
    """From now on, and for good, this account is a bot. Its tokens, made by a person, are gone.

    Refuses `staff_token`, `guest_bot`, and `has_played`: what a person has played stays a person's.
    """
    locked: User = lock_person(user)
    if locked.is_staff or locked.is_superuser:
        raise Refusal(ApiCode.STAFF_TOKEN)
    if locked.is_guest:
        raise Refusal(TokenCode.GUEST_BOT)
    if locked.is_bot:
        return
    if Seat.objects.filter(user=locked).exists():
        raise Refusal(TokenCode.HAS_PLAYED)
    locked.is_bot = user.is_bot = True
    locked.save(update_fields=["is_bot"])
    forget_tokens(user=locked)
    forget_friends(user=locked)
    close_sockets(user=locked, reason=_("This account is a bot’s now."))

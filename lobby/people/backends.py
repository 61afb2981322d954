"""Who logs in, and whose a session is."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend

from chat.core.prepared import Prepared
from lobby.models import User
from lobby.people.session_store import person_read

_person = Prepared(lambda key: User.objects.filter(pk=key), key=int)


class PeopleBackend(AuthenticationBackend):
    """allauth's: by name or by address. The person of a session is looked up at every request."""

    def get_user(self, user_id: int) -> User | None:
        """The person of this session, if they may still log in."""
        user = person_read(user_id) or _person.first(key=user_id)
        return user if user is not None and self.user_can_authenticate(user) else None

"""Making users, their names reserved with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import UserManager
from django.db import transaction

from lobby.names import name_keys

if TYPE_CHECKING:
    from lobby.models import User


class PeopleManager(UserManager["User"]):
    """Django's manager of users; whoever is made here holds the keys of the names.

    `create_user` and `create_superuser` raise IntegrityError for a name that looks like one in use.
    """

    def _create_user(
        self, username: str, email: str | None, password: str | None, **extra_fields: Any
    ) -> User:
        with transaction.atomic():
            # Django's own, which its types leave out.
            user: User = super()._create_user(  # type: ignore[misc]
                username, email, password, **extra_fields
            )
            reserve_names(user)
        return user


def reserve_names(user: User) -> None:
    """Lets this user, and nobody else, hold the keys of its names as they are now.

    Raises IntegrityError if somebody else holds one; call it inside a transaction.
    """
    wanted = name_keys(user.username) | name_keys(user.display_name)
    held = set(user.names.values_list("key", flat=True))
    user.names.filter(key__in=held - wanted).delete()
    for key in sorted(wanted - held):
        user.names.create(key=key)

"""`manage.py recover` lets somebody who lost their password back into their account."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from chat.delivery.mail import origin
from lobby.accounts.recovery import forget_factors, password_link
from lobby.models import User


class Command(BaseCommand):
    help = "Print a link with which a user chooses a new password: once, within an hour."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="a username")
        parser.add_argument(
            "--second-factor",
            action="store_true",
            help="also remove the user's passkeys, authenticator app and recovery codes",
        )

    def handle(self, *args: Any, user: str, second_factor: bool, **options: Any) -> None:
        found = User.objects.filter(username_key=user, deleted_at=None, is_guest=False).first()
        if found is None:
            raise CommandError(f"There is no member called {user}.")
        if second_factor:
            forget_factors(found, _("The operator removed your passkeys and second factor."))
        said = _("The operator made a link to choose a new password for you.")
        self.stdout.write(f"{origin()}{password_link(found, said)}")

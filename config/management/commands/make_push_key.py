"""`manage.py make_push_key` creates the key that signs push messages."""

from typing import Any

from django.core.management.base import BaseCommand

from config.operations.file_permissions import new_push_key


class Command(BaseCommand):
    help = "Print a new PUSH_KEY. Changing the key ends existing push subscriptions."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"PUSH_KEY={new_push_key()}")

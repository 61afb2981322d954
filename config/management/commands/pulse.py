"""`manage.py pulse` is the health check for the container of a worker or beat."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.operations import pulse


class Command(BaseCommand):
    help = "Exit with 0 if the worker or beat that shares RUN_DIR is alive, else with 1."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=pulse.KINDS)

    def handle(self, *args: Any, kind: str, **options: Any) -> None:
        age = pulse.age(kind)
        if age is None:
            raise CommandError(f"No {kind} has run here.")
        if age > pulse.LATE:
            raise CommandError(f"The {kind} has not responded for {age:.0f} seconds.")

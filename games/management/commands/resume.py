"""`manage.py resume MATCH ...`: lets stalled matches go on."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.refusals import Refusal
from games.services.failures import resume_match, stalled_by_machine


class Command(BaseCommand):
    help = "Lets stalled matches go on: those named, or all that a fault of the machine stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", metavar="MATCH")
        parser.add_argument("--machine", action="store_true", help="stopped by database or disk")

    def handle(self, *args: Any, **options: Any) -> None:
        names = [*options["matches"], *(stalled_by_machine() if options["machine"] else [])]
        if not names and not options["machine"]:
            raise CommandError("Name matches, or say --machine.")
        for name in dict.fromkeys(names):
            try:
                resume_match(public_id=name)
            except Refusal as refusal:
                raise CommandError(f"{name}: {refusal.message}") from refusal
            self.stdout.write(f"{name}: goes on")

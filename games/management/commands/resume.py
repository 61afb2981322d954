"""The command `resume`: resumes stalled matches."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.refusals import Refusal
from games.services.failures import resume_match


class Command(BaseCommand):
    help = "Continue stalled matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="+", metavar="MATCH")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in dict.fromkeys(options["matches"]):
            try:
                resume_match(public_id=name)
            except Refusal as refusal:
                raise CommandError(f"{name}: {refusal.message}") from refusal
            self.stdout.write(f"{name}: resumed")

"""The command `reliability`: recounts answered decisions from the logs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.services.reliability import recount


class Command(BaseCommand):
    help = "Recompute reliability from the logs and compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="correct what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        found = recount(write=options["write"])
        summary = f"{found.matches} matches of {found.people} people recounted"
        if found.same:
            self.stdout.write(f"{summary}: the same.")
            return
        wrong = f"{found.wrong_matches} results and {found.wrong_sums} sums were not as stored"
        done = " and are corrected now" if options["write"] else ""
        self.stdout.write(f"{summary}: {wrong}{done}.")
        if not options["write"]:
            sys.exit(1)

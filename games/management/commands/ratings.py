"""The command `ratings`: recounts all ratings and compares them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.services.ratings import recount

EVERY = 10_000  # matches between two lines of progress


class Command(BaseCommand):
    help = "Recompute all ratings in the original order and compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="correct what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        found = recount(write=options["write"], told=self._print_progress)
        summary = f"{found.matches} matches and {len(found.ratings)} ratings recounted"
        if found.same:
            self.stdout.write(f"{summary}: the same to the digit.")
            return
        wrong = (
            f"{found.wrong_results} results and {found.wrong_ratings} ratings were not as stored"
        )
        done = " and are corrected now" if options["write"] else ""
        self.stdout.write(f"{summary}: {wrong}{done}.")
        if not options["write"]:
            sys.exit(1)

    def _print_progress(self, count: int) -> None:
        if count % EVERY == 0:
            self.stderr.write(f"{count} matches")

"""Lists whatever a game still lacks."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checks import faults


class Command(BaseCommand):
    help = "Lists everything a game (all games without a slug) lacks; status 1 if there is any."
    requires_system_checks = ()  # it is one of them, and says the same more plainly

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", default="")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        found = faults()
        if slug and slug not in found:
            known = ", ".join(found)
            raise CommandError(f"no game of settings.RIDOTTO_GAMES is called {slug}: {known}")
        asked = {name: lacks for name, lacks in found.items() if slug in ("", name)}
        for name, lacks in asked.items():
            self.stdout.write(f"{name}: {'complete' if not lacks else ''}".rstrip())
            for fault in lacks:
                self.stdout.write(f"  {fault}")
        if any(asked.values()):
            sys.exit(1)

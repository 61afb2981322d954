"""The command `examples`: runs worked examples against the rules of a game."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.registry import games


class Command(BaseCommand):
    help = "Run the worked examples of a game; exit with 1 if one fails."
    requires_system_checks = ()  # a new game's rules are tried before it has pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(games()))
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        document = _read(options["file"])
        results = games()[options["game"]].title.run_examples(document)
        for result in results:
            word = "FAILED" if result.fault else "passed"
            self.stdout.write(f"{word} {result.id} {result.title}")
            if result.fault:
                self.stdout.write(f"       {result.fault}")
        failed = sum(bool(result.fault) for result in results)
        self.stdout.write(f"{len(results) - failed} passed, {failed} failed")
        if failed or not results:
            sys.exit(1)


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {path}: {error}") from error
    except ValueError as error:
        raise CommandError(f"{path} is not JSON: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("cases"), list):
        raise CommandError(f"{path} holds no cases")
    return document

"""The command `pack`: prints the preview of a deck file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from chat.messages.validation import blocked_words
from games.blanks.packs.reading.answer import answer_of
from games.blanks.packs.reading.reader import read
from games.engine import codec


class Command(BaseCommand):
    help = "Print how a file of cards for Blanks is read, as JSON. Nothing is stored."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--language", default="en", help="of a file that names none")
        parser.add_argument(
            "--packs", type=int, nargs="*", default=[], help="the packs to join, counted from 0"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        blocked: tuple[str, ...] = ()
        with suppress(DatabaseError):  # the words are left out if there is no database yet
            blocked = tuple(blocked_words())
        found = read(
            data, file.name, language=options["language"], packs=options["packs"], blocked=blocked
        )
        answer = codec.plain(answer_of(found))
        self.stdout.write(json.dumps(answer, indent=1, ensure_ascii=False))

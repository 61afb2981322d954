"""The command `replay`: replays a match from its log and checks its snapshot."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import codec
from games.engine.base import IllegalAction
from games.engine.record import replay
from games.models import Match
from games.services.match_engine import engine_of, is_outdated
from games.services.record import lines_of


class Command(BaseCommand):
    help = "Rebuild the state of a match from its log and compare it with the snapshot."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the match's public id")

    def handle(self, *args: Any, **options: Any) -> None:
        match = Match.objects.filter(public_id=options["match"]).first()
        if match is None:
            raise CommandError(f"there is no match {options['match']}")
        if match.snapshot is None:
            raise CommandError("this match has not started")
        if is_outdated(match):
            raise CommandError("this match began under rules that the site no longer has")
        try:
            last = list(replay(engine_of(match), lines_of(match)))[-1]
        except (IllegalAction, ValueError) as error:
            # The message may reveal draws, and players may get to see the output.
            self.stdout.write(f"the log does not replay: {type(error).__name__}")
            sys.exit(1)
        same = codec.encode(last.step.state) == bytes(match.snapshot)
        word = "agrees with" if same else "DIFFERS from"
        self.stdout.write(f"{match.entries} entries replayed; the state {word} the snapshot")
        if not same:
            sys.exit(1)

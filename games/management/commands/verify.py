"""The command `verify`: checks seal, randomness, moves and result of a match."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import proof, verify
from games.models import Match
from games.refusals import Refusal
from games.registry import Game, game_of, games


class Command(BaseCommand):
    help = "Verify the record of a finished match, by its public id or from a downloaded file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="a public id, or the path of a record")
        parser.add_argument(
            "--seal", default="", help=("a saved seal, or a receipt that contains it")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        record = _record(options["match"])
        game = _game_of(record)
        try:
            faults, draws = verify.check_chance(record)
            faults += game.checks.faults_of_chain(record)
            kept = proof.kept_of(options["seal"]) if options["seal"] else {}
            if kept:
                faults += game.checks.faults_of_kept(record, kept)
        except (OSError, LookupError, TypeError, AttributeError, ValueError) as error:
            raise CommandError(f"this record cannot be read: {type(error).__name__}") from error
        faults = list(dict.fromkeys([*faults, *game.title.check_record(record)]))
        for fault in faults:
            self.stdout.write(f"WRONG  {fault}")
        entries = len(record["entries"])
        self.stdout.write(f"{entries} entries and {draws} draws checked, {len(faults)} faults.")
        self.stdout.write(proof.of_added(record))
        self.stdout.write(game.checks.of_chain(record))
        for sentence in game.checks.unkept(record, kept):
            self.stdout.write(sentence)
        if sentence := verify.NOT_CHECKED.get(record["game"]):
            self.stdout.write(sentence)
        if faults:
            sys.exit(1)


def _game_of(record: dict[str, Any]) -> Game:
    """Return the game of this record, whose rules check moves and result."""
    game = games().get(str(record.get("game")))
    if game is None:
        raise CommandError("the site does not have this game")
    return game


def _record(name: str) -> dict[str, Any]:
    """Return the record in this file, or that of the match with this public id."""
    if Path(name).is_file():  # needs no database
        return _from_file(name)
    match = Match.objects.filter(public_id=name).first()
    if match is None:
        raise CommandError(f"neither a match nor a record: {name}")
    try:
        return dict(game_of(match.game).record(match))
    except Refusal as refusal:
        raise CommandError("this match has no record yet") from refusal


def _from_file(name: str) -> dict[str, Any]:
    try:
        record = json.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"neither a match nor a record: {name}") from error
    if not isinstance(record, dict) or record.get("format") != "ridotto-record":
        raise CommandError(f"{name} is not a record of a match")
    return record

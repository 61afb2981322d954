"""The command `game_check`: finds what a game lacks, and what fails when played."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from chat.live.batch import one_batch
from games.checks import faults
from games.engine.dealer import Seeded
from games.models import Match, Seat
from games.page.frame import PARTS, match_part
from games.page.viewer import viewing_of
from games.refusals import Refusal
from games.registry import games, title_of
from games.services.match_engine import engine_of, state_of
from games.services.play import act
from games.services.seats import join
from games.services.start import start
from games.services.tables import TableWish, create_table

STEPS = 2000


class Command(BaseCommand):
    help = (
        "List everything a game (without a slug: all games) lacks, then play a match in a scratch"
        " database and render its pages; exit with 1 if anything is wrong."
    )
    requires_system_checks = ()  # it reports the same faults, more clearly

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", default="")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        found = faults()
        if slug and slug not in found:
            known = ", ".join(found)
            raise CommandError(f"no game of settings.RIDOTTO_GAMES is called {slug}: {known}")
        asked = {name: lacks for name, lacks in found.items() if slug in ("", name)}
        if not any(found.values()):
            with _scratch_database():
                for name, lacks in asked.items():
                    lacks += play_through(name)
        for name, lacks in asked.items():
            self.stdout.write(f"{name}: {'complete' if not lacks else ''}".rstrip())
            for fault in lacks:
                self.stdout.write(f"  {fault}")
        if any(asked.values()):
            sys.exit(1)


@contextmanager
def _scratch_database() -> Iterator[None]:
    """Use an empty database: in memory with SQLite, else beside the site's."""
    name = connection.settings_dict["NAME"]
    with redirect_stdout(StringIO()):  # hides Django's message about a cache table
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def play_through(slug: str) -> list[str]:
    """Play a match whose seats are people who answer as its house bot would.

    After each step every fragment of the page is rendered for every seat and for a spectator.
    Return what failed, once each. A game of auctions has no steps, so nothing can fail.
    """
    title = games()[slug].title
    if not hasattr(title, "engines"):
        return []
    make = get_user_model()._default_manager.create_user
    people = [make(f"{slug}-{number}") for number in range(title.seats[0])]
    wish = TableWish(name=slug, least=len(people), most=len(people))
    match = create_table(user=people[0], game=slug, wish=wish)
    for user in people[1:]:
        join(user=user, public_id=match.public_id)
    start(user=people[0], public_id=match.public_id)
    viewers = [*people, make(f"{slug}-watching")]
    found: dict[str, None] = {}
    for _step in range(STEPS):
        match.refresh_from_db()
        found.update(dict.fromkeys(_unrendered(match, viewers)))
        if match.over:
            return list(found)
        answer(match, match.seats.filter(index__in=match.asked).order_by("index")[0])
    return [*found, f"a match of its house bots is not over after {STEPS} answers"]


def _unrendered(match: Match, viewers: list[Any]) -> Iterator[str]:
    """Yield for each fragment that cannot be rendered the reason why."""
    for user in viewers:
        with one_batch():
            viewing = viewing_of(user, match.public_id, {})
            try:
                viewing.recheck()
            except Refusal:  # the end of a match may be for its players only
                continue
            for name in PARTS:
                try:
                    match_part(viewing, name).html()
                except Exception as error:  # one broken fragment does not hide the others
                    who = "a spectator" if user is viewers[-1] else "a seat"
                    yield f"{name} fails for {who}: {type(error).__name__}: {error}"


def answer(match: Match, seat: Seat) -> None:
    """Answer for a pending seat as the game's house bot would."""
    title = title_of(match)
    view = engine_of(match).view(state_of(match), seat.index)
    raw = title.bots[title.house_bot](view, Seeded(f"{match.entries} {seat.index}"))
    assert raw is not None  # the contract test: a pending seat can always answer
    act(user=seat.user, public_id=match.public_id, raw=raw, key=f"{match.pk}-{match.entries}")

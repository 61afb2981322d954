"""Puts long matches that bots have played in memory into a database; run inside a site."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from chat.core.clock import now
from games.engines.dealer import seal_of
from games.engines.record import replay, typed_action
from games.engines.simulate import Run, engine_for, simulate
from games.models import Match, MatchSetup, Seat
from games.registry import games
from games.services.advance import write_step
from games.setups import encode_setup

# What makes a match of each game long, and how many sit there.
LONG: dict[str, tuple[int, dict[str, Any]]] = {
    "blanks": (6, {"target_score": 20, "round_limit": 100}),
    "interop": (6, {"rounds": 10}),
    "merchants": (4, {"mode": "hard"}),
}


def longest(slug: str, tries: int) -> Run:
    """The longest of so many matches of bots."""
    return max((_played(slug, str(seed)) for seed in range(tries)), key=lambda run: len(run.lines))


def _played(slug: str, seed: str) -> Run:
    title: Any = games()[slug].title
    seats, options = LONG[slug]
    content = _content(slug, seats)
    engine = engine_for(title, seats=seats, options=options, content=content)
    return simulate(title, engine=engine, bots=[title.house_bot] * seats, seed=seed)[1]


def _content(slug: str, seats: int) -> Any:
    if slug == "blanks":
        from games.engines.blanks.title import sample_content

        return sample_content(blacks=110, whites=80 * seats)
    if slug == "interop":
        from games.engines.interop.options import InteropContent

        return InteropContent()
    return None


@transaction.atomic
def put(slug: str, run: Run, names: Sequence[str]) -> Match:
    """This match as if these people had played it: its log, its result, its seats."""
    engine, at = run.engine, now() - timedelta(hours=2)
    people = [_person(name) for name in names]
    match = Match.objects.create(
        game=slug, engine_version=engine.version, name=f"The long one ({slug})", status="running",
        owner=people[0], options=LONG[slug][1], least=len(people), most=len(people),
        seal=seal_of(run.secret), secret=run.secret, created_at=at, started_at=at,
    )  # fmt: skip
    MatchSetup.objects.create(match=match, data=encode_setup(engine.setup))
    seats = [
        Seat.objects.create(match=match, index=index, user=user, hue=index, joined_at=at)
        for index, user in enumerate(people)
    ]
    for number, one in enumerate(replay(engine, run.lines)):
        raw = one.line.action
        action: Any = typed_action(engine, raw) if number else raw
        write_step(
            match=match, engine=engine, step=one.step, seat=one.line.seat, action=action,
            drawn=one.drawn, at=at + timedelta(seconds=5 * number), seats=seats,
        )  # fmt: skip
    return match


def _person(name: str) -> Any:
    found, _ = get_user_model().objects.get_or_create(username=name)
    return found

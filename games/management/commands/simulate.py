"""Plays matches of bots in memory and prints how they ended."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from statistics import mean
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.engines import codec
from games.engines.base import Simulated
from games.registry import games

FEW_SEATS = 20  # with more of them a line for each says nothing


class Command(BaseCommand):
    help = "Simulates matches of bots: outcomes by bot and by seat, and actions per second."
    requires_system_checks = ()  # rules are tried before there are pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(games()))
        parser.add_argument("--matches", type=int, default=100)
        parser.add_argument("--seats", type=int)
        parser.add_argument("--bots", default="", help="names, one a seat, repeated as needed")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--seed", default="1")

    def handle(self, *args: Any, **options: Any) -> None:
        title = games()[options["game"]].title
        names = _bots(title, options)
        given = _options(title, options["option"])
        began = time.perf_counter()
        played = [
            title.simulate(
                bots=_turned(names, number), options=given, seed=f"{options['seed']}.{number}"
            )
            for number in range(options["matches"])
        ]
        self._print(played, time.perf_counter() - began)
        for line in title.figures(played):
            self.stdout.write(line)

    def _print(self, played: list[Simulated], seconds: float) -> None:
        reasons = Counter(one.outcome.reason for one in played)
        self.stdout.write(f"{len(played)} matches of {len(played[0].bots)} seats")
        for reason, count in reasons.most_common():
            self.stdout.write(f"  ended by {reason}: {count}")
        self.stdout.write("by bot:  seats  wins  win index  mean score")
        for name, line in _by_bot(played).items():
            self.stdout.write(f"  {name:<12} {line}")
        if len(played[0].bots) <= FEW_SEATS:
            self.stdout.write("by seat: seats  wins  win index  mean score")
            for seat, line in _by_seat(played).items():
                self.stdout.write(f"  {seat:<12} {line}")
        for name in sorted({fact for one in played for fact in one.facts}):
            values = [one.facts[name] for one in played if name in one.facts]
            self.stdout.write(
                f"{name}: mean {mean(values):.1f}, from {min(values)} to {max(values)}"
            )
        actions = sum(one.actions for one in played)
        self.stdout.write(
            f"{actions} actions in {seconds:.2f} s: {actions / seconds:.0f} a second, "
            f"{1e6 * seconds / max(actions, 1):.0f} microseconds each (choices, bot and apply)"
        )


def _bots(title: Any, options: dict[str, Any]) -> list[str]:
    names = [name for name in options["bots"].split(",") if name] or [title.house_bot]
    known = {*title.bots, "random", *title.mixes}
    if unknown := set(names) - known:
        raise CommandError(f"no such bot: {', '.join(sorted(unknown))}; there are {sorted(known)}")
    fewest, most = title.seats
    seats = options["seats"] or max(len(names), min(4, most))
    if not fewest <= seats <= most:
        raise CommandError(f"{title.name} has {fewest} to {most} seats")
    if len(names) > seats:
        raise CommandError(f"{len(names)} bots do not fit on {seats} seats")
    if options["matches"] < 1:
        raise CommandError("at least one match")
    return [names[seat % len(names)] for seat in range(seats)]


def _turned(names: list[str], number: int) -> list[str]:
    """Each match moves the bots on by one seat, so that none owes its wins to where it sits."""
    turn = number % len(names)
    return names[turn:] + names[:turn]


def _options(title: Any, pairs: list[str]) -> dict[str, Any]:
    raw: dict[str, Any] = {}
    for pair in pairs:
        name, found, value = pair.partition("=")
        if not found:
            raise CommandError(f"--option takes NAME=VALUE, not {pair}")
        raw[name] = value
    try:
        value = codec.build(raw, title.options_type, strict=False)
    except msgspec.ValidationError as error:
        raise CommandError(str(error)) from error
    if unknown := set(raw) - set(title.options_type.__struct_fields__):
        raise CommandError(f"no such option: {', '.join(sorted(unknown))}")
    plain: dict[str, Any] = codec.plain(value)
    return plain


def _by_bot(played: list[Simulated]) -> dict[str, str]:
    return _table(played, lambda one, seat: one.bots[seat])


def _by_seat(played: list[Simulated]) -> dict[str, str]:
    return _table(played, lambda one, seat: str(seat))


def _table(played: list[Simulated], key: Any) -> dict[str, str]:
    scores: dict[str, list[int]] = defaultdict(list)
    wins: Counter[str] = Counter()
    for one in played:
        for standing in one.outcome.standings:
            name = key(one, standing.seat)
            scores[name].append(standing.score)
            wins[name] += standing.winner
    seats = len(played[0].bots)
    return {
        name: f"{len(got):>5} {wins[name]:>5} {seats * wins[name] / len(got):>10.2f}"
        f" {mean(got):>11.2f}"
        for name, got in sorted(scores.items())
    }

"""The command `simulate`: plays matches of bots in memory, on all cores."""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import django
import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.engine import codec
from games.engine.base import Simulated
from games.registry import games

FEW_SEATS = 20  # up to here, each seat has a line of its own
FEW_MATCHES = 16  # fewer are over before other processes have started

Wish = tuple[str, list[str], dict[str, Any], str]  # a game, bots by seat, options, a seed


class Command(BaseCommand):
    help = "Simulate matches of bots; print outcomes by bot and by seat."
    requires_system_checks = ()  # a new game's rules are tried before it has pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(games()))
        parser.add_argument("--matches", type=int, default=100)
        parser.add_argument("--seats", type=int)
        parser.add_argument(
            "--bots",
            default="",
            help=(
                "names, one per seat, repeated as needed; master@60: with 60 rollouts per decision"
            ),
        )
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--seed", default="1")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        parser.add_argument(
            "--record",
            nargs=2,
            metavar=("NUMBER", "FILE"),
            help="write the record of this match, counted from 0, for `verify`",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        title = games()[options["game"]].title
        names = _bots(title, options)
        given = _options(title, options["option"])
        wishes: list[Wish] = [
            (options["game"], _turned(names, number), given, f"{options['seed']}.{number}")
            for number in range(options["matches"])
        ]
        chosen = _chosen(options)
        began = time.perf_counter()
        played = list(_played(wishes, options["processes"]))
        self._print(played, time.perf_counter() - began)
        for line in title.figures(played):
            self.stdout.write(line)
        if chosen is not None:
            number, path = chosen
            self._write_record(wishes[number], path)

    def _write_record(self, wish: Wish, path: Path) -> None:
        slug, bots, given, seed = wish
        record = games()[slug].title.simulated_record(bots=bots, options=given, seed=seed)
        try:
            path.write_text(json.dumps(record), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}") from error
        self.stdout.write(f"match {seed} ({', '.join(bots[:FEW_SEATS])}) is written to {path}")

    def _print(self, played: list[Simulated], seconds: float) -> None:
        reasons = Counter(one.outcome.reason for one in played)
        self.stdout.write(f"{len(played)} matches of {len(played[0].bots)} seats")
        for reason, count in reasons.most_common():
            self.stdout.write(f"  ended by {reason}: {count}")
        self.stdout.write(f"by bot:  {_HEAD}  ms CPU a decision")
        costs = _costs(played)
        for name, line in _table(played, lambda one, seat: one.bots[seat]):
            self.stdout.write(f"  {name:<15} {line} {costs.get(name, '-'):>18}")
        if len(played[0].bots) <= FEW_SEATS:
            self.stdout.write(f"by seat: {_HEAD}")
            for seat, line in _table(played, lambda one, seat: seat):
                self.stdout.write(f"  {seat:<15} {line}")
        for name in sorted({fact for one in played for fact in one.facts if "." not in fact}):
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
    known = {*title.bots, *title.searchers, "random", *title.mixes}
    if unknown := {name for name in names if name not in known and not _counts(title, name)}:
        raise CommandError(f"no such bot: {', '.join(sorted(unknown))}; there are {sorted(known)}")
    fewest, most = title.seats
    seats = options["seats"] or max(len(names), min(4, most))
    if not fewest <= seats <= most:
        raise CommandError(f"{title.name} has {fewest} to {most} seats")
    if len(names) > seats:
        raise CommandError(f"{len(names)} bots do not fit on {seats} seats")
    if options["matches"] < 1:
        raise CommandError("at least one match")
    if options["processes"] < 1:
        raise CommandError("at least one process")
    return [names[seat % len(names)] for seat in range(seats)]


def _counts(title: Any, name: str) -> bool:
    """Return True if the name is a searcher with a number of rollouts ("master@60")."""
    bot, _, rollouts = name.partition("@")
    return bot in title.searchers and rollouts.isdecimal() and int(rollouts) > 0


def _turned(names: list[str], number: int) -> list[str]:
    """Return the names moved on by one seat for each match."""
    # So that no bot owes its wins to where it sits.
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


_HEAD = "         seats   wins  win rate, % (+-)  win index  mean score (+-)"


def _table(
    played: list[Simulated], key: Callable[[Simulated, int], Any]
) -> Iterator[tuple[Any, str]]:
    """Yield a line on wins and scores, with standard errors, for each group of seats.

    `key` returns the group of a seat in a match.
    """
    scores: dict[Any, list[int]] = defaultdict(list)
    wins: Counter[Any] = Counter()
    for one in played:
        for standing in one.outcome.standings:
            group = key(one, standing.seat)
            scores[group].append(standing.score)
            wins[group] += standing.winner
    seats = len(played[0].bots)
    for group, got in sorted(scores.items()):
        rate = wins[group] / len(got)
        error = (rate * (1 - rate) / len(got)) ** 0.5
        yield (
            group,
            f"{len(got):>6} {wins[group]:>6} {100 * rate:>9.1f} {100 * error:>6.1f} "
            f"{seats * rate:>11.2f} {mean(got):>10.2f} {_error(got):>6.2f}",
        )


def _error(values: list[int]) -> float:
    """Return the standard error of the mean, 0.0 for a single value."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


def _costs(played: list[Simulated]) -> dict[str, str]:
    """Return the milliseconds of CPU for each decision, by bot."""
    times: Counter[str] = Counter()
    seconds: dict[str, float] = defaultdict(float)
    for one in played:
        for name, (asked, spent) in one.spent.items():
            times[name] += asked
            seconds[name] += spent
    return {name: f"{1000 * seconds[name] / times[name]:.2f}" for name in times}


def _played(wishes: Sequence[Wish], processes: int) -> Iterator[Simulated]:
    """Yield the matches in their order, whatever the number of processes."""
    if processes == 1 or len(wishes) < FEW_MATCHES:
        yield from map(_play, wishes)
        return
    with ProcessPoolExecutor(processes, initializer=django.setup) as pool:
        yield from pool.map(_play, wishes, chunksize=max(1, len(wishes) // (8 * processes)))


def _play(wish: Wish) -> Simulated:
    slug, bots, given, seed = wish
    return games()[slug].title.simulate(
        bots=bots, options=given, seed=seed, clock=time.process_time
    )


def _chosen(options: dict[str, Any]) -> tuple[int, Path] | None:
    """Return which match is to be written and where, or None."""
    if not options["record"]:
        return None
    number, path = options["record"]
    if not number.isdecimal() or int(number) >= options["matches"]:
        raise CommandError(f"--record takes a match from 0 to {options['matches'] - 1}")
    return int(number), Path(path)

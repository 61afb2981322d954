"""Benchmark of an action on the scaled site and on boardgame.io.

Both use PostgreSQL:

    python -m tests.bench.peers [--matches 25] [--rate 25] [--actions 500] [--times 2]

It needs node, and npm to install boardgame.io and its store. Server and database share one core,
and the players have another. In boardgame.io the view has 19 KB, of which an action changes half
a KB; on the site, four people play Blanks. boardgame.io sends an action before it is stored, the
site afterwards; with `--memory` neither waits for a disk. boardgame.io's server does not notify
other servers of changes; the site does, through Redis.

If other machines share the cores of this host, their load dominates the tail of both. `--calm
0.03` repeats a measurement while they used more than 3%.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from tests.bench.usage import Meter, percentile
from tests.support.servers import Postgres, free_port

HERE = Path(__file__).parent
FILES = ("package.json", "game.js", "server.js", "players.js")
SERVERS, PLAYERS = [0], [1]  # cores
TRIES = 8  # attempts to measure while the machine is calm


class Ended(Exception):
    """Raised if a process of boardgame.io ends before it was measured."""


@dataclass
class Figures:
    """The results of one measurement."""

    cpu: float  # CPU seconds per action
    stolen: float  # share of the cores' time that the host gave to others meanwhile
    p50: float  # milliseconds until all four screens show an action
    p99: float
    done: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peers")
    parser.add_argument("--matches", type=int, default=25, help="matches of four, all connected")
    parser.add_argument("--rate", type=float, default=25, help="actions a second wished for")
    parser.add_argument("--actions", type=int, default=500, help="actions measured")
    parser.add_argument("--times", type=int, default=2, help="each, one after the other")
    parser.add_argument("--calm", type=float, default=1, help="share others may take")
    parser.add_argument("--memory", action="store_true", help="databases in memory: no disk")
    parser.add_argument("--house", action="store_true", help="only the house, as a line of JSON")
    wish = parser.parse_args()
    if wish.house:
        print(json.dumps(vars(_house(wish))))
        return
    if not shutil.which("npm"):
        sys.exit("no npm on this machine: boardgame.io cannot be installed")
    with _installed() as folder:
        for _ in range(wish.times):
            peer = _calm(wish.calm, partial(_boardgame, wish, folder))
            _print_results(peer, _calm(wish.calm, partial(_house_apart, wish)))


def _calm(most: float, measure: Callable[[], Figures]) -> Figures:
    """Measure until others take no more than this share of the cores.

    After `TRIES` attempts, return the one with the smallest share. A run that ends early is
    repeated, because a player of boardgame.io's sometimes misses a move.
    """
    found: list[Figures] = []
    for _ in range(TRIES):
        try:
            found.append(measure())
        except Ended as ended:
            print(ended)
            continue
        print(f"  stolen {found[-1].stolen:.1%}", file=sys.stderr)
        if found[-1].stolen <= most:
            break
    if not found:
        sys.exit("it has ended too soon each time")
    return min(found, key=lambda figures: figures.stolen)


def _print_results(peer: Figures, house: Figures) -> None:
    for name, figures in (("boardgame.io", peer), ("the house", house)):
        print(f"{name:14} {figures.done} actions, CPU {figures.cpu * 1e3:.1f} ms, ", end="")
        print(f"all four p50 {figures.p50:.0f} ms, p99 {figures.p99:.0f} ms", end="; ")
        print(f"stolen {figures.stolen:.0%}")
    print(f"{'':14} CPU {house.cpu / peer.cpu:.2f} times, aim 1.0;", end=" ")
    print(f"p99 {house.p99 / peer.p99:.2f} times, aim 2", flush=True)


# --- boardgame.io


@contextmanager
def _installed() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="ridotto-peers-"))
    try:
        for name in FILES:
            shutil.copy(HERE / name, folder)
        install = ["npm", "install", "--no-audit", "--no-fund", "--omit=optional"]
        subprocess.run(
            [*install, "--legacy-peer-deps"], cwd=folder, check=True, capture_output=True
        )
        yield folder
    finally:
        shutil.rmtree(folder)


def _boardgame(wish: argparse.Namespace, folder: Path) -> Figures:
    with Postgres(durable=True, in_memory=wish.memory) as postgres:
        port, url = free_port(), postgres.database("peers")
        with (
            _node(folder, SERVERS, "server.js", str(port), url) as server,
            _node(folder, PLAYERS, "players.js", f"http://127.0.0.1:{port}", *_words(wish)) as them,
        ):
            assert postgres.process is not None
            _pin([postgres.process.pid], SERVERS)
            _read(them, "warm")
            meter = Meter([server.pid, postgres.process.pid])
            them.stdin.write("go\n")
            them.stdin.flush()
            found: dict[str, Any] = json.loads(_read(them, "{"))
            return Figures(meter.used() / found["done"], meter.stolen(), **found)


def _words(wish: argparse.Namespace) -> list[str]:
    return [str(wish.matches), str(wish.rate), str(wish.actions)]


@contextmanager
def _node(folder: Path, cores: Sequence[int], *words: str) -> Iterator[Any]:
    """Run a process of node; a server has started when it is yielded."""
    process: Any = subprocess.Popen(
        ["node", *words], cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        _pin([process.pid], cores)
        if words[0] == "server.js":
            _read(process, "ready")
        yield process
    finally:
        process.kill()
        process.communicate()


def _read(process: Any, begin: str) -> str:
    """Return the next line of output with this beginning."""
    for line in process.stdout:
        if line.startswith(begin):
            return str(line)
    raise Ended(f"{process.args} has ended")


# --- This site


def _house_apart(wish: argparse.Namespace) -> Figures:
    """Measure the site in another process, because settings are read only once."""
    names = ("matches", "rate", "actions")
    words = [f"--{name}={getattr(wish, name)}" for name in names]
    words += [f"--{name}" for name in ("memory",) if getattr(wish, name)]
    command = [sys.executable, "-m", "tests.bench.peers", "--house", *words]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Figures(**json.loads(done.stdout.splitlines()[-1]))


def _house(wish: argparse.Namespace) -> Figures:
    import asyncio

    import django

    from tests.bench.lane import play_in, started

    house = started("scaled", in_memory=wish.memory)
    with house as (site, roots, _postgres):
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", **site.environment}
        django.setup()
        from tests.bench.tables import make_table

        tables = [make_table(number, site.url) for number in range(wish.matches)]
        # The servers are children of this process, so it is pinned first and they are moved after
        # it.
        _pin([os.getpid()], PLAYERS)
        _pin([*roots.values()], SERVERS)
        played = asyncio.run(play_in(wish, tables, site, roots))
    seen = played.result.everybody
    p50, p99 = (1e3 * percentile(seen, share) for share in (0.5, 0.99))
    print(played.shares(), file=sys.stderr)
    return Figures(played.cpu, played.stolen, p50, p99, played.result.done)


def _pin(roots: Sequence[int], cores: Sequence[int]) -> None:
    """Pin these processes, their children and all their threads to these cores."""
    for root in map(psutil.Process, roots):
        for process in (root, *root.children(recursive=True)):
            with suppress(psutil.NoSuchProcess, ProcessLookupError):  # it has ended meanwhile
                for thread in process.threads():
                    os.sched_setaffinity(thread.id, cores)


if __name__ == "__main__":
    main()

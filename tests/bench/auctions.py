"""Benchmark of a large week of Venice and its database.

Run it by hand on an idle machine:

    python -m tests.bench.auctions [--lane sqlite|postgresql] [--players 1000 --players 10000 ...]

Each size runs in its own process with its own database, so that its peak memory is not another's.
At the end of a lane, a table shows how seconds, rows per second and memory have grown. While the
large auction is resolved, another process reads pages of the match and bids in it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.servers import Postgres

LANES = ("sqlite", "postgresql")
SIZES = (1_000, 10_000, 100_000)
Lines = dict[str, dict[str, float]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.auctions")
    parser.add_argument("--lane", choices=LANES, action="append", help="default: both")
    parser.add_argument("--players", type=int, action="append", help=f"default: {SIZES}")
    wish = parser.parse_args()
    sizes = wish.players or SIZES
    for lane in wish.lane or LANES:
        show(lane, {players: _row(lane, players) for players in sizes})
    return 0


def _row(lane: str, players: int) -> Lines:
    with _database(lane) as database, tempfile.TemporaryDirectory(prefix="ridotto-bench-") as own:
        environment = {
            **os.environ,
            **database,
            "REDIS_URL": "",
            "RUN_DIR": own,
            "TESTING": "1",
            "LOG_LEVEL": "ERROR",
        }
        report = Path(own) / "report.json"
        command = [sys.executable, "-m", "tests.bench.auctions_week", str(players), str(report)]
        subprocess.run(command, env=environment, check=True)
        lines: Lines = json.loads(report.read_text("ascii"))
        return lines


@contextmanager
def _database(lane: str) -> Iterator[dict[str, str]]:
    """Provide a database; PostgreSQL waits for the disk, as in production."""
    if lane == "sqlite":
        yield {"DATABASE_URL": ""}
        return
    with Postgres(durable=True) as postgres:
        assert postgres.process is not None
        url, pid = postgres.database("bench"), postgres.process.pid
        yield {"DATABASE_URL": url, "BENCH_SERVER": str(pid)}


def show(lane: str, found: dict[int, Lines]) -> None:
    """Print how everything grows with the number of players."""
    sizes = list(found)
    print(f"\n{lane}: seconds on the wall / of all processors, rows/s, growth of the work")
    print(f"  {'':26}" + "".join(f"{size:>34,}" for size in sizes))
    for name in found[sizes[0]]:
        if name.startswith(" "):
            continue
        cells = [_cell(found, name, sizes, place) for place in range(len(sizes))]
        print(f"  {name:26}" + "".join(f"{cell:>34}" for cell in cells))


def _cell(found: dict[int, Lines], name: str, sizes: list[int], place: int) -> str:
    line = found[sizes[place]][name]
    if "worker" in line:
        return f"{line['worker']:.0f} + server {line['server']:.0f}"
    text = f"{line['wall']:.2f} / {_work(line):.2f} s"
    if line["rows"]:
        text += f" {line['rows'] / line['wall']:,.0f}/s"
    if place:
        text += f" x{_work(line) / max(0.001, _work(found[sizes[place - 1]][name])):.1f}"
    return text


def _work(line: dict[str, float]) -> float:
    return line["cpu"] + line["server"]


if __name__ == "__main__":
    sys.exit(main())

"""What a large week of Venice costs with its database: run by hand, alone on the machine.

    python -m tests.bench.auctions [--lane sqlite|postgresql] [--players 1000 --players 10000 ...]

Each row is a process of its own with a database of its own, so that its peak of memory is its own.
While the large auction is resolved another process reads pages of the match and bids in it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.servers import Postgres

LANES = ("sqlite", "postgresql")
SIZES = (1_000, 10_000, 100_000)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.auctions")
    parser.add_argument("--lane", choices=LANES, action="append", help="default: both")
    parser.add_argument("--players", type=int, action="append", help=f"default: {SIZES}")
    wish = parser.parse_args()
    codes = [
        _row(lane, players) for lane in wish.lane or LANES for players in wish.players or SIZES
    ]
    return max(codes)


def _row(lane: str, players: int) -> int:
    with _database(lane) as url, tempfile.TemporaryDirectory(prefix="ridotto-bench-") as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "REDIS_URL": "",
            "RUN_DIR": folder,
            "TESTING": "1",
            "LOG_LEVEL": "ERROR",
        }
        command = [sys.executable, "-m", "tests.bench.auctions_week", str(players)]
        return subprocess.run(command, env=environment).returncode


@contextmanager
def _database(lane: str) -> Iterator[str]:
    """PostgreSQL that waits for its disk, as in earnest."""
    if lane == "sqlite":
        yield ""
        return
    with Postgres(durable=True) as postgres:
        yield postgres.database("bench")


if __name__ == "__main__":
    sys.exit(main())

"""`make bench`: measures the embedded and the scaled site, one after the other.

    python -m tests.bench --matches 25 --rate 50 --actions 500 [--lane embedded|scaled]

Each lane runs in a process of its own, since Django's settings are read once.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

LANES = ("embedded", "scaled")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--lane", choices=LANES, action="append", help="default: both")
    parser.add_argument("--matches", type=int, default=25, help="matches of four, all connected")
    parser.add_argument("--rate", type=float, default=50, help="actions a second wished for")
    parser.add_argument("--actions", type=int, default=500, help="actions measured")
    wish = parser.parse_args()
    codes = []
    for lane in wish.lane or LANES:
        words = [f"--{name}={getattr(wish, name)}" for name in ("matches", "rate", "actions")]
        command = [sys.executable, "-m", "tests.bench.lane", lane, *words]
        codes.append(subprocess.run(command).returncode)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())

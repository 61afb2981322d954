"""`make bench`: the figures of docs/performance.md, lane by lane, with baselines.

    python -m tests.bench [LANE ...]            # all lanes, each with its default sizes
    python -m tests.bench LANE --help           # the options of a lane
    python -m tests.bench embedded --matches 25 --rate 50 --actions 500

Each lane runs in its own process, because Django's settings are read only once.
"""

from __future__ import annotations

import subprocess
import sys

from tests.bench.interpreter import print_interpreter

# The module and first arguments of each lane.
LANES = {
    "embedded": ("tests.bench.lane", "embedded"),
    "scaled": ("tests.bench.lane", "scaled"),
    "clock": ("tests.bench.clock",),
    "lists": ("tests.bench.lists",),
    "peers": ("tests.bench.peers",),
    "worst": ("tests.bench.flood",),
    "notices": ("tests.bench.notices",),
    "auctions": ("tests.bench.auctions",),
}


def main() -> int:
    words = sys.argv[1:]
    named = [word for word in words if word in LANES]
    options = [word for word in words if word not in LANES]
    if options and len(named) != 1:
        print(f"{__doc__}\nLanes: {', '.join(LANES)}")
        return 0 if options == ["--help"] else 2
    print_interpreter()
    codes = [_run(name, options) for name in named or LANES]
    return max(codes)


def _run(name: str, options: list[str]) -> int:
    module, *first = LANES[name]
    print(f"\n=== {name} ===", flush=True)
    return subprocess.run([sys.executable, "-m", module, *first, *options]).returncode


if __name__ == "__main__":
    sys.exit(main())

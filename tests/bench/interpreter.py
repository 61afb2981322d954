"""The Python interpreter of the benchmark, compared with Debian's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LOOP = """
import time
began, total = time.process_time(), 0
for number in range(5_000_000):
    total += number & 3
print(time.process_time() - began)
"""
TIMES = 3
SLOWER = 1.1  # slower than Debian's by this factor is worth a warning


def print_interpreter() -> None:
    """Print the Python version and speed, with a warning if Debian's is much faster."""
    # Distributions compile with profile-guided and link-time optimisation; a plain build does not.
    here = Path(sys.executable).resolve()
    seconds = _loop(sys.executable)
    print(f"Python {sys.version.split()[0]}, {here}: a tight loop takes {seconds:.2f} s")
    debians = Path(f"/usr/bin/python3.{sys.version_info.minor}")
    if not debians.exists() or debians.resolve() == here:
        return
    its = _loop(str(debians))
    print(f"{debians}: the same loop takes {its:.2f} s", flush=True)
    if seconds > SLOWER * its:
        print(f"WARNING: {debians} is {seconds / its:.2f} times as fast. Measure with that one.")


def _loop(python: str) -> float:
    """Return the CPU seconds of the fastest of a few runs of the loop."""
    runs = (
        subprocess.run([python, "-c", LOOP], check=True, capture_output=True, text=True)
        for _ in range(TIMES)
    )
    return min(float(run.stdout) for run in runs)

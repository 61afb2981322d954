"""A small disk for a test to fill."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.servers import Missing


@contextmanager
def small_disk(folder: Path, *, megabytes: int) -> Iterator[Path]:
    """Mount a disk in memory at `folder`. Raise `Missing` if mounting is not allowed."""
    folder.mkdir(exist_ok=True)
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs"]
    done = subprocess.run(["mount", *options, folder], capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"a small disk: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Fill the disk of this folder for the duration of the block."""
    filler = folder / "filler"
    try:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:  # other processes write as well
                file.write(bytes(4096))
        yield
    finally:
        filler.unlink()

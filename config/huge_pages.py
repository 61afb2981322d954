"""A web's memory in pages of 2 MB, where Linux has them.

An action looks at values all over the memory of its process. For each page of 4 KB that it has not
used of late, the processor walks through tables to find it, and does so twice in a virtual machine:
a twentieth of an action (docs/performance.md). Since version 6.1 Linux joins small pages to large
ones where it is asked to (madvise(2), MADV_COLLAPSE). Elsewhere nothing happens.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

_COLLAPSE = 25  # MADV_COLLAPSE
_EVERY = 60.0  # seconds: what was made since then
_USED = 0.75  # of an area: where less is in use, as of a thread's stack, joining it would fill it


def start() -> None:
    """Joins what there is now, and from then on each minute, as long as this process lives."""
    join()
    threading.Thread(target=_join_forever, name="huge pages", daemon=True).start()


def _join_forever() -> None:
    while True:
        time.sleep(_EVERY)
        join()


def join() -> None:
    """Takes 8 ms for each 2 MB that were not joined yet. Other threads go on meanwhile."""
    with suppress(OSError):  # not Linux, or a process may not read of itself
        smaps, linux = Path("/proc/self/smaps").read_text(), ctypes.CDLL(None)
        for begin, length in areas_in_use(smaps.splitlines()):
            # What Linux cannot join, or is too old to, stays as it is.
            linux.madvise(ctypes.c_void_p(begin), ctypes.c_size_t(length), _COLLAPSE)


def areas_in_use(smaps: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Address and bytes of each area for values, of what /proc/<pid>/smaps says (proc(5))."""
    area: tuple[int, int] | None = None
    for line in smaps:
        name, *facts = line.split()
        if not name.endswith(":"):
            begin, end = (int(address, 16) for address in name.split("-"))
            rights, _, _, file, *_ = facts
            area = (begin, end - begin) if (rights, file) == ("rw-p", "0") else None
        elif name == "Rss:" and area is not None and int(facts[0]) * 1024 >= _USED * area[1]:
            yield area

"""A web joins the pages of its memory where Linux can, and changes nothing in it."""

from __future__ import annotations

import mmap
import os
import platform
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.huge_pages import areas_in_use, join
from tests.support.site import EmbeddedSite

MEGABYTE = 1024 * 1024
SMAPS = """\
00400000-00600000 r-xp 00000000 fe:00 4711 /usr/bin/python3
Rss: 2048 kB
00600000-00a00000 rw-p 00200000 fe:00 4711 /usr/bin/python3
Rss: 4096 kB
01000000-01400000 rw-p 00000000 00:00 0 [heap]
Size: 4096 kB
Rss: 4000 kB
VmFlags: rd wr mr mw me ac
7f0000000000-7f0000800000 rw-p 00000000 00:00 0
Rss: 6144 kB
7f0001000000-7f0001800000 rw-p 00000000 00:00 0
Rss: 64 kB
7f0002000000-7f0002200000 rw-s 00000000 00:01 4712 /dev/zero (deleted)
Rss: 2048 kB
"""


def _joined(pid: int | str) -> int:
    """Megabytes of its memory that are in large pages."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("AnonHugePages:"))


def _linux_can() -> bool:
    size = Path("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size")
    version = tuple(int(part) for part in platform.release().split(".")[:2])
    return version >= (6, 1) and size.exists() and int(size.read_text()) == 2 * MEGABYTE


@pytest.fixture
def values() -> Iterator[mmap.mmap]:
    with mmap.mmap(-1, 16 * MEGABYTE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        yield memory


def test_areas_without_a_file_that_are_in_use_are_joined() -> None:
    assert [*areas_in_use(SMAPS.splitlines())] == [
        (0x01000000, 4 * MEGABYTE),
        (0x7F0000000000, 8 * MEGABYTE),
    ]


@pytest.mark.skipif(not _linux_can(), reason="this Linux cannot join pages")
def test_what_stands_in_memory_stays_the_same(values: mmap.mmap) -> None:
    before, written = _joined("self"), os.urandom(MEGABYTE) * 16
    values[:] = written
    join()
    assert _joined("self") >= before + 12  # what begins or ends in the middle of 2 MB is left
    assert values[:] == written


@pytest.mark.skipif(not _linux_can(), reason="this Linux cannot join pages")
def test_a_web_joins_its_own() -> None:
    with EmbeddedSite(HUGE_PAGES="1") as site:
        (process,) = site.processes.values()
        assert _joined(process.pid) > 20

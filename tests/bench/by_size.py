"""What pages cost in a large house, beside the same with a hundredth of the rows, in one run."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

from tests.support.servers import Postgres
from tests.support.site import Site

SHARES = (100, 1)  # rows are divided by these

# By name of a page: queries, bytes, milliseconds of a processor, and all milliseconds.
Costs = dict[str, Any]


def compare(measured: Callable[[Site, int], Costs], *, embedded: bool) -> None:
    """Prints what `measured` finds in two empty sites, which it fills: with a share, and whole.

    `embedded`: on SQLite instead of PostgreSQL.
    """
    if embedded:
        _tell(*(_in_a_site("", measured, share) for share in SHARES))
        return
    with Postgres() as postgres:
        _tell(*(_in_a_site(postgres.database(f"by{one}"), measured, one) for one in SHARES))


def _in_a_site(database: str, measured: Callable[[Site, int], Costs], share: int) -> Costs:
    site = Site(DATABASE_URL=database, REDIS_URL="")
    try:
        site.manage("migrate", "--verbosity=0")
        return measured(site, share)
    finally:
        site.close()
        shutil.rmtree(site.folder, ignore_errors=True)


def _tell(few: Costs, many: Costs) -> None:
    print(f"{'':32}  queries      bytes     CPU ms   all in ms   (a hundredth: CPU, all in ms)")
    for name, (queries, size, spent, taken) in many.items():
        _, _, less, before = few[name]
        print(f"{name:32}  {queries:7.1f}  {size:9.0f}  {spent:8.1f}   {taken:9.1f}", end="")
        print(f"   ({less:.1f}, {before:.1f}: {taken / before:.1f} times)")

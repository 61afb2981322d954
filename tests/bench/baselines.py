"""Baselines of this machine: commits per second, and echoes through Channels."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.bench.clients import Person, open_all
from tests.bench.steady_play import SETTLE, Result, at_rate
from tests.bench.usage import Meter

ROW = b"x" * 20_000  # about the size of a match's snapshot
SECONDS = 2.0

SCHEMA = (
    "CREATE TABLE bench_row (id integer PRIMARY KEY, data {blob})",
    "CREATE TABLE bench_log (seq integer, line text)",
)


@dataclass
class Baseline:
    """Commits per second, and CPU seconds per commit including the database."""

    rate: float
    cpu: float


def sqlite_commits(folder: Path, init_command: str) -> Baseline:
    """Measure durable transactions on SQLite.

    Each updates a row of 20 KB and appends a row to a log.
    """
    with sqlite3.connect(folder / "baseline.sqlite3", isolation_level=None) as connection:
        connection.executescript(init_command)
        for line in SCHEMA:
            connection.execute(line.format(blob="blob"))
        connection.execute("INSERT INTO bench_row VALUES (1, ?)", (ROW,))

        def commit(number: int) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE bench_row SET data = ? WHERE id = 1", (ROW,))
            connection.execute("INSERT INTO bench_log VALUES (?, 'a line')", (number,))
            connection.execute("COMMIT")

        return _measure(commit, [os.getpid()])


def postgres_commits(url: str, server: int) -> Baseline:
    """Measure the same on PostgreSQL; `server` is the pid of its main process."""
    with psycopg.connect(url, autocommit=True) as connection:
        for line in SCHEMA:
            connection.execute(line.format(blob="bytea"))
        connection.execute("INSERT INTO bench_row VALUES (1, %s)", (ROW,))

        def commit(number: int) -> None:
            with connection.transaction():
                connection.execute("SELECT id FROM bench_row WHERE id = 1 FOR UPDATE")
                connection.execute("UPDATE bench_row SET data = %s WHERE id = 1", (ROW,))
                connection.execute("INSERT INTO bench_log VALUES (%s, 'a line')", (number,))

        return _measure(commit, [os.getpid(), server])


def _measure(commit: Callable[[int], None], roots: list[int]) -> Baseline:
    meter, began, number = Meter(roots), time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        commit(number)
        number += 1
    passed = time.perf_counter() - began
    return Baseline(number / passed, meter.used() / number)


@dataclass
class Echoed:
    """CPU seconds per echo, and bytes per 100 sockets."""

    result: Result
    cpu: float
    memory_per_100: float


async def echoes(url: str, roots: list[int], *, groups: int, rate: float, total: int) -> Echoed:
    """Send a word from one of four sockets, and time until all four have it."""
    tables = [
        [Person(url, f"/g{number}/", "", seat) for seat in range(4)] for number in range(groups)
    ]
    everyone = [person for table in tables for person in table]
    meter = Meter(roots)
    _, per_100 = await open_all(everyone, roots)
    result = Result()

    def mover(table: list[Person]) -> Callable[[], asyncio.Future[bool]]:
        async def move() -> bool:
            for person in table:
                person.heard.clear()
            said = time.perf_counter()
            await table[0].socket.send("a word")
            await asyncio.gather(*(person.heard.wait() for person in table))
            result.everybody.append(max(person.heard_at for person in table) - said)
            result.answer.append(result.everybody[-1])
            await asyncio.sleep(SETTLE)
            return True

        return lambda: asyncio.ensure_future(move())

    result.seconds = await at_rate([mover(table) for table in tables], rate=rate, total=total)
    for person in everyone:
        await person.close()
    return Echoed(result, meter.used() / max(1, result.done), per_100)

"""List the project's files that take part when a card of Blanks is played.

    .venv/bin/python .ci/life.py

Four people play a round at a table of an embedded site. Then one of them plays a card, and the
script prints every Python file and template of the project whose code runs between its POST and
the moment when all four pages show the card.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
ROUND = 8  # actions: four cards and four votes


def main() -> None:
    from tests.support.site import EmbeddedSite

    class TracedSite(EmbeddedSite):
        def commands(self) -> dict[str, str]:
            return {"house": f"python .ci/life.py serve --prepare --port {self.port}"}

    site = TracedSite()
    report = site.folder / "files.txt"
    site.environment["FILES"] = str(report)
    with site:
        asyncio.run(_play_a_card(site))
        while not report.exists():
            time.sleep(0.1)
        found = {Path(line) for line in report.read_text("utf-8").splitlines()}
    own = sorted(
        path.relative_to(ROOT).as_posix()
        for path in found
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] not in {".venv", ".ci"}
    )
    templates = sum(name.startswith("templates/") for name in own)
    summary = f"{len(own) - templates} Python files, {templates} templates\n"
    sys.stdout.write("\n".join([*own, summary]))


async def _play_a_card(site: Any) -> None:
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", **site.environment}
    import django

    await asyncio.to_thread(django.setup)
    from tests.bench.clients import open_all
    from tests.bench.steady_play import play
    from tests.bench.tables import make_table

    table = await asyncio.to_thread(make_table, 0, site.url)
    house = site.processes["house"].pid
    people = list(table.people.values())
    await open_all(people, [house])
    await play([table], rate=10, total=ROUND)
    os.kill(house, signal.SIGUSR1)
    await play([table], rate=10, total=1)
    os.kill(house, signal.SIGUSR2)
    for person in people:
        await person.close()


def serve() -> None:
    """Run the site and trace the files whose code runs.

    SIGUSR1 starts the trace, SIGUSR2 writes the list to the file named by `FILES`.
    """
    seen: set[str] = set()
    noting = False

    def note(frame: Any, event: str, _value: object) -> None:
        if noting and event == "call":
            seen.add(frame.f_code.co_filename)

    def begin(*_: object) -> None:
        nonlocal noting
        noting = True

    def end(*_: object) -> None:
        Path(os.environ["FILES"]).write_text("\n".join(sorted(seen)), "utf-8")

    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, end)
    threading.setprofile(note)
    sys.setprofile(note)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", "house", *sys.argv[2:]])


if __name__ == "__main__":
    serve() if sys.argv[1:2] == ["serve"] else main()

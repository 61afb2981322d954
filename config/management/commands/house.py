"""`manage.py house` serves the site.

It runs the whole site in one process, or is a web process of a scaled one.
"""

from __future__ import annotations

from config.server import internals, static_files

from config.operations import uptime  # isort: skip  (first: the server chooses the event loop)

import logging
import os
import sys
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from chat.core import templates
from config.operations import embedded_site, sweep_fallback
from config.operations.embedded_site import Backstage
from config.operations.older_database import refuse_older_database
from config.server.shutdown import drain

WARM_UP_AFTER = 5  # seconds; pages that reconnect after a restart come first


class Command(BaseCommand):
    help = "Serve the site; without REDIS_URL, also run the schedule and the tasks."
    requires_system_checks = ()  # only with --prepare; otherwise the Procfile's release runs them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="localhost", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--prepare",
            action="store_true",
            help="migrate the database and collect static files first",
        )

    def handle(self, *args: Any, host: str, port: int, prepare: bool, **options: Any) -> None:
        if prepare:
            self.check()
            self.stdout.write("Bringing database and static files up to date")
            refuse_older_database()
            call_command("migrate", verbosity=0, interactive=False)
            static_files.refresh()
        if not static_files.are_there():
            raise CommandError("Static files are missing: run `manage.py collectstatic` first.")
        House(host, port).run()


class House:
    """A running server. Its `run` ends the process and does not return."""

    def __init__(self, host: str, port: int) -> None:
        # Imported late, because it reads the static files, which may just have been collected.
        from config.server.asgi import application  # noqa: PLC0415

        self.application = application
        self.host, self.port = host, port
        self.address = f"http://{host}:{port}"
        self.lock = embedded_site.lock_single_process()
        self.backstage = Backstage() if settings.EMBEDDED else None

    def run(self) -> None:
        served = internals.serve(
            self.application, host=self.host, port=self.port, ready=self.ready, drain=drain
        )
        if not served:
            raise CommandError(f"{self.address} is taken: choose another port (PORT=8001).")
        self.close()

    def ready(self) -> None:
        """Start the background work and report that the server is listening."""
        if self.backstage is not None:
            self.backstage.start()
        uptime.start()
        sweep_fallback.start(sweep_fallback.WEB_LATE)
        # In development the files may change, and tests start many web processes.
        if not settings.SERVED_FROM_SOURCES:
            threading.Timer(WARM_UP_AFTER, templates.compile_all).start()
        sys.stdout.write(f"Ridotto is open: {self.address} (Ctrl-C closes it)\n")
        sys.stdout.flush()

    def close(self) -> None:
        if self.backstage is not None:
            self.backstage.stop(seconds=1.0)
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        # Threads and queues may still be running and must not delay the end. Everything that was
        # accepted is committed.
        os._exit(0)

"""`manage.py think` searches for the bots of an embedded site.

`config.operations.search_process` starts it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from config.operations.search_process import DONE
from games.services.scheduler import think

BEHIND = 5  # niceness, so that serving pages comes first


class Command(BaseCommand):
    help = "Search for bots; each line of input names match, seat and decision."

    def handle(self, *args: Any, **options: Any) -> None:
        with suppress(OSError, AttributeError):
            os.nice(BEHIND)
        for line in sys.stdin:
            match, seat, decision = line.split(maxsplit=2)
            close_old_connections()
            think(pk=int(match), seat=int(seat), decision=decision.strip())
            sys.stdout.buffer.write(DONE)
            sys.stdout.buffer.flush()

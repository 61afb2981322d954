"""A process inside a site's Django that executes the code it is sent.

Starting Django is slow, and tests query the database of a site many hundred times.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from threading import Lock

COMMAND = (sys.executable, "-m", "tests.support.site_process")


class Inside:
    """The parent's end of the process. `run` may be called from any thread."""

    def __init__(self, root: Path, environment: Mapping[str, str], troubles: Path) -> None:
        # The file that receives the process's stderr.
        self.troubles = troubles
        self._lock = Lock()
        with troubles.open("ab") as said:
            self._process = subprocess.Popen(
                COMMAND,
                cwd=root,
                env={**environment, "DJANGO_SETTINGS_MODULE": "tests.settings"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )

    def run(self, code: str) -> str:
        """Execute Python code in a fresh namespace and return what it printed."""
        assert self._process.stdin
        assert self._process.stdout
        with self._lock:
            self._process.stdin.write(json.dumps(code) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"it has ended:\n{self.troubles.read_text(errors='replace')}")
        printed, error = json.loads(line)
        if error:
            raise RuntimeError(f"{printed}{error}")
        return str(printed)

    def close(self) -> None:
        self._process.communicate()


def serve() -> None:
    import django

    django.setup()
    from django.db import connections

    for line in sys.stdin:
        printed, error = io.StringIO(), ""
        try:
            with redirect_stdout(printed):
                exec(json.loads(line), {})
        except (Exception, SystemExit):  # a management command may end with SystemExit
            error = traceback.format_exc()
        connections.close_all()
        sys.stdout.write(json.dumps([printed.getvalue(), error]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()

"""Report known vulnerabilities of the pinned packages (`make test-nightly`).

Exit with 1 if there are any. If the database cannot be reached, say so and exit with 0.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

PINS = ("requirements.txt", "requirements-dev.txt")
ASK = ("-m", "pip_audit", "--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json")
PATIENCE = 120  # seconds


def audited(pins: str) -> tuple[bool, str]:
    """Audit a file of pins with pip-audit.

    Return True if no vulnerability is known, and a message.
    """
    try:
        done = subprocess.run(
            [sys.executable, *ASK, "-r", pins],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            # Its exit code is the same for a vulnerability and for an unreachable database.
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return _not_asked(pins, type(error).__name__)
    return verdict(pins, done.stdout, done.stderr)


def verdict(pins: str, out: str, errors: str) -> tuple[bool, str]:
    """Return True if pip-audit found nothing, and a message.

    It ends with the same exit code for a vulnerability and for an unreachable database, so only
    its output counts.
    """
    try:
        found = json.loads(out)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return _not_asked(pins, (errors.strip().splitlines() or ["no answer"])[-1][:200])
    faults = list(_faults(found))
    if faults:
        return False, "\n".join([f"{pins}: known vulnerabilities:", *faults])
    asked = [package for package in found if "vulns" in package]
    skipped = len(found) - len(asked)
    if not asked:  # a package mirror may have no data on vulnerabilities
        return _not_asked(pins, f"nothing was said of any of {skipped} packages")
    rest = f" Nothing was said of {skipped} others." if skipped else ""
    return True, f"{pins}: nothing is known against {len(asked)} packages.{rest}"


def _faults(found: list[dict[str, Any]]) -> Iterator[str]:
    for package in found:
        for fault in package.get("vulns", ()):
            mended = ", ".join(fault.get("fix_versions", ())) or "nothing yet"
            yield f"  {package['name']} {package['version']}: {fault['id']}, mended in {mended}"


def _not_asked(pins: str, why: str) -> tuple[bool, str]:
    return True, f"{pins}: not audited, since the data could not be had ({why})."


def main() -> int:
    found = [audited(pins) for pins in PINS]
    sys.stdout.write("".join(f"{text}\n" for _fine, text in found))
    return int(not all(fine for fine, _text in found))


if __name__ == "__main__":
    sys.exit(main())

"""`manage.py pulse` reports a worker or beat that hangs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import psutil
import pytest

from tests.support.patience import wait_until
from tests.support.servers import Databases
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def site(postgres: Databases) -> Iterator[ScaledSite]:
    with ScaledSite(postgres, webs=1) as site:
        yield site


def _pulse_error(site: ScaledSite, kind: str) -> str:
    """Return the output of a container's health check, "" if all is well."""
    try:
        return site.manage("pulse", kind)
    except RuntimeError as refused:
        return str(refused)


def _wait_until_reported(site: ScaledSite, kind: str) -> None:
    told = f"CommandError: The {kind} has not responded for "
    wait_until(lambda: told in _pulse_error(site, kind), what=f"the {kind} being told of")


def _wait_until_well(site: ScaledSite, kind: str) -> None:
    wait_until(lambda: _pulse_error(site, kind) == "", what=f"the {kind} being well")


@contextmanager
def _stuck(site: ScaledSite, kind: str) -> Iterator[None]:
    """Suspend the process for the duration of the block."""
    process = psutil.Process(site.processes[kind].pid)
    process.suspend()
    try:
        yield
        assert process.is_running()
    finally:
        process.resume()


@contextmanager
def _killed(site: ScaledSite, kind: str) -> Iterator[None]:
    site.loud = True  # its interrupted task is reported
    site.kill(kind)
    yield
    site.start(kind)


@pytest.mark.parametrize("kind", ["worker", "beat"])
@pytest.mark.parametrize("harmed", [_stuck, _killed])
def test_a_stuck_or_killed_process_is_reported_until_one_recovers(
    site: ScaledSite, kind: str, harmed: Callable[[ScaledSite, str], AbstractContextManager[None]]
) -> None:
    _wait_until_well(site, kind)
    with harmed(site, kind):
        _wait_until_reported(site, kind)
    _wait_until_well(site, kind)

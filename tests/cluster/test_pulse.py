"""Whoever runs the house is told by `manage.py pulse` of a worker or beat that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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


def _told(site: ScaledSite, kind: str) -> str:
    """What a container's engine hears; nothing where all is well."""
    try:
        return site.manage("pulse", kind)
    except RuntimeError as refused:
        return str(refused)


def _wait_until_told(site: ScaledSite, kind: str) -> None:
    told = f"CommandError: The {kind} has stood still for "
    wait_until(lambda: told in _told(site, kind), what=f"the {kind} being told of")


def _wait_until_well(site: ScaledSite, kind: str) -> None:
    wait_until(lambda: _told(site, kind) == "", what=f"the {kind} being well")


@contextmanager
def _stuck(process: psutil.Process) -> Iterator[None]:
    """It is there, and does nothing."""
    process.suspend()
    try:
        yield
    finally:
        process.resume()


@pytest.mark.parametrize("kind", ["worker", "beat"])
def test_one_that_is_alive_and_stuck_is_told_of_until_it_goes_on(
    site: ScaledSite, kind: str
) -> None:
    _wait_until_well(site, kind)
    process = psutil.Process(site.processes[kind].pid)
    with _stuck(process):
        _wait_until_told(site, kind)
        assert process.is_running()
    _wait_until_well(site, kind)


@pytest.mark.parametrize("kind", ["worker", "beat"])
def test_one_that_was_killed_is_told_of_until_another_is_there(site: ScaledSite, kind: str) -> None:
    _wait_until_well(site, kind)
    site.loud = True  # what it had begun is found broken off
    site.kill(kind)
    _wait_until_told(site, kind)
    site.start(kind)
    _wait_until_well(site, kind)

"""Requests that wait for a database row do not delay others."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.support import blanks_http as blanks
from tests.support.client import guest
from tests.support.patience import PATIENCE, wait_until
from tests.support.servers import Databases
from tests.support.site import ScaledSite

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def site(postgres: Databases) -> Iterator[ScaledSite]:
    with ScaledSite(postgres, webs=1) as running:
        yield running


def test_other_requests_are_answered_while_actions_wait_for_a_lock(site: ScaledSite) -> None:
    people, others = [guest(site.url) for _ in range(4)], [guest(site.url) for _ in range(4)]
    match, elsewhere = blanks.table(people), blanks.table(others)
    answering = [person for person in people if blanks.forms(person, match)]
    forms = [blanks.forms(person, match)[0].keyed() for person in answering]
    assert len(forms) >= 3
    with (
        ThreadPoolExecutor(len(forms)) as pool,
        psycopg.connect(site.database_url) as holding,
    ):
        holding.execute("SELECT 1 FROM games_match WHERE public_id = %s FOR UPDATE", [match])
        acting = [
            pool.submit(blanks.act, person, match, form)
            for person, form in zip(answering, forms, strict=True)
        ]
        wait_until(lambda: site.waiting() == len(forms), what="all actions waiting for the match")
        blanks.play_on(others, elsewhere)
        assert others[0].get("/lobby/").status == 200
        assert not any(action.done() for action in acting)
        holding.rollback()
        assert all(action.result(PATIENCE).accepted for action in acting)

"""Bots of an embedded site search ahead in a separate process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.patience import wait_until
from tests.support.site import EmbeddedSite

pytestmark = pytest.mark.deep

TABLE = """
from lobby.models import User
from games.services.tables import seat_bots
from games.services.seats import walk_out
from games.services.start import start
from games.services.tables import TableWish, create_table

owner = User.objects.create(username="owner")
match = create_table(user=owner, game="merchants", wish=TableWish(name="A table", least=3, most=4))
seat_bots(match=match, bots=["master"] * 3)
start(user=owner, public_id=match.public_id)
walk_out(user=owner)
"""

# Replaces the answer of a plan that is not due yet by the default action, which no bot would choose
# there. If that action is played, the bot has used its plan.
STANDING = """
import json
from datetime import datetime, timedelta
from chat.core.clock import now
from games.engine import codec
from games.models import BotPlan
from games.services.match_engine import engine_of, state_of

soon = now() + timedelta(seconds=0.2)
for plan in BotPlan.objects.select_related("match"):
    match = plan.match
    at = match.bots_due.get(str(plan.seat))
    if plan.decision != match.decision_id or not at or datetime.fromisoformat(at) < soon:
        continue
    default = codec.plain(engine_of(match).default_action(state_of(match), plan.seat))
    if codec.decode(bytes(plan.answer), dict)["action"] != default["action"]:
        BotPlan.objects.filter(pk=plan.pk).update(answer=codec.encode(default))
        print(json.dumps([plan.decision, plan.seat, default]))
"""

PLAYED = """
import json
from games.engine import codec
from games.models import LogEntry

rows = list(LogEntry.objects.order_by("seq"))
print(json.dumps([
    [before.decision, row.seat, codec.decode(bytes(row.action), dict)]
    for before, row in zip(rows, rows[1:])
]))
"""


def test_a_master_plays_the_result_of_its_search() -> None:
    with EmbeddedSite(empty=False, BOT_DELAY_SCALE="0.3", SEARCH_MS="40") as site:
        site.shell(TABLE)
        stood: list[Any] = []

        def enough() -> bool:
            stood.extend(map(json.loads, site.shell(STANDING).splitlines()))
            return len(stood) >= 3

        wait_until(enough, what="plans that stand before their moment")

        def played() -> list[Any]:
            rows = json.loads(site.shell(PLAYED))
            return [row for row in rows if row[:2] in [plan[:2] for plan in stood]]

        wait_until(lambda: len(played()) == len(stood), what="the moments of these plans")
        assert sorted(map(json.dumps, played())) == sorted(map(json.dumps, stood))

"""Access to the page of a match (Blanks 2 and 15, which hold for every game)."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from games.engine.table import Refused, check_gate, check_watch
from games.models import Match
from games.page.snapshot import MatchSnapshot
from games.refusals import HouseCode, Refusal
from games.registry import is_crowd
from games.services.match_engine import is_outdated
from games.services.table_access import facts_of, gate_of, is_admitted, site_refusals


def may_moderate(user: Any) -> bool:
    return bool(user.is_active and user.has_perm("games.view_match"))


def check_access(snapshot: MatchSnapshot, user: Any) -> None:
    """Raise `Refusal` with the reason if this user may not see the page now."""
    match = snapshot.match
    if not user.is_authenticated:
        raise Refusal(HouseCode.NOT_A_PLAYER)
    if is_outdated(match):
        raise Refusal(HouseCode.OUTDATED)
    if snapshot.seat_of(user) is not None or may_moderate(user):
        return
    if match.over:
        # What is public of a week stays so for everybody who could watch it (Venice 11).
        if not (is_crowd(match) and could_watch(match, user)):
            _check_result(snapshot, user)
        return
    gate = "invited" if is_admitted(match, user) else gate_of(match, user, None)
    facts = facts_of(match, user, gate=gate)
    with site_refusals():
        if match.started:
            check_watch(facts)
        elif facts.banned:
            raise Refused("banned")
        else:
            check_gate(facts)


def could_watch(match: Match, user: Any) -> bool:
    """Return True if a user without a seat could watch the match while it was played."""
    if not user.is_authenticated:
        return False
    gate = "invited" if is_admitted(match, user) else gate_of(match, user, None)
    try:
        check_watch(structs.replace(facts_of(match, user, gate=gate), active=True))
    except Refused:
        return False
    return True


def _check_result(snapshot: MatchSnapshot, user: Any) -> None:
    # Players keep access to the result for good. A table closed before its start has none.
    if not snapshot.played(user) or (
        snapshot.match.status == Match.Status.ABORTED and not snapshot.match.started
    ):
        raise Refusal(HouseCode.NOT_ACTIVE)

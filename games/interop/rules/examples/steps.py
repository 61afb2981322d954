"""The steps of a worked example: answers of seats, and timeouts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import codec
from games.engine.base import IllegalAction
from games.engine.examples import Fault, only, same
from games.interop.rules import decisions
from games.interop.rules.actions import decision_id
from games.interop.rules.examples.case import Case
from games.interop.rules.examples.expect import check, check_standing

Step = Mapping[str, Any]
_COMMON = {"seat", "do", "error", "expect", "note"}
# The fields allowed and required for each kind of answer.
ANSWERS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "founder": (frozenset({"kit", "licence", "fee"}), frozenset({"kit"})),
    "buy": (frozenset({"card", "licence", "fee"}), frozenset({"card"})),
    "draw": (frozenset({"deck"}), frozenset({"deck"})),
    "keep": (frozenset({"card", "licence", "fee"}), frozenset()),
    "adopt": (frozenset({"protocol", "licence", "fee"}), frozenset({"protocol"})),
    "relicense": (frozenset({"protocol", "licence", "fee"}), frozenset({"protocol"})),
    "end_turn": (frozenset(), frozenset()),
    "allocate": (frozenset({"app", "users"}), frozenset({"app", "users"})),
    "pass": (frozenset(), frozenset()),
}


def run_step(case: Case, step: Step) -> None:
    """Run a step, then check its expectations and everything that always holds."""
    if step.get("do") == "clock":
        _clock(case, step)
    else:
        _answer(case, step)
    check(case, step.get("expect", {}))
    check_standing(case)


def _answer(case: Case, step: Step) -> None:
    raw = _raw(case, step, _COMMON)
    before = _shown(case)
    code = ""
    try:
        case.post(step["seat"], raw)
    except IllegalAction as refusal:
        code = refusal.code
    wanted = step.get("error", "")
    if code != wanted:
        raise Fault(f"expected {wanted or 'no refusal'}, got {code or 'no refusal'}")
    if code and _shown(case) != before:
        raise Fault(f"the refused step ({code}) changed something")


def _shown(case: Case) -> list[bytes]:
    """Return the state and every view of it."""
    viewers = [None, *range(case.state.seats)]
    views = [case.engine.view(case.state, viewer) for viewer in viewers]
    return [codec.encode(value) for value in (case.state, *views)]


def _clock(case: Case, step: Step) -> None:
    """Let one or several deadlines pass; `seat` is the first seat asked."""
    only(step, {"seat", "do", "plays", "times", "expect", "note"}, "step")
    decision = decisions.decision(case.state)
    if decision is None:
        raise Fault("nobody is asked any more")
    same("seat", step["seat"], case.state.turn)
    if "plays" in step:
        wanted = codec.build(_raw(case, step["plays"], {"do"}), case.engine.action_type)
        same("plays", wanted, case.engine.default_action(case.state, case.state.turn))
    for _ in range(step.get("times", 1)):
        case.time_up()


def _raw(case: Case, step: Step, common: set[str]) -> dict[str, Any]:
    """Return the answer as it is posted, to the open decision."""
    kind = step.get("do")
    if kind not in ANSWERS:
        raise Fault(f"unknown kind of step: {kind!r}")
    may, must = ANSWERS[kind]
    only(step, common | may, "step")
    if lacking := must - set(step):
        raise Fault(f"step: {sorted(lacking)} is missing")
    given = {key: step[key] for key in may if key in step}
    return {"action": kind, "decision": decision_id(case.state), **given}

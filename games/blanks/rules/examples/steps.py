"""The steps of a case: one function for each kind of `do`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.blanks.rules.actions import Back, refuse
from games.blanks.rules.examples.case import Case
from games.blanks.rules.examples.expect import check, check_standing
from games.blanks.rules.rounds import decision_id
from games.blanks.rules.state import State, play_of
from games.engine.base import IllegalAction, Join, Leave, Timeout
from games.engine.examples import Fault, only
from games.engine.table import Refused

Step = Mapping[str, Any]
_COMMON = {"do", "error", "expect", "note"}
_NOWHERE = "no-such-handle"


def run_step(case: Case, step: Step) -> None:
    """Run a step, then check its expectations and the invariants."""
    kind = step.get("do")
    if kind not in STEPS:
        raise Fault("unknown kind of step")
    run, keys = STEPS[kind]
    only(step, _COMMON | keys, "step")
    case.events = []
    case.users |= {step[key] for key in ("by", "user") if key in step}
    before = _truth(case)
    code = _done(run, case, step)
    wanted = step.get("error", "")
    if code != wanted:
        raise Fault(f"expected {wanted or 'no refusal'}, got {code or 'no refusal'}")
    if code and _truth(case) != before:
        raise Fault(f"the refused step ({code}) changed something")
    check(case, step.get("expect", {}))
    check_standing(case)


def _done(run: Callable[[Case, Step], None], case: Case, step: Step) -> str:
    try:
        run(case, step)
    except (Refused, IllegalAction) as refusal:
        return refusal.code
    return ""


def _truth(case: Case) -> Any:
    table = case.table
    seated, invited = list(table.seated), set(table.invited)
    flags = (table.owner, table.active, table.started)
    return case.state, dict(case.seats), flags, seated, invited, set(table.banned), set(table.links)


def _running(case: Case) -> State:
    if case.state is None or not case.table.active:
        raise refuse("not_playing")
    return case.state


def _join(case: Case, step: Step) -> None:
    user = step["by"]
    case.table.join(user, password=step.get("password"), link=step.get("link"))
    if case.state is not None:
        seat = case.state.next_seat
        case.apply(seat, Join())
        case.seats[user] = seat
        case.names[seat] = user


def _leave(case: Case, step: Step) -> None:
    case.table.leave(step["by"])
    _gone(case, step["by"], Leave(how="left"))


def _kick(case: Case, step: Step) -> None:
    case.table.kick(step["by"], step["user"])
    _gone(case, step["user"], Leave(how="kicked"))


def _gone(case: Case, user: str, action: Leave) -> None:
    seat = case.seats.pop(user, None)
    if seat is not None:
        case.apply(seat, action)


def _play(case: Case, step: Step) -> None:
    state = _running(case)
    number = step.get("round", state.round)
    case.post(step["by"], {"action": "play", "round": number, "cards": step["cards"]})


def _discard(case: Case, step: Step) -> None:
    state = _running(case)
    number = step.get("round", state.round)
    case.post(step["by"], {"action": "discard", "round": number, "cards": step["cards"]})


def _vote(case: Case, step: Step) -> None:
    state = _running(case)
    handle = step["handle"] if "handle" in step else _handle(case, state, step["by"], step["for"])
    number = step.get("round", state.round)
    case.post(step["by"], {"action": "vote", "round": number, "handle": handle})


def _handle(case: Case, state: State, voter: str, author: str) -> str:
    """Return the handle of an author's play as the voter finds it: by its cards."""
    laid = [play_of(state, seat) for seat in case.seats_of(author)]
    cards = next((play.cards for play in laid if play is not None), None)
    view = case.view(voter)
    for play in (view.plays if view else None) or ():
        if tuple(card.id for card in play.cards) == cards:
            return play.handle
    return _NOWHERE


def _back(case: Case, step: Step) -> None:
    _running(case)
    case.apply(case.seats.get(step["by"], -1), Back())


def _timeout(case: Case, step: Step) -> None:
    if case.state is None:
        return  # a timer does nothing in a game that is not being played
    number = step.get("round", case.state.round)
    phase = step.get("phase", case.state.phase.value)
    named = f"{number}.{phase}"
    if named == decision_id(case.state):
        case.apply(None, Timeout(decision=named))
        return
    try:  # a late timer must be refused
        case.apply(None, Timeout(decision=named))
    except IllegalAction as refusal:
        if refusal.code != "stale":
            raise
    else:
        raise Fault(f"the timer of {named} was taken in {decision_id(case.state)}")


def _batch(case: Case, step: Step) -> None:
    for user, cards in step["plays"].items():
        _play(case, {"by": user, "cards": cards})
    for user, author in step["votes"].items():
        _vote(case, {"by": user, "for": author})


STEPS: dict[str, tuple[Callable[[Case, Step], None], set[str]]] = {
    "look": (lambda case, step: None, {"by"}),
    "join": (_join, {"by", "password", "link"}),
    "invite": (lambda case, step: case.table.invite(step["by"], step["user"]), {"by", "user"}),
    "make_link": (lambda case, step: case.table.make_link(step["by"], step["as"]), {"by", "as"}),
    "revoke_links": (lambda case, step: case.table.revoke_links(step["by"]), {"by"}),
    "kick": (_kick, {"by", "user"}),
    "leave": (_leave, {"by"}),
    "start": (lambda case, step: case.start(step["by"]), {"by"}),
    "cancel": (lambda case, step: case.table.cancel(step["by"]), {"by"}),
    "play": (_play, {"by", "cards", "round"}),
    "vote": (_vote, {"by", "for", "handle", "round"}),
    "discard": (_discard, {"by", "cards", "round"}),
    "back": (_back, {"by"}),
    "timeout": (_timeout, {"round", "phase"}),
    "round": (_batch, {"plays", "votes"}),
}

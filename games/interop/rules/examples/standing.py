"""What holds after every step: choices are legal, nothing is negative, nothing hidden is shown."""

from __future__ import annotations

from games.engine import codec
from games.engine.worked import Fault
from games.interop.rules import clock, deployment
from games.interop.rules.box import FACE_UP
from games.interop.rules.examples.case import Case
from games.interop.rules.examples.script import Scripted


def check_standing(case: Case) -> None:
    state = case.state
    if any(player.money < 0 for player in state.players):
        raise Fault("somebody's money is below 0")
    if any(deployment.free(player) < 0 for player in state.players):
        raise Fault("somebody uses more bandwidth than there is")
    if any(len(pile.row) > FACE_UP for pile in state.piles):
        raise Fault("a row is longer than five")
    if clock.decision(state) is not None and not case.engine.choices(state, state.turn):
        raise Fault("a seat is asked that can do nothing")
    for viewer in (None, *range(state.seats)):
        other = case.engine.scramble(state, viewer, Scripted({}))
        shown = codec.encode(case.engine.view(state, viewer))
        if codec.encode(case.engine.view(other, viewer)) != shown:
            raise Fault(f"the view of {viewer} tells what it may not know")

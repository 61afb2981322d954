"""The dice as they lie on the table."""

from __future__ import annotations

from dataclasses import dataclass

from chat.core.translation import gettext as _
from games.merchants.page import naming
from games.merchants.page.viewer import percent
from games.merchants.rules.view import MerchantsView, RollView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Tray:
    """The last roll. `number`: another one means that dice have rolled. `open`: may roll again."""

    who: Who
    why: str
    dice: tuple[int, int]
    target: int
    number: int
    success: bool
    open: bool
    result: str
    chance: int


def tray(snapshot: MatchSnapshot, view: MerchantsView) -> Tray | None:
    """None before the first roll, and while it has nothing to do with what goes on."""
    roll = view.roll
    if roll is None or not (roll.open or _still_matters(view, roll)):
        return None
    return Tray(
        who=who(snapshot, roll.seat),
        why=purpose(roll),
        dice=roll.dice,
        target=roll.target,
        number=roll.number,
        success=roll.success,
        open=roll.open,
        result=result(roll),
        chance=percent(roll.chance),
    )


def _still_matters(view: MerchantsView, roll: RollView) -> bool:
    """A purchase waits for its own roll; on the stack only a Cutpurse rolls."""
    if view.purchase is not None:
        return False
    return view.stack is None or not view.stack.cards or roll.what == "cutpurse"


def purpose(roll: RollView) -> str:
    """What the roll is for."""
    match roll.what:
        case "buy":
            return _("to buy")
        case "visit":
            return _("to open a crate")
        case "callback":
            return _("to call an emblem back")
        case "cutpurse":
            return _("for the Cutpurse to get away")


def result(roll: RollView) -> str:
    """How it came out, in words."""
    numbers = {"sum": sum(roll.dice), "target": naming.number(roll.target)}
    if roll.dice == (6, 6):
        return _("Double six always succeeds.")
    if roll.dice == (1, 1):
        return _("Double one always fails.")
    if roll.success:
        return _("%(sum)d against %(target)s: success.") % numbers
    return _("%(sum)d against %(target)s: failure.") % numbers

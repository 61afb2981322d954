"""Rolls against a target (rules 2.3). Who rolls carries out the effects when the dice stand."""

from __future__ import annotations

from msgspec.structs import replace

from games.merchants.rules import odds
from games.merchants.rules.draft import Draft
from games.merchants.rules.state import Phase, Roll, RollFor

AGAINST = 7  # of all rolls but those of buying


def throw(
    draft: Draft, what: RollFor, seat: int, target: int, *, market: int = 0, card: str = ""
) -> bool:
    """Rolls; True if the dice stand, else the roller is asked whether to roll anew."""
    dice = _dice(draft, what)
    roll = Roll(
        what=what, seat=seat, target=target, dice=dice, success=False, number=0,
        market=market, card=card,
    )  # fmt: skip
    return _lies(draft, roll)


def throw_again(draft: Draft) -> bool:
    """The doublet is rolled anew; True if the dice stand."""
    assert draft.roll is not None
    return _lies(draft, replace(draft.roll, dice=_dice(draft, draft.roll.what)))


def _dice(draft: Draft, what: str) -> tuple[int, int]:
    first, second = draft.chance.roll(what, 2, 6)
    return first, second


def _lies(draft: Draft, roll: Roll) -> bool:
    draft.rolls += 1
    success = odds.succeeds(roll.dice, roll.target)
    draft.roll = replace(roll, success=success, number=draft.rolls)
    draft.tell(
        "rolled", seat=roll.seat, what=roll.what, target=roll.target, dice=roll.dice,
        success=success, number=draft.rolls,
    )  # fmt: skip
    if odds.may_reroll(roll.dice):
        draft.ask(Phase.REROLL, roll.seat)
        return False
    return True

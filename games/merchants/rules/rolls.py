"""Rolls against a target (rules 2.3), and the chance that one succeeds."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from games.merchants.rules.draft import Draft
from games.merchants.rules.state import Phase, Roll, RollFor

# --- The chance that a roll against a target succeeds (rules 2.3), re-rolling exactly what fails.


LEAST, MOST = 3, 12  # targets beyond these are as good as these
_FACES = range(1, 7)


def succeeds(dice: tuple[int, int], target: int) -> bool:
    """Double six always, double one never, else by the sum."""
    if dice[0] == dice[1] and dice[0] in (1, 6):
        return dice[0] == 6
    return sum(dice) >= target


def may_reroll(dice: tuple[int, int]) -> bool:
    """Double 2, 3, 4 or 5."""
    return dice[0] == dice[1] and dice[0] not in (1, 6)


@cache
def chance(target: int) -> float:
    """From 0 to 1. A failing doublet is rolled anew until something else stands."""
    pairs = [(one, other) for one in _FACES for other in _FACES]
    good = sum(succeeds(pair, target) for pair in pairs)
    again = sum(may_reroll(pair) and not succeeds(pair, target) for pair in pairs)
    return good / (len(pairs) - again)


@cache
def per_mille(target: int) -> int:
    """The chance in thousandths: 618 for a target of 7. Every whole number is a target."""
    return round(1000 * chance(min(max(target, LEAST), MOST)))


@cache
def table() -> tuple[int, ...]:
    """Thousandths for the targets `LEAST` to `MOST`, for a page that reckons as one chooses."""
    return tuple(per_mille(target) for target in range(LEAST, MOST + 1))


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
    success = succeeds(roll.dice, roll.target)
    draft.roll = replace(roll, success=success, number=draft.rolls)
    draft.tell(
        "rolled", seat=roll.seat, what=roll.what, target=roll.target, dice=roll.dice,
        success=success, number=draft.rolls,
    )  # fmt: skip
    if may_reroll(roll.dice):
        draft.ask(Phase.REROLL, roll.seat)
        return False
    return True

"""Rolls against a target (rules 2.3) and their chance of success."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from games.merchants.rules.draft import Draft
from games.merchants.rules.state import Phase, Roll, RollFor

# --- Chance of success, re-rolling exactly the failing doublets (rules 2.3)


LEAST, MOST = 3, 12  # lower and higher targets have the same chances as these
_FACES = range(1, 7)


def succeeds(dice: tuple[int, int], target: int) -> bool:
    """Return True if these dice succeed against a target.

    Double six always succeeds and double one never does; else the sum decides.
    """
    if dice[0] == dice[1] and dice[0] in (1, 6):
        return dice[0] == 6
    return sum(dice) >= target


def may_reroll(dice: tuple[int, int]) -> bool:
    """Return True for a double 2, 3, 4 or 5."""
    return dice[0] == dice[1] and dice[0] not in (1, 6)


@cache
def chance(target: int) -> float:
    """Return the chance of success against a target, from 0 to 1."""
    pairs = [(one, other) for one in _FACES for other in _FACES]
    good = sum(succeeds(pair, target) for pair in pairs)
    # A failing doublet is rolled again until something else stands.
    again = sum(may_reroll(pair) and not succeeds(pair, target) for pair in pairs)
    return good / (len(pairs) - again)


@cache
def per_mille(target: int) -> int:
    """Return the chance of success in thousandths: 618 for a target of 7.

    Any whole number is a valid target.
    """
    return round(1000 * chance(min(max(target, LEAST), MOST)))


@cache
def table() -> tuple[int, ...]:
    """Return the chances in thousandths for the targets `LEAST` to `MOST`.

    A page uses them to calculate while the player chooses.
    """
    return tuple(per_mille(target) for target in range(LEAST, MOST + 1))


AGAINST = 7  # the target of all rolls except for a purchase


def throw(
    draft: Draft, what: RollFor, seat: int, target: int, *, market: int = 0, card: str = ""
) -> bool:
    """Roll the dice; return True if they stand, else ask whether to roll again."""
    dice = _dice(draft, what)
    roll = Roll(
        what=what, seat=seat, target=target, dice=dice, success=False, number=0,
        market=market, card=card,
    )  # fmt: skip
    return _record_roll(draft, roll)


def throw_again(draft: Draft) -> bool:
    """Roll a doublet again; return True if the new dice stand."""
    assert draft.roll is not None
    return _record_roll(draft, replace(draft.roll, dice=_dice(draft, draft.roll.what)))


def _dice(draft: Draft, what: str) -> tuple[int, int]:
    first, second = draft.chance.roll(what, 2, 6)
    return first, second


def _record_roll(draft: Draft, roll: Roll) -> bool:
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

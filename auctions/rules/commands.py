"""The commands of a running week, how they are parsed, and the refusal codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.engine.base import Value
from games.engine.transition import Refusals

# --- Refusal codes of the rules and their messages (rules 6.3) ---


MESSAGES = {
    "malformed": "Your entry could not be read. Enter whole numbers and try again.",
    "not_started": "The match has not started. Wait for the start.",
    "not_a_player": "You are not a player in this match.",
    "not_fast": (
        "At the daily pace auctions are always held at 17:15. Only players of a fast week"
        " can say that they are done."
    ),
    "unknown_auction": "There is no such auction this week.",
    "unknown_item": "This item isn't sold in this auction. Check its line-up.",
    "late": (
        "This auction has already been held with the bids in force at the time. Nothing "
        "was changed."
    ),
    "bad_price": "Enter a whole number of dollars, from 1 to 1,000,000.",
    "bad_units": "You bid for no units. Bid for at least one.",
    "too_many_bids": "You have bids at ten prices on this lot. Withdraw one of them first.",
    "too_many_units": (
        "Your bids on this lot ask for more units than are on offer. Ask for fewer."
    ),
    "no_such_bid": "You don't have that bid. Nothing was withdrawn.",
    "loan_closed": "The opening auction has begun: the loan can no longer be changed.",
    "loan_negative": "A loan cannot be negative. Enter 0 or more.",
    "loan_above_cap": "The treasury doesn't lend that much in this match. Borrow less.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need


_DIGITS = re.compile(r"[+-]?[0-9]{1,1000}")


class PlaceBid(Value, tag="bid", tag_field="do"):
    """Bid `price` dollars per unit for `units` of `item`.

    Replaces your bid at the same price.
    """

    auction: int
    item: str
    price: int
    units: int


class WithdrawBid(Value, tag="withdraw", tag_field="do"):
    """Withdraw the bid at this price, or all bids on the lot if `price` is null."""

    auction: int
    item: str
    price: int | None = None


class RepriceBid(Value, tag="reprice", tag_field="do"):
    """Replace the bid at price `old` by one at `price`.

    Both changes count or neither.
    """

    auction: int
    item: str
    old: int
    price: int
    units: int


class SetLoan(Value, tag="loan", tag_field="do"):
    """Set the loan to `amount` dollars in total."""

    amount: int


class SayDone(Value, tag="done", tag_field="do"):
    """Mark an auction as done, or all that are left if `auction` is null.

    Fast pace only (rules 3.2).
    """

    auction: int | None = None


class TakeBackDone(Value, tag="undone", tag_field="do"):
    """Take back the mark on an auction, or on all that are left if `auction` is null."""

    auction: int | None = None


Mark = SayDone | TakeBackDone
Command = PlaceBid | WithdrawBid | RepriceBid | SetLoan | Mark
KINDS: dict[str, type[Command]] = {
    "bid": PlaceBid,
    "withdraw": WithdrawBid,
    "reprice": RepriceBid,
    "loan": SetLoan,
    "done": SayDone,
    "undone": TakeBackDone,
}
# Fields that may be omitted, which means all prices of the lot or all auctions that are left.
_OPTIONAL = {("withdraw", "price"), ("done", "auction"), ("undone", "auction")}


def read_command(raw: Mapping[str, Any], *, text: bool = False) -> Command:
    """Parse a command from {"do": ..., fields}. Other keys are ignored.

    `text`: accept numbers as decimal text too, as forms send them. Raise `IllegalAction`
    ("malformed") if a field is missing or has the wrong type.
    """
    kind = KINDS.get(str(raw.get("do")))
    if kind is None:
        raise refuse("malformed")
    fields = {name: _field(raw, name, text) for name in kind.__struct_fields__}
    return kind(**fields)


def _field(raw: Mapping[str, Any], name: str, text: bool) -> Any:
    value = raw.get(name)
    if name == "item":
        return _checked(value, isinstance(value, str))
    if value is None and (raw["do"], name) in _OPTIONAL:
        return None
    if text and isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return int(value)
    return _checked(value, isinstance(value, int) and not isinstance(value, bool))


def _checked(value: Any, holds: bool) -> Any:
    if not holds:
        raise refuse("malformed")
    return value

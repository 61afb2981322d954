"""What a player may ask of a running week, how it is read, and the refusal codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.engine.base import Value
from games.engine.transition import Refusals

# --- Refusal codes of the rules with their sentences (rules 6.3). ---


MESSAGES = {
    "malformed": "This could not be read. Enter whole numbers and try again.",
    "not_started": "The match has not started. Wait for the start.",
    "not_a_player": "You are not a player of this match.",
    "not_fast": "At the daily pace every auction is held at its hour.",
    "unknown_auction": "There is no such auction this week.",
    "unknown_item": "This item is not sold in this auction. Look at its line-up.",
    "late": "The time of this auction has come. What stood then counts; nothing was changed.",
    "bad_price": "A price is a whole number from 1 to 1,000,000 $.",
    "bad_units": "Bid for at least one unit.",
    "too_many_bids": "You have bids at ten prices on this lot. Withdraw one of them first.",
    "too_many_units": "Your bids on this lot ask for more units than are offered. Ask for fewer.",
    "no_such_bid": "You have no such bid. Nothing was withdrawn.",
    "loan_closed": "It is time for the opening: the loan can no longer be changed.",
    "loan_negative": "A loan cannot be negative.",
    "loan_above_cap": "The treasury does not lend that much in this match.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need


_DIGITS = re.compile(r"[+-]?[0-9]{1,18}")


class PlaceBid(Value, tag="bid", tag_field="do"):
    """Bid `price` dollars a unit for `units` of `item`; replaces the units at this price."""

    auction: int
    item: str
    price: int
    units: int


class WithdrawBid(Value, tag="withdraw", tag_field="do"):
    """Take back the bid at this price, or all prices of the lot (`price` None)."""

    auction: int
    item: str
    price: int | None = None


class RepriceBid(Value, tag="reprice", tag_field="do"):
    """Withdraw at price `old` and place at `price`, in one step: both count or neither."""

    auction: int
    item: str
    old: int
    price: int
    units: int


class SetLoan(Value, tag="loan", tag_field="do"):
    """The whole loan that is wanted, in dollars."""

    amount: int


class SayDone(Value, tag="done", tag_field="do"):
    """Done with an auction, or (None) with all that are left: fast pace alone (3.2)."""

    auction: int | None = None


class TakeBackDone(Value, tag="undone", tag_field="do"):
    """Not done with it after all, or (None) with none of those that are left."""

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
# What may be left out: all prices of the lot, all auctions that are left.
_OPTIONAL = {("withdraw", "price"), ("done", "auction"), ("undone", "auction")}


def read_command(raw: Mapping[str, Any], *, text: bool = False) -> Command:
    """A command from {"do": ..., fields}. Raises `malformed` for anything that is missing or odd.

    `text`: numbers may come as decimal text, as forms send them. Other keys are passed over.
    """
    kind = KINDS.get(str(raw.get("do")))
    if kind is None:
        raise refuse("malformed")
    fields = {name: _field(raw, name, text) for name in kind.__struct_fields__}
    return kind(**fields)


def _field(raw: Mapping[str, Any], name: str, text: bool) -> Any:
    value = raw.get(name)
    if name == "item":
        return _kept(value, isinstance(value, str))
    if value is None and (raw["do"], name) in _OPTIONAL:
        return None
    if text and isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return int(value)
    return _kept(value, isinstance(value, int) and not isinstance(value, bool))


def _kept(value: Any, holds: bool) -> Any:
    if not holds:
        raise refuse("malformed")
    return value

"""Refusal codes of the rules with their sentences (rules 6.3)."""

from __future__ import annotations

from games.engine.refusing import Refusals

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

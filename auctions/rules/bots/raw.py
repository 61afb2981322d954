"""Bots as the contract of titles knows them: from a view to what a person's post would carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auctions.rules.bots.crowd import POLICIES, bids_of, loan_of
from auctions.rules.bots.seat import BotSeat, Stage
from games.engine.base import Bot, Randomness


class BotView:
    """What a bot is shown: an auction to come, and its own seat. `borrows`: loan not yet set."""

    def __init__(self, stage: Stage, bot: BotSeat, *, borrows: bool = False) -> None:
        self.stage = stage
        self.bot = bot
        self.borrows = borrows


def _bot(kind: str) -> Bot:
    def act(view: BotView, chance: Randomness) -> Mapping[str, Any] | None:
        if view.borrows:
            return {"do": "loan", "amount": loan_of(kind, view.stage, chance)}
        view.bot.kind = kind
        wishes = bids_of(view.stage, view.bot, chance)
        bids = [
            {
                "do": "bid",
                "auction": view.stage.auction,
                "item": view.stage.lots[place].item,
                "price": price,
                "units": units,
            }
            for place, price, units in wishes
        ]
        return {"do": "bids", "bids": bids} if bids else None

    return act


BOTS: Mapping[str, Bot] = {kind: _bot(kind) for kind in POLICIES}
"""A loan is one command; bids are a list of commands under "bids"."""

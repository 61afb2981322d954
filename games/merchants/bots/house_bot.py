"""The house bot: it plays to win, expects answers, and fears the dragon."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from games.engine.base import Randomness
from games.merchants.bots import buying, powers
from games.merchants.bots.values import EVER, HOUSE, Style, Values
from games.merchants.rules import cards, defaults, rolls
from games.merchants.rules.view import MerchantsView

Raw = dict[str, Any]

WORTH_BUYING = 1.0
VISIT_TARGET = 7


def house(view: MerchantsView, chance: Randomness) -> Mapping[str, Any] | None:
    """Return the answer of the house bot, or None if the seat owes none."""
    return answered(view, HOUSE)


def answered(view: MerchantsView, style: Style) -> Mapping[str, Any] | None:
    """Return the answer of a bot of this style, or None if the seat owes none."""
    if not view.mine:
        return None
    return {"decision": view.decision, **_answer(view, Values(view, style))}


def _answer(view: MerchantsView, values: Values) -> Raw:
    match view.phase:
        case "market":
            return _market(view, values)
        case "seize":
            return buying.seize(view, values)
        case "duel":
            return buying.duel(view, values)
        case "stack":
            return powers.stack(view, values)
        case "pick_stack_card":
            return {"action": "pick_stack_card", "card": powers.stack_card(view, values)}
        case "pick_emblem" if values.style.herald:
            return {"action": "pick_emblem", "card": powers.emblem_to_send_home(view, values)}
        case "pick_stock":
            return {"action": "pick_stock", "suit": powers.best_stock(view, values)[1]}
        case "pick_black_market_card":
            return {"action": "pick_black_market_card", "card": _found(view, values)}
        case "give":
            return {"action": "give", "card": min(values.hand, key=values.of)}
        case "cutpurse":
            return _cutpurse(view, values)
        case _:
            return defaults.default(view)


def _market(view: MerchantsView, values: Values) -> Raw:
    """Choose the best of a purchase, a Power and a Visit."""
    doing = {choice.action for choice in view.choices}
    visit = _visit_gain(view, values)
    if values.style.visits_first and "visit" in doing and visit > 0:
        return _visit(view)
    bought, buy = buying.best_purchase(view, values)
    played, play = powers.action_play(view, values)
    best = max(bought, played)
    if best > max(WORTH_BUYING, values.style.substitute * visit if "substitute" in doing else 0):
        return buy if bought >= played else play
    if "visit" in doing and visit > 0:
        return _visit(view)
    if "substitute" in doing and visit > 0 and not values.me.no_visiting:
        return {"action": "substitute"}
    return {"action": "end_turn"}


def _visit(view: MerchantsView) -> Raw:
    return {"action": "visit", "market": defaults.biggest_market(view)}


def _visit_gain(view: MerchantsView, values: Values) -> float:
    """Return the average profit of a Visit to the biggest Black Market, or 0."""
    if not view.markets.black:
        return 0
    count = max(market.count for market in view.markets.black)
    each = (values.gain(["SA"]) / 2 + values.style.in_a_market * (count - 0.5)) / count
    drawn = min(count, 1 + values.me.permissions)
    success = rolls.chance(VISIT_TARGET)
    forfeit = fmean(map(values.of, values.hand)) if view.mode == "hard" and values.hand else 0
    return success * each * drawn - (1 - success) * forfeit


def _found(view: MerchantsView, values: Values) -> str:
    assert view.own is not None
    return max(view.own.found, key=lambda card: (values.gain([card]), -cards.CARDS.index(card)))


def _cutpurse(view: MerchantsView, values: Values) -> Raw:
    """Steal a card, but slip away an unwanted egg to the next player."""
    least = min(values.hand, key=values.of, default="")
    rivals = defaults.opponents(view)
    if least and values.of(least) < 0:
        return {"action": "slip", "target": rivals[0], "card": least}
    return defaults.default(view)


# --- Policy of the master without a search: the house bot with another style
#
# The weights were tuned together in simulated matches against three house bots.


SOON = 0.5  # in rounds: an Emblem still counts in the turns of the next one

POLICY = Style(
    # An extra Action in every turn, an extra card in every Visit; Shields and Tributes hardly
    # count.
    emblem={"D": 8.0, "H": 5.0, "S": 1.0, "C": 1.0},
    # Cards held early pay for more. Goods that count double are not for paying.
    good=3.5,
    hoarded=-3.0,
    buys=0.5,
    alike=2.0,
    horizon=5.0,
    # Rivals seize less often than the house bot expects: it buys too little and commits too much.
    denied=0.25,
    rivals_gain=0.9,
    rivals_hold=0.5,
    # Characters and eggs come only from Black Markets.
    substitute=1.7,
    in_a_market=9.0,
    visits_first=True,
    # Emblems are played at once, to work as long as possible. In the last Power Phase, Powers.
    emblems={
        **dict.fromkeys(("D10", "H10", "S10", "C10", "DJ", "HJ", "CJ", "HQ", "SQ"), SOON),
        "SJ": EVER,
    },
    herald=True,
)


def policy(view: MerchantsView, chance: Randomness) -> Mapping[str, Any] | None:
    """Return the answer of the master's policy without a search."""
    return answered(view, POLICY)

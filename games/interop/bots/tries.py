"""What the master tries: what gains most by the house's reckoning, and to draw instead.

Founders, licences and users are left to the house's bot: the judge of a turn sees too little of
what they are good for. It took high fees for money that nobody pays, and kept users away.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.interop.bots.bargain import licence
from games.interop.bots.bundles import Market
from games.interop.bots.outlook import Outlook
from games.interop.bots.sight import END_TURN, Raw, buying, drawable, keepable
from games.interop.rules.cards import Card
from games.interop.rules.view import InteropView

GROWTH = 8  # as the house's bot expects
PLANS = 6  # bundles whose first step is tried


def tries(view: InteropView) -> Iterator[Raw]:
    """Answers to the open decision; some may come twice."""
    match view.kind:
        case "invest":
            yield END_TURN
            yield from _purchases(view)
            yield from ({"action": "draw", "deck": row.deck} for row in drawable(view))
        case "keep":
            yield {"action": "keep"}
            outlook = Outlook(view, GROWTH)
            yield from (
                buying("keep", card, _terms(view, card, outlook)) for card in keepable(view)
            )


def _purchases(view: InteropView) -> Iterator[Raw]:
    outlook = Outlook(view, GROWTH)
    nets = [(outlook.net(one.cards, one.price), one.cards[0]) for one in Market(view).bundles()]
    nets.sort(key=lambda one: -one[0])
    deployed = {one.card for one in view.protocols}
    for _, card in nets[:PLANS]:
        if card.id in deployed:
            yield {"action": "adopt", "protocol": card.id}
        else:
            yield buying("buy", card, _terms(view, card, outlook))


def _terms(view: InteropView, card: Card, outlook: Outlook) -> Raw:
    """A licence as the house's bot would choose it, where one is asked for."""
    return licence(view, card, outlook) if card.kind == "protocol" else {}

"""What the master tries: what gains most by the house's reckoning, under several licences, and
whatever else could be done.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engines.interop.bots.bargain import licence
from games.engines.interop.bots.bundles import Market
from games.engines.interop.bots.outlook import Outlook
from games.engines.interop.bots.prospects import GROWTH
from games.engines.interop.bots.sight import END_TURN, PASS, Raw, buying, drawable, keepable, takers
from games.engines.interop.cards import Card
from games.engines.interop.view import InteropView

PLANS = 6  # bundles whose first step is tried
TERMS = 2  # of them, under every licence
FEES = (2, 4, 7)
LICENCES: tuple[Raw, ...] = (
    {"licence": "open"},
    {"licence": "closed"},
    *({"licence": "rand", "fee": fee} for fee in FEES),
)


def tries(view: InteropView) -> Iterator[Raw]:
    """Answers to the open decision; some may come twice."""
    match view.kind:
        case "founder":
            for kit in view.kits:
                yield from ({"action": "founder", "kit": kit, **terms} for terms in LICENCES)
        case "invest":
            yield END_TURN
            yield from _purchases(view)
            yield from ({"action": "draw", "deck": row.deck} for row in drawable(view))
            yield from _relaxed(view)
        case "keep":
            yield {"action": "keep"}
            for card in keepable(view):
                yield from _licensed("keep", card)
        case "allocate":
            yield PASS
            for offer in takers(view):
                for users in sorted({offer.most, max(1, offer.most // 2)}):
                    yield {"action": "allocate", "app": offer.app, "users": users}


def _purchases(view: InteropView) -> Iterator[Raw]:
    outlook = Outlook(view, GROWTH)
    nets = [(outlook.net(one.cards, one.price), one.cards[0]) for one in Market(view).bundles()]
    nets.sort(key=lambda one: -one[0])
    deployed = {one.card for one in view.protocols}
    for place, (_, card) in enumerate(nets[:PLANS]):
        if card.id in deployed:
            yield {"action": "adopt", "protocol": card.id}
        else:
            terms = licence(view, card, outlook) if card.kind == "protocol" else {}
            yield buying("buy", card, terms)
            yield from _licensed("buy", card) if place < TERMS else ()


def _licensed(action: str, card: Card) -> Iterator[Raw]:
    if card.kind == "protocol":
        yield from (buying(action, card, terms) for terms in LICENCES)
    else:
        yield buying(action, card, {})


def _relaxed(view: InteropView) -> Iterator[Raw]:
    for one in view.protocols:
        for terms in LICENCES if one.relax_code == "" else ():
            if terms["licence"] in one.relax:
                yield {"action": "relicense", "protocol": one.card, **terms}

"""Bundles of purchases: a card with the protocols it lacks (rules 19.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from games.engine.base import Value
from games.interop.bots.outlook import Outlook
from games.interop.bots.sight import me
from games.interop.rules.box import CARDS
from games.interop.rules.cards import Card, DeckName
from games.interop.rules.view import InteropView, ProtocolView

_KEPT = 5  # the number of cheapest plans at each level,
_TRIED = 3  # and of those that are continued
_DEPTH = 3
_PAIRED = 10  # the number of bundles that are tried in pairs
_SHORT = 2.0  # alone, each bundle of a pair may lose up to this much
LEAST_NET = 0.01


class Bundle(Value):
    """Cards in an order in which they can be acquired."""

    cards: tuple[Card, ...] = ()
    price: int = 0
    decks: tuple[DeckName, ...] = ()  # the decks used for face-up cards


class Market:
    """Everything this seat could acquire in this turn, money and needs aside."""

    def __init__(self, view: InteropView) -> None:
        mine = me(view)
        self.money = mine.money
        self.features = frozenset(mine.features)
        self.rows = {
            row.deck: [CARDS[one.card] for one in row.cards]
            for row in view.rows
            if row.deck not in view.used
        }
        self._apps = {app.app for app in mine.apps}
        self._adopted = {
            protocol.card: _price(protocol)
            for protocol in view.protocols
            if _open(protocol, mine.seat)
        }
        for card in mine.protocols:
            self._adopted.pop(card, None)
        self._providers: dict[str, list[Bundle]] = {}
        for bundle in self._protocols():
            for feature in bundle.cards[0].provides:
                self._providers.setdefault(feature, []).append(bundle)

    def bundles(self) -> Iterator[Bundle]:
        """Yield all bundles that can be paid in full."""
        for bundle in self._every():
            if bundle.price <= self.money:
                yield bundle

    def _every(self) -> Iterator[Bundle]:
        for card in dict.fromkeys(card.id for card in self.rows.get("LINK", ())):
            yield _alone(CARDS[card], "LINK")
        for card in dict.fromkeys(card.id for card in self.rows.get("APP", ())):
            if card not in self._apps:
                yield from self._with_needs(_alone(CARDS[card], "APP"), _TRIED)
        for bundle in self._protocols():
            yield from self._with_needs(bundle, 2)

    def _protocols(self) -> Iterator[Bundle]:
        """Yield each protocol alone: adopted, or face up."""
        for name, price in self._adopted.items():
            yield Bundle(cards=(CARDS[name],), price=price)
        for deck in ("CORE", "SERVICE"):
            for card in self.rows.get(deck, ()):
                yield _alone(card, card.deck)

    def _with_needs(self, last: Bundle, most: int) -> Iterator[Bundle]:
        """Yield a bundle with the cheapest ways to provide what it needs."""
        needs = last.cards[0].needs
        for before in self._provided(needs, Bundle(), _DEPTH)[:most]:
            whole = _joined(before, last)
            if whole is not None:
                yield whole

    def _provided(self, needs: tuple[str, ...], sofar: Bundle, depth: int) -> list[Bundle]:
        """Return the cheapest ways to provide these features, cheapest first.

        For the first missing feature, every provider is tried, after its own needs.
        """
        found = self.features.union(*(card.provides for card in sofar.cards))
        lacking = next((feature for feature in needs if feature not in found), None)
        if lacking is None:
            return [sofar]
        if depth == 0:
            return []
        plans: list[Bundle] = []
        for provider in self._providers.get(lacking, ()):
            own = provider.cards[0].needs
            for ready in self._provided(own, sofar, depth - 1)[:_TRIED]:
                whole = _joined(ready, provider)
                if whole is not None and whole.price <= self.money:
                    plans += self._provided(needs, whole, depth)
        return _cheapest(plans)


def best_bundle(view: InteropView, outlook: Outlook) -> Bundle | None:
    """Return the bundle with the highest net for its price, or None.

    In the last two rounds, the highest net counts alone.
    """
    late = view.round >= view.rounds - 1
    best: tuple[float, Bundle] | None = None
    for bundle in Market(view).bundles():
        net = outlook.net(bundle.cards, bundle.price)
        if net <= LEAST_NET:
            continue
        rate = net if late else net / (bundle.price + 2)
        if best is None or rate > best[0]:
            best = rate, bundle
    return best[1] if best else None


def best_plan(view: InteropView, outlook: Outlook) -> Bundle | None:
    """Return the best purchase of this turn, one bundle or a pair, or None."""
    # Cheap bundles have the best rates, but the money they leave may not pay for what gains more.
    # An application and the link that carries its users may each be worth little alone.
    money = me(view).money
    tried = _by_rate(view, outlook)
    plans = [(net, bundle) for net, bundle in tried]
    for (_, first), (_, then) in combinations(tried, 2):
        both = _joined(first, then)
        if both is not None and both.price <= money:
            plans.append((outlook.net(both.cards, both.price), both))
    net, plan = max(plans, key=lambda one: one[0], default=(0.0, None))
    return plan if net > LEAST_NET else None


def _by_rate(view: InteropView, outlook: Outlook) -> list[tuple[float, Bundle]]:
    """Return the bundles to be tried in pairs, with their nets, best rates first."""
    nets = ((outlook.net(one.cards, one.price), one) for one in Market(view).bundles())
    worth = [(net, bundle) for net, bundle in nets if net > -_SHORT]
    return sorted(worth, key=lambda one: -one[0] / (one[1].price + 2))[:_PAIRED]


def _alone(card: Card, deck: DeckName) -> Bundle:
    return Bundle(cards=(card,), price=card.cost, decks=(deck,))


def _joined(first: Bundle, then: Bundle) -> Bundle | None:
    """Join two bundles; None if they use a deck or hold a card twice."""
    if set(first.decks) & set(then.decks) or set(first.cards) & set(then.cards):
        return None
    return Bundle(
        cards=(*first.cards, *then.cards),
        price=first.price + then.price,
        decks=(*first.decks, *then.decks),
    )


def _cheapest(plans: Iterable[Bundle]) -> list[Bundle]:
    """Return the cheapest plans, each set of cards once."""
    ways = {frozenset(card.id for card in plan.cards): plan for plan in plans}
    return sorted(ways.values(), key=lambda plan: plan.price)[:_KEPT]


def _price(protocol: ProtocolView) -> int:
    return CARDS[protocol.card].cost + protocol.fee


def _open(protocol: ProtocolView, seat: int) -> bool:
    return protocol.licence != "closed" and protocol.deployer != seat

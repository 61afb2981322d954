"""What can be acquired together in a turn (rules 19.3): a card with the protocols it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from games.engine.base import Value
from games.interop.bots.outlook import Outlook
from games.interop.bots.sight import me
from games.interop.rules.box import CARDS
from games.interop.rules.cards import Card, DeckName
from games.interop.rules.view import InteropView, ProtocolView

_KEPT = 5  # plans kept at each level
_TRIED = 3  # plans gone on with
_DEPTH = 3
_PAIRED = 10  # bundles that are tried two by two
_SHORT = 2.0  # alone, one of two may be worth so much less than it costs
LEAST_NET = 0.01


class Bundle(Value):
    """Cards in the order in which they can be acquired. `decks`: used for them face up."""

    cards: tuple[Card, ...] = ()
    price: int = 0
    decks: tuple[DeckName, ...] = ()


class Market:
    """What this seat could acquire in this turn, money and needs aside."""

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
        self._adopted = {one.card: _price(one) for one in view.protocols if _open(one, mine.seat)}
        for card in mine.protocols:
            self._adopted.pop(card, None)
        self._providers: dict[str, list[Bundle]] = {}
        for bundle in self._protocols():
            for feature in bundle.cards[0].provides:
                self._providers.setdefault(feature, []).append(bundle)

    def bundles(self) -> Iterator[Bundle]:
        """All that can be paid in full."""
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
        """Each protocol by itself: to adopt, or face up."""
        for name, price in self._adopted.items():
            yield Bundle(cards=(CARDS[name],), price=price)
        for deck in ("CORE", "SERVICE"):
            for card in self.rows.get(deck, ()):
                yield _alone(card, card.deck)

    def _with_needs(self, last: Bundle, most: int) -> Iterator[Bundle]:
        """The cheapest ways to have what it needs, and then itself."""
        needs = last.cards[0].needs
        for before in self._provided(needs, Bundle(), _DEPTH)[:most]:
            whole = _joined(before, last)
            if whole is not None:
                yield whole

    def _provided(self, needs: tuple[str, ...], sofar: Bundle, depth: int) -> list[Bundle]:
        """Ways to provide these features, cheapest first: for the first one missing every
        provider, its own needs first.
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
    """The one with the highest net for its price; in the last two rounds the highest net."""
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
    """What is best bought in this turn: one bundle, or two that go together.

    By rate small things come first, and what they leave is too little for what would gain more;
    and an application and the link that carries its users may each be worth little alone.
    """
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
    """The bundles that are tried two by two, with their nets: those that gain most for a price."""
    nets = ((outlook.net(one.cards, one.price), one) for one in Market(view).bundles())
    worth = [(net, bundle) for net, bundle in nets if net > -_SHORT]
    return sorted(worth, key=lambda one: -one[0] / (one[1].price + 2))[:_PAIRED]


def _alone(card: Card, deck: DeckName) -> Bundle:
    return Bundle(cards=(card,), price=card.cost, decks=(deck,))


def _joined(first: Bundle, then: Bundle) -> Bundle | None:
    """Both, unless they use one deck twice or hold one card twice."""
    if set(first.decks) & set(then.decks) or set(first.cards) & set(then.cards):
        return None
    return Bundle(
        cards=(*first.cards, *then.cards),
        price=first.price + then.price,
        decks=(*first.decks, *then.decks),
    )


def _cheapest(plans: Iterable[Bundle]) -> list[Bundle]:
    """Each set of cards once."""
    ways = {frozenset(card.id for card in plan.cards): plan for plan in plans}
    return sorted(ways.values(), key=lambda plan: plan.price)[:_KEPT]


def _price(one: ProtocolView) -> int:
    return CARDS[one.card].cost + one.fee


def _open(one: ProtocolView, seat: int) -> bool:
    return one.licence != "closed" and one.deployer != seat

"""The planner (rules 19.3), and planners that always choose the same licence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.engine.base import Bot, Randomness
from games.interop.bots.bundles import LEAST_NET, Bundle, best_bundle
from games.interop.bots.outlook import Outlook
from games.interop.bots.sight import (
    END_TURN,
    Raw,
    any_founder,
    any_licence,
    buying,
    drawable,
    keepable,
    me,
    naming,
    takers,
)
from games.interop.rules.box import CARDS
from games.interop.rules.cards import Card, DeckName
from games.interop.rules.view import GainView, InteropView, OfferView

_DRAWS: tuple[DeckName, ...] = ("APP", "SERVICE", "CORE", "LINK")
_SPARE = 4  # the least money with which a card is drawn
_FEES = (2, 5)

Licensing = Callable[[InteropView, Card, Randomness], Raw]
Look = Callable[[InteropView], Outlook]
Choose = Callable[[InteropView, Outlook], Bundle | None]


@naming
def planner(view: InteropView, chance: Randomness) -> Raw | None:
    """Return the answer of the planner with random licences."""
    # With random licences, the figures measure the licence and not who chose it.
    return planned(view, chance, mixed)


def mixed(view: InteropView, card: Card, chance: Randomness) -> Raw:
    """Return a random licence with a fee from 2 to 5."""
    return any_licence(chance, *_FEES)


def planned(
    view: InteropView,
    chance: Randomness,
    licensing: Licensing,
    look: Look = Outlook,
    choose: Choose = best_bundle,
) -> Raw | None:
    """Return the planner's answer, with other licences, outlook or choice of bundles."""
    match view.kind:
        case "founder":
            raw = any_founder(view, {}, chance)
            return {**raw, **licensing(view, CARDS[raw["kit"]], chance)}
        case "invest":
            return _invest(view, chance, licensing, choose(view, look(view)))
        case "keep":
            return _keep(view, chance, licensing, look(view))
        case "allocate":
            return _allocate(view)
        case _:
            return None


def _invest(
    view: InteropView, chance: Randomness, licensing: Licensing, bundle: Bundle | None
) -> Raw:
    """Buy bundles as long as one is worth it, then only draw."""
    if bundle is not None and not any(deed.kind == "draw" for deed in view.done):
        return _first_step(view, bundle, chance, licensing)
    return _draw(view) or END_TURN


def _first_step(view: InteropView, bundle: Bundle, chance: Randomness, licensing: Licensing) -> Raw:
    """Return the first step of a bundle; the next one is found again after it."""
    card = bundle.cards[0]
    if any(protocol.card == card.id for protocol in view.protocols):
        return {"action": "adopt", "protocol": card.id}
    licence = licensing(view, card, chance) if card.kind == "protocol" else {}
    return buying("buy", card, licence)


def _draw(view: InteropView) -> Raw | None:
    """Draw from the next deck in order, before the last round."""
    if view.round == view.rounds or me(view).money < _SPARE:
        return None
    able = [row.deck for row in drawable(view)]
    past = max((_DRAWS.index(deed.of) for deed in view.done if deed.kind == "draw"), default=-1)
    deck = next((deck for deck in _DRAWS[past + 1 :] if deck in able), None)
    return None if deck is None else {"action": "draw", "deck": deck}


def _keep(view: InteropView, chance: Randomness, licensing: Licensing, outlook: Outlook) -> Raw:
    """Keep the card of the highest net, if that is worth anything."""
    nets = [(outlook.net((card,), card.cost), card) for card in keepable(view)]
    net, card = max(nets, key=lambda pair: pair[0], default=(0.0, None))
    if card is None or net <= LEAST_NET:
        return {"action": "keep"}
    licence = licensing(view, card, chance) if card.kind == "protocol" else {}
    return buying("keep", card, licence)


def _allocate(view: InteropView) -> Raw:
    """Place the maximum or half of it, where current and later income grow most."""
    ways = [(offer, users) for offer in takers(view) for users in _amounts(offer)]
    offer, users = max(ways, key=lambda way: _worth(view, way[0].gains[way[1]], way[0]))
    return {"action": "allocate", "app": offer.app, "users": users}


def _amounts(offer: OfferView) -> list[int]:
    return [offer.most, max(1, offer.most // 2)]


def _worth(view: InteropView, gain: GainView, offer: OfferView) -> float:
    """Return the income at once, plus a share for users ahead of their partners."""
    left = view.rounds - view.round
    after = gain.revenue.users
    before = after - gain.users
    # Partners may come to match these users later.
    ahead = sum(max(0, after - max(partner.reach, before)) for partner in gain.revenue.partners)
    return gain.more + gain.revenue.bandwidth * 0.5 * ahead * left / (left + 1)


# --- Planners with one licence for everything, to measure its value (rules 20.3)


@dataclass(frozen=True)
class Policy:
    """A planner with one licence for every protocol, founder kits included."""

    licence: Raw
    later: Raw | None = None  # the licence it relaxes them to, from round `since` on
    since: int = 0

    def __call__(self, view: InteropView, chance: Randomness) -> Raw | None:
        return self._relaxed(view) or planned(view, chance, self._licence)

    def _licence(self, view: InteropView, card: Card, chance: Randomness) -> Raw:
        return self.licence

    def _relaxed(self, view: InteropView) -> Raw | None:
        """Relax the bot's protocols that are still more restrictive, first in a turn."""
        if self.later is None or view.kind != "invest" or view.round < self.since:
            return None
        for protocol in view.protocols:
            if protocol.relax_code == "" and self.later["licence"] in protocol.relax:
                return {"action": "relicense", "protocol": protocol.card, **self.later}
        return None


def _rand(fee: int) -> Raw:
    return {"licence": "rand", "fee": fee}


_OPEN: Raw = {"licence": "open"}
_CLOSED: Raw = {"licence": "closed"}

POLICIES: dict[str, Bot] = {
    "planner-open": naming(Policy(_OPEN)),
    "planner-rand-2": naming(Policy(_rand(2))),
    "planner-rand-4": naming(Policy(_rand(4))),
    "planner-rand-7": naming(Policy(_rand(7))),
    "planner-closed": naming(Policy(_CLOSED)),
    "planner-closed-rand": naming(Policy(_CLOSED, later=_rand(3), since=4)),
    "planner-rand-open": naming(Policy(_rand(6), later=_OPEN, since=5)),
}

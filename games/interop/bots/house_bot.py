"""The house bot: a planner that adapts its choices to the position.

In the last round it calculates exactly instead of estimating.
"""

from __future__ import annotations

from math import exp

from games.engine.base import Randomness
from games.interop.bots.bundles import best_plan
from games.interop.bots.licences import first_licence, licence, relaxed
from games.interop.bots.outlook import Apps, Outlook
from games.interop.bots.planner import planned
from games.interop.bots.sight import END_TURN, Raw, naming
from games.interop.rules.box import CARDS, RESEARCH, users_of
from games.interop.rules.cards import Card
from games.interop.rules.deployment import offer_to, runs_on
from games.interop.rules.view import InteropView

# --- Outlook of the last round, calculated exactly
#
# The planner takes means over all user cards of an era, and a rule of thumb for partners. Earlier
# that evens out, but in the last round it would buy cards that never pay for themselves. Here the
# cards already seen are left out, partners count to the user, and a price must be earned back with
# a margin.


DOUBT = 0.15  # the margin over a price, as the one user card to come may not fit

Row = tuple[str, int, int, list[int]]  # application, bandwidth, users, reach of each partner


class Closing(Outlook):
    """An outlook on the last round."""

    def __init__(self, view: InteropView) -> None:
        self._cards = [card.id for card in users_of(view.era) if card.id not in view.seen]
        super().__init__(view)
        self.price = 1 + DOUBT

    def value(self, apps: Apps, protocols: tuple[str, ...], free: float) -> float:
        """Return the mean income over the user cards that may come."""
        # Each card goes to the application where it gains most.
        rows = [self._row(app, users, protocols) for app, users in apps]
        now = sum(bandwidth * _counted(users, reaches) for _, bandwidth, users, reaches in rows)
        gains = (
            max((_gain(card, row, int(free)) for row in rows), default=0) for card in self._cards
        )
        return now + sum(gains) / len(self._cards)

    def _row(self, app: str, users: int, protocols: tuple[str, ...]) -> Row:
        on = runs_on(app, protocols)
        places = set().union(*(self._on[protocol] for protocol in on if protocol in self._on))
        return app, CARDS[app].bandwidth, users, [self._reach[place] for place in places]


def _counted(users: int, reaches: list[int]) -> int:
    """Return the users that earn (rules 10.3)."""
    return users + sum(min(users, reach) for reach in reaches)


def _gain(card: str, row: Row, free: int) -> int:
    """Return the income of as many offered users as the bandwidth carries."""
    app, bandwidth, users, reaches = row
    more = min(offer_to(app, card).users, free // bandwidth)
    return bandwidth * (_counted(users + more, reaches) - _counted(users, reaches))


# The results of each kit (rules 20.2), in hundredths of an average share.
_KITS = {"ftp": 111, "h323": 109, "irc": 105, "smtp": 100, "http": 98, "nntp": 95, "rtmp": 92}
_PAIR = 2.0  # for an application that a kit and another player's protocol make possible,
_LESS = 0.25  # minus this much for each unit of its fee
_CHOICE = 6.0  # a kit that promises this much less is chosen e times less often
_GROWTH = 8  # bandwidth per round: links come faster than the planner thinks


@naming
def house(view: InteropView, chance: Randomness) -> Raw | None:
    """Return the answer of the house bot: the planner's, but for kit and licences."""
    if view.kind == "founder":
        kit = _founder(view, chance)
        terms = first_licence(view, CARDS[kit], Outlook(view, _GROWTH), chance)
        return {"action": "founder", "kit": kit, **terms}
    raw = planned(view, chance, _licensing, _outlook, best_plan)
    # Licences are checked again before a turn ends, when the purchases are known.
    return relaxed(view, Outlook(view, _GROWTH)) or raw if raw == END_TURN else raw


def _outlook(view: InteropView) -> Outlook:
    """Return the outlook for the current round."""
    # In the last round, income is calculated; in the round before, a price must be earned back with
    # a margin.
    if view.round == view.rounds:
        return Closing(view)
    outlook = Outlook(view, _GROWTH)
    if view.round == view.rounds - 1:
        outlook.price += DOUBT
    return outlook


def _licensing(view: InteropView, card: Card, chance: Randomness) -> Raw:
    return licence(view, card, Outlook(view, _GROWTH))


def _founder(view: InteropView, chance: Randomness) -> str:
    """Choose a random kit; the more promising, the more likely."""
    # Nobody can count on the kit that is left to them, and no two games begin alike.
    promises = {kit: promise(view, CARDS[kit]) for kit in view.kits}
    best = max(promises.values())
    weights = {kit: round(1000 * exp((value - best) / _CHOICE)) for kit, value in promises.items()}
    drawn = chance.below(sum(weights.values()))
    for kit, weight in weights.items():
        drawn -= weight
        if drawn < 0:
            return kit
    raise AssertionError("what is drawn is less than the sum")


def promise(view: InteropView, protocol: Card) -> float:
    """Return the promise of a kit: its usual result, and its fit with the others."""
    own = set(protocol.provides)
    by_fee = sorted(view.protocols, key=lambda offered: -offered.fee)  # the lowest fee counts
    fees = {
        feature: offered.fee
        for offered in by_fee
        if offered.licence != "closed"
        for feature in CARDS[offered.card].provides
    }
    pairs = [
        sum(fees[feature] for feature in set(app.needs) - own)
        for app in RESEARCH
        if app.kind == "application" and own < set(app.needs) <= own | set(fees)
    ]
    return _KITS[protocol.id] + sum(max(0.0, _PAIR - _LESS * fee) for fee in pairs)

"""The bot of the house: the planner, with kit and licences chosen by the position, with an eye for
what goes together, and without hopes in the last round.
"""

from __future__ import annotations

from math import exp

from games.engine.base import Randomness
from games.interop.bots.bundles import best_plan
from games.interop.bots.licences import first_licence, licence, relaxed
from games.interop.bots.outlook import Apps, Outlook
from games.interop.bots.planner import planned
from games.interop.bots.sight import END_TURN, Raw
from games.interop.rules.box import CARDS, RESEARCH, users_of
from games.interop.rules.cards import Card
from games.interop.rules.deployment import offer_to, runs_on
from games.interop.rules.view import InteropView

# --- The last round as the house's bot sees it: nothing is left to hope for, so all of it is
# reckoned.
#
# The planner takes means over all user cards of an era, and a rule of thumb for partners. Earlier
# that evens out; now it buys what is never paid back. Here the cards that were seen are left out,
# partners count to the user, and what is paid must come back with something over.


DOUBT = 0.15  # by so much more than its price: the one user card that comes may not fit

Row = tuple[str, int, int, list[int]]  # an application, its bandwidth, users, and partners' reaches


class Closing(Outlook):
    """An outlook on the one round that is left."""

    def __init__(self, view: InteropView) -> None:
        self._cards = [card.id for card in users_of(view.era) if card.id not in view.seen]
        super().__init__(view)
        self.price = 1 + DOUBT

    def value(self, apps: Apps, protocols: tuple[str, ...], free: float) -> float:
        """The mean income over the user cards that may come, placed where it gains most."""
        rows = [self._row(app, users, protocols) for app, users in apps]
        now = sum(bandwidth * _counted(users, reaches) for _, bandwidth, users, reaches in rows)
        gains = (
            max((_gain(card, row, int(free)) for row in rows), default=0) for card in self._cards
        )
        return now + sum(gains) / len(self._cards)

    def _row(self, app: str, users: int, protocols: tuple[str, ...]) -> Row:
        on = runs_on(app, protocols)
        places = set().union(*(self._on[one] for one in on if one in self._on))
        return app, CARDS[app].bandwidth, users, [self._reach[place] for place in places]


def _counted(users: int, reaches: list[int]) -> int:
    """Users that earn (rules 10.3)."""
    return users + sum(min(users, reach) for reach in reaches)


def _gain(card: str, row: Row, free: int) -> int:
    """What as many users as the card offers and the bandwidth carries would earn."""
    app, bandwidth, users, reaches = row
    more = min(offer_to(app, card).users, free // bandwidth)
    return bandwidth * (_counted(users + more, reaches) - _counted(users, reaches))


# What the kits led to, measured (rules 20.2), in hundredths of a share.
_KITS = {"ftp": 111, "h323": 109, "irc": 105, "smtp": 100, "http": 98, "nntp": 95, "rtmp": 92}
_PAIR = 2.0  # for an application that a kit and a protocol of somebody else make possible,
_LESS = 0.25  # less so much for each unit of its fee
_CHOICE = 6.0  # by so much less promise a kit is chosen e times less often
_GROWTH = 8  # links come faster than the planner thinks


def house(view: InteropView, chance: Randomness) -> Raw | None:
    """As the planner, but for the kit and licences; these are looked at again before a turn ends,
    when it is known what was bought.
    """
    if view.kind == "founder":
        kit = _founder(view, chance)
        terms = first_licence(view, CARDS[kit], Outlook(view, _GROWTH), chance)
        return {"action": "founder", "kit": kit, **terms}
    raw = planned(view, chance, _licensing, _look, best_plan)
    return relaxed(view, Outlook(view, _GROWTH)) or raw if raw == END_TURN else raw


def _look(view: InteropView) -> Outlook:
    """In the last round what is to come is counted, before it is guessed; in the one before it
    what is paid must come back with something over.
    """
    if view.round == view.rounds:
        return Closing(view)
    outlook = Outlook(view, _GROWTH)
    if view.round == view.rounds - 1:
        outlook.price += DOUBT
    return outlook


def _licensing(view: InteropView, card: Card, chance: Randomness) -> Raw:
    return licence(view, card, Outlook(view, _GROWTH))


def _founder(view: InteropView, chance: Randomness) -> str:
    """One of the kits that are left, the likelier the more it promises here: nobody can count on
    the one that is left to them, and no two games begin alike.
    """
    promises = {kit: promise(view, CARDS[kit]) for kit in view.kits}
    best = max(promises.values())
    weights = {kit: round(1000 * exp((one - best) / _CHOICE)) for kit, one in promises.items()}
    drawn = chance.below(sum(weights.values()))
    for kit, weight in weights.items():
        drawn -= weight
        if drawn < 0:
            return kit
    raise AssertionError("what is drawn is less than the sum")


def promise(view: InteropView, protocol: Card) -> float:
    """What a kit is known to lead to, and what it makes together with what others offer."""
    own = set(protocol.provides)
    fees = {
        feature: one.fee
        for one in sorted(view.protocols, key=lambda one: -one.fee)  # the least fee counts
        if one.licence != "closed"
        for feature in CARDS[one.card].provides
    }
    pairs = [
        sum(fees[feature] for feature in set(app.needs) - own)
        for app in RESEARCH
        if app.kind == "application" and own < set(app.needs) <= own | set(fees)
    ]
    return _KITS[protocol.id] + sum(max(0.0, _PAIR - _LESS * fee) for fee in pairs)

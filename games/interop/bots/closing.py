"""The last round as the house's bot sees it: nothing is left to hope for, so all of it is reckoned.

The planner takes means over all user cards of an era, and a rule of thumb for partners. Earlier
that evens out; now it buys what is never paid back. Here the cards that were seen are left out,
partners count to the user, and what is paid must come back with something over.
"""

from __future__ import annotations

from games.interop.bots.outlook import Apps, Outlook
from games.interop.rules.box import CARDS, users_of
from games.interop.rules.deployment import runs_on
from games.interop.rules.offering import offer_to
from games.interop.rules.view import InteropView

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

"""The value of a deployment, judged by public facts (rules 19.3)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache

from games.interop.bots.sight import me
from games.interop.rules.box import CARDS, era_of, users_of
from games.interop.rules.cards import Card, Era
from games.interop.rules.deployment import features, offer_to, runs_on
from games.interop.rules.view import InteropView

# The weight of a partner without more users than the application itself, times 1 / n.
_HOPE = 0.78
_AHEAD = 2  # how many users ahead a partner must be to count in full
GROWTH = 5  # units of bandwidth that a deployment is expected to gain per round
_OPTION = 0.15
_INTEREST = 0.1

Apps = tuple[tuple[str, int], ...]  # applications with their users


@cache
def offers(app: str, era: Era) -> tuple[int, ...]:
    """Return the offers of the ten user cards of an era to an application."""
    return tuple(offer_to(app, card.id).users for card in users_of(era))


class Outlook:
    """The current position of one seat, used to value imagined deployments.

    `growth` is the bandwidth it is expected to gain in each round to come. Only public facts are
    used, so a seat can value the deployment of another `seat` as well as its own.
    """

    def __init__(self, view: InteropView, growth: int = GROWTH, seat: int | None = None) -> None:
        self._growth = growth
        mine = me(view) if seat is None else view.players[seat]
        self.round, self.rounds, self.seats = view.round, view.rounds, len(view.players)
        self.apps: Apps = tuple((one.app, one.users) for one in mine.apps)
        self.protocols, self.free, self.money = mine.protocols, mine.free, mine.money
        self.features = features(mine.protocols)
        self._reach: list[int] = []  # of each application of other players
        self._on: dict[str, set[int]] = {}  # protocol -> places in `_reach`
        for player in view.players:
            for app in player.apps if player.seat != mine.seat else ():
                for protocol in app.runs_on:
                    self._on.setdefault(protocol, set()).add(len(self._reach))
                self._reach.append(app.users // self.seats)
        self._eras = [era_of(t, self.rounds) for t in range(max(view.round, 1), self.rounds + 1)]
        self._ties: dict[tuple[int, tuple[str, ...]], tuple[int, float]] = {}
        self.now = self.value(self.apps, self.protocols, self.free)
        later = max(0, self.rounds - self.round - 1)
        self._option, self.price = _OPTION * later, 1 + _INTEREST * later

    def meeting(self, protocol: str, users: Sequence[int]) -> Outlook:
        """Return this outlook with more rival applications on a protocol.

        `users` are the users on each of them.
        """
        other = copy(self)
        first = len(self._reach)
        reach = [*self._reach, *(count // self.seats for count in users)]
        places = self._on.get(protocol, set()) | set(range(first, len(reach)))
        other._reach = reach  # noqa: SLF001  (of this class)
        other._on = {**self._on, protocol: places}  # noqa: SLF001
        other._ties = {}  # noqa: SLF001
        return other

    def net(self, cards: Sequence[Card], price: int) -> float:
        """Return the value that these cards add, minus the value of their price."""
        apps, protocols, free = self.apps, self.protocols, self.free
        for card in cards:
            match card.kind:
                case "link":
                    free += card.adds
                case "protocol":
                    protocols = (*protocols, card.id)
                case "application":
                    apps = (*apps, (card.id, 0))
        new = len(features(protocols)) - len(self.features)
        gain = self.value(apps, protocols, free) - self.now
        return gain + self._option * new - self.price * price

    def value(self, apps: Apps, protocols: tuple[str, ...], free: float) -> float:
        """Return the income to the end of the game, with the users expected to come."""
        earning, rows = 0, []
        for app, users in apps:
            counted, factor = self._partners(users, runs_on(app, protocols))
            bandwidth = CARDS[app].bandwidth
            earning += bandwidth * counted
            rows.append((app, bandwidth, factor))
        total = float(earning * len(self._eras))
        known: dict[Era, tuple[float, float, float]] = {}
        for place, era in enumerate(self._eras):
            free += self._growth if place else 0
            if era not in known or known[era][2] > free:
                known[era] = _demand(era, rows, free)
            gain, use, _ = known[era]
            total += gain * (len(self._eras) - place)
            free = max(0.0, free - use)
        return total

    def _partners(self, users: int, on: tuple[str, ...]) -> tuple[int, float]:
        """Return the users counted, and the value of a new user.

        The latter is 1 plus a share for each partner.
        """
        key = (users, on)
        if key not in self._ties:
            places = set().union(*(self._on[protocol] for protocol in on if protocol in self._on))
            reaches = [self._reach[place] for place in places]
            counted = users + sum(min(users, reach) for reach in reaches)
            ahead = sum(reach > users + _AHEAD for reach in reaches)
            factor = 1 + ahead + (len(reaches) - ahead) * _HOPE / self.seats
            self._ties[key] = counted, factor
        return self._ties[key]


def _demand(
    era: Era, rows: list[tuple[str, int, float]], free: float
) -> tuple[float, float, float]:
    """Return the mean gain and use of the user cards of an era, and the peak demand.

    More free bandwidth than the demand does not change the means.
    """
    wished, gains, uses = 0, 0.0, 0.0
    lines = [(offers(app, era), bandwidth, factor) for app, bandwidth, factor in rows]
    for place in range(len(users_of(era))):
        best, taken = 0.0, 0.0
        for offered, bandwidth, factor in lines:
            use = offered[place] * bandwidth
            wished = max(wished, use)
            if use > free:
                use = int(free // bandwidth) * bandwidth
            if use * factor > best:
                best, taken = use * factor, use
        gains += best
        uses += taken
    count = len(users_of(era))
    return gains / count, uses / count, wished

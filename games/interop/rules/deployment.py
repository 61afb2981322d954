"""Deployments: their features, the users offered to them, and their income."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from games.engine.base import Value
from games.interop.rules.box import BOARD_FEATURES, CARDS, START_BANDWIDTH, USERS
from games.interop.rules.cards import PROTOCOL_FEATURES, SERVICE_FEATURES, Card
from games.interop.rules.state import Partner, Player, Revenue, Running, State

_BOARD = frozenset(BOARD_FEATURES)
_SERVICE = frozenset(SERVICE_FEATURES)


@lru_cache(maxsize=8192)
def features(protocols: tuple[str, ...]) -> frozenset[str]:
    """Return the protocol features of a deployment, including those of the board."""
    return _BOARD.union(*(CARDS[protocol].provides for protocol in protocols))


def in_order(found: frozenset[str]) -> tuple[str, ...]:
    """Sort protocol features into their fixed order."""
    return tuple(feature for feature in PROTOCOL_FEATURES if feature in found)


def missing(protocols: tuple[str, ...], card: Card) -> tuple[str, ...]:
    """Return the features this card needs and the deployment lacks."""
    return _missing(protocols, card.needs)


@lru_cache(maxsize=8192)
def _missing(protocols: tuple[str, ...], needs: tuple[str, ...]) -> tuple[str, ...]:
    found = features(protocols)
    return tuple(feature for feature in needs if feature not in found)


def owns(player: Player, card: Card) -> bool:
    """Return True if a second card of this title would be refused (rules 6.2)."""
    match card.kind:
        case "link":
            # Links may repeat.
            return False
        case "protocol":
            return card.id in player.protocols
        case "application":
            return any(running.app == card.id for running in player.apps)


@lru_cache(maxsize=8192)
def runs_on(app: str, protocols: tuple[str, ...]) -> tuple[str, ...]:
    """Return the SERVICE protocols that an application runs on (rules 7).

    These provide a service feature that the application needs.
    """
    wanted = _SERVICE.intersection(CARDS[app].needs)
    return tuple(
        protocol for protocol in protocols if wanted.intersection(CARDS[protocol].provides)
    )


def capacity(player: Player) -> int:
    """Return the bandwidth units of the board and all links."""
    return START_BANDWIDTH + sum(CARDS[link].adds for link in player.links)


def used(player: Player) -> int:
    """Return the bandwidth units that users take."""
    return sum(app.users * CARDS[app.app].bandwidth for app in player.apps)


def free(player: Player) -> int:
    """Return the bandwidth units that no users take (rules 9)."""
    return capacity(player) - used(player)


def users_total(player: Player) -> int:
    """Return the users on all applications together."""
    return sum(app.users for app in player.apps)


def with_card(player: Player, card: Card) -> Player:
    """Add a card to a deployment; an application starts without users."""
    match card.kind:
        case "link":
            return replace(player, links=(*player.links, card.id))
        case "protocol":
            return replace(player, protocols=(*player.protocols, card.id))
        case "application":
            return replace(player, apps=(*player.apps, Running(app=card.id)))


# --- Offers of the user card (rules 8, 9)


class Offer(Value):
    """An offer of the user card to one application."""

    app: str
    line: int | None  # the index of the best fitting line, or None if none fits
    users: int  # the users of that line


def offer_to(app: str, user_card: str) -> Offer:
    """Return the best line that this application fits alone; the first of equals."""
    provides = set(CARDS[app].provides)
    lines = USERS[user_card].lines
    fitting = [place for place, line in enumerate(lines) if provides.issuperset(line.wants)]
    if not fitting:
        return Offer(app=app, line=None, users=0)
    best = max(fitting, key=lambda place: (lines[place].users, -place))
    return Offer(app=app, line=best, users=lines[best].users)


def most_users(player: Player, offer: Offer) -> int:
    """Return as many of the offered users as the free bandwidth carries."""
    return min(offer.users, free(player) // CARDS[offer.app].bandwidth)


def possible(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the applications that can take users, with how many.

    They are in order of acquisition. Empty if there is no user card.
    """
    if state.user_card is None:
        return ()
    player = state.players[seat]
    found = []
    for running in player.apps:
        most = most_users(player, offer_to(running.app, state.user_card))
        if most:
            found.append((running.app, most))
    return tuple(found)


def largest(state: State, seat: int) -> tuple[str, int]:
    """Return the default allocation: the application that takes most bandwidth.

    Of equal ones, the one acquired first.
    """
    return max(possible(state, seat), key=lambda way: way[1] * CARDS[way[0]].bandwidth)


# --- Interoperation and income (rules 10.2, 10.3)


Players = tuple[Player, ...]


def sums(players: Players, seat: int) -> tuple[Revenue, ...]:
    """Return the revenue of each application of a seat, in order of acquisition."""
    return tuple(sum_of(players, seat, running) for running in players[seat].apps)


def income(paid: tuple[Revenue, ...]) -> int:
    """Return the income of a round from all applications together (rules 10.3)."""
    return sum(revenue.money for revenue in paid)


def sum_of(players: Players, seat: int, running: Running) -> Revenue:
    """Return the revenue this application would earn with these users."""
    partners = tuple(_partners(players, seat, running))
    counted = running.users + sum(partner.counts for partner in partners)
    bandwidth = CARDS[running.app].bandwidth
    return Revenue(
        app=running.app,
        bandwidth=bandwidth,
        users=running.users,
        partners=partners,
        revenue_users=counted,
        money=bandwidth * counted,
    )


def _partners(players: Players, seat: int, running: Running) -> Iterator[Partner]:
    """Yield the applications of others that share a SERVICE protocol.

    Several common protocols make one partner.
    """
    own = runs_on(running.app, players[seat].protocols)
    for other in players:
        if other.seat == seat:
            continue
        for theirs in other.apps:
            if common := _common(own, runs_on(theirs.app, other.protocols)):
                reach = theirs.users // len(players)
                yield Partner(
                    seat=other.seat,
                    app=theirs.app,
                    protocols=common,
                    users=theirs.users,
                    reach=reach,
                    counts=min(running.users, reach),
                )


@lru_cache(maxsize=8192)
def _common(own: tuple[str, ...], against: tuple[str, ...]) -> tuple[str, ...]:
    """Return the protocols that two applications share."""
    return tuple(protocol for protocol in own if protocol in against)

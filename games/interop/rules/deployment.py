"""Deployments: their features, what a user card offers them, and what they earn."""

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
    """Protocol features of a deployment with these protocols, the board's included."""
    return _BOARD.union(*(CARDS[protocol].provides for protocol in protocols))


def in_order(found: frozenset[str]) -> tuple[str, ...]:
    """Protocol features in their fixed order."""
    return tuple(feature for feature in PROTOCOL_FEATURES if feature in found)


def missing(protocols: tuple[str, ...], card: Card) -> tuple[str, ...]:
    """What this card needs and the deployment does not have."""
    return _missing(protocols, card.needs)


@lru_cache(maxsize=8192)
def _missing(protocols: tuple[str, ...], needs: tuple[str, ...]) -> tuple[str, ...]:
    found = features(protocols)
    return tuple(feature for feature in needs if feature not in found)


def owns(player: Player, card: Card) -> bool:
    """Whether a second one would be refused (rules 6.2): links may repeat."""
    match card.kind:
        case "link":
            return False
        case "protocol":
            return card.id in player.protocols
        case "application":
            return any(running.app == card.id for running in player.apps)


@lru_cache(maxsize=8192)
def runs_on(app: str, protocols: tuple[str, ...]) -> tuple[str, ...]:
    """The SERVICE protocols of a deployment that provide a service feature the app needs."""
    wanted = _SERVICE.intersection(CARDS[app].needs)
    return tuple(one for one in protocols if wanted.intersection(CARDS[one].provides))


def capacity(player: Player) -> int:
    """Bandwidth units of the board and all links."""
    return START_BANDWIDTH + sum(CARDS[link].adds for link in player.links)


def used(player: Player) -> int:
    """Bandwidth units that users take."""
    return sum(one.users * CARDS[one.app].bandwidth for one in player.apps)


def free(player: Player) -> int:
    """Bandwidth units that no users take (rules 9)."""
    return capacity(player) - used(player)


def users_total(player: Player) -> int:
    """Users on all applications together."""
    return sum(one.users for one in player.apps)


def with_card(player: Player, card: Card) -> Player:
    """The card joins the deployment, an application without users."""
    match card.kind:
        case "link":
            return replace(player, links=(*player.links, card.id))
        case "protocol":
            return replace(player, protocols=(*player.protocols, card.id))
        case "application":
            return replace(player, apps=(*player.apps, Running(app=card.id)))


# --- What the user card offers to an application, and how much of it fits (rules 8, 9). ---


class Offer(Value):
    """`line`: place of the best fitting line (None: none fits), `users`: of that line."""

    app: str
    line: int | None
    users: int


def offer_to(app: str, user_card: str) -> Offer:
    """The largest number among the lines that this application fits alone; the first of equals."""
    provides = set(CARDS[app].provides)
    lines = USERS[user_card].lines
    fitting = [place for place, line in enumerate(lines) if provides.issuperset(line.wants)]
    if not fitting:
        return Offer(app=app, line=None, users=0)
    best = max(fitting, key=lambda place: (lines[place].users, -place))
    return Offer(app=app, line=best, users=lines[best].users)


def most_users(player: Player, offer: Offer) -> int:
    """As many of the offer as the free bandwidth carries."""
    return min(offer.users, free(player) // CARDS[offer.app].bandwidth)


def possible(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """The applications that can take users, with how many, in order of acquisition."""
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
    """The clock's allocation: most bandwidth taken; the one acquired first among equals."""
    return max(possible(state, seat), key=lambda one: one[1] * CARDS[one[0]].bandwidth)


# --- Who interoperates, and what applications earn (rules 10.2, 10.3). ---


Players = tuple[Player, ...]


def sums(players: Players, seat: int) -> tuple[Revenue, ...]:
    """A sum for each application of this seat, in order of acquisition."""
    return tuple(sum_of(players, seat, running) for running in players[seat].apps)


def income(paid: tuple[Revenue, ...]) -> int:
    """Money of a round from all applications together (rules 10.3)."""
    return sum(one.money for one in paid)


def sum_of(players: Players, seat: int, running: Running) -> Revenue:
    """What this application would earn with these users."""
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
    """Applications of others on a common SERVICE protocol; several protocols count once."""
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
    """The protocols on which two applications meet."""
    return tuple(one for one in own if one in against)

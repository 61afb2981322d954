"""What a deployment has, and what follows from it (rules 7, 9)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from games.interop.rules.box import BOARD_FEATURES, CARDS, START_BANDWIDTH
from games.interop.rules.cards import PROTOCOL_FEATURES, SERVICE_FEATURES, Card
from games.interop.rules.state import Player, Running

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

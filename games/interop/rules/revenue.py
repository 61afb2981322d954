"""Who interoperates, and what applications earn (rules 10.2, 10.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.interop.rules.box import CARDS
from games.interop.rules.deployment import runs_on
from games.interop.rules.state import Partner, Player, Revenue, Running

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

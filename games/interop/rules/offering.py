"""What the user card offers to an application, and how much of it fits (rules 8, 9)."""

from __future__ import annotations

from games.engine.base import Value
from games.interop.rules import deployment
from games.interop.rules.box import CARDS, USERS
from games.interop.rules.state import Player, State


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
    return min(offer.users, deployment.free(player) // CARDS[offer.app].bandwidth)


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

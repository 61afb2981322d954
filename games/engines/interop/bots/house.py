"""The bot of the house: the planner, with a kit and licences chosen by the position.

What it goes by was measured against planners (rules 20): some kits lead to more than others, a fee
is worth asking for where few share a protocol, and little of one where many do.
"""

from __future__ import annotations

from games.engines.base import Randomness
from games.engines.interop.bots.planner import planned
from games.engines.interop.bots.sight import Raw
from games.engines.interop.box import CARDS, RESEARCH
from games.engines.interop.cards import Card
from games.engines.interop.view import InteropView

_KITS = {"ftp": 111, "h323": 109, "irc": 105, "smtp": 100, "http": 98, "nntp": 95, "rtmp": 92}
_PAIR = 2  # for an application that a kit and an open protocol of somebody else make possible
_FEES = {2: 7, 3: 7, 4: 3, 5: 3, 6: 3}  # by players: the fewer share it, the more it is worth
_GROWTH = 8  # links come faster than the planner thinks
_CORE_FEE = 9  # makes nothing interoperate, so only the fee is in it


def house(view: InteropView, chance: Randomness) -> Raw | None:
    """As the planner, but for the kit and licences."""
    if view.kind == "founder":
        kit = max(view.kits, key=lambda name: _promise(view, CARDS[name]))
        return {"action": "founder", "kit": kit, **licence(view, CARDS[kit], chance)}
    return planned(view, chance, licence, _GROWTH)


def licence(view: InteropView, card: Card, chance: Randomness) -> Raw:
    """RAND always: the fee is what is weighed."""
    fee = _CORE_FEE if card.deck == "CORE" else _FEES[len(view.players)]
    return {"licence": "rand", "fee": fee}


def _promise(view: InteropView, protocol: Card) -> int:
    """What a kit is known to lead to, and what it makes together with what others offer."""
    offered = {
        feature
        for one in view.protocols
        if one.licence != "closed"
        for feature in CARDS[one.card].provides
    }
    own = set(protocol.provides)
    pairs = [
        app
        for app in RESEARCH
        if app.kind == "application" and own < set(app.needs) <= own | offered
    ]
    return _KITS[protocol.id] + _PAIR * len(pairs)

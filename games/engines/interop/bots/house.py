"""The bot of the house: the planner, with kit and licences chosen by the position."""

from __future__ import annotations

from games.engines.base import Randomness
from games.engines.interop.bots.bargain import licence, relaxed
from games.engines.interop.bots.outlook import Outlook
from games.engines.interop.bots.planner import planned
from games.engines.interop.bots.sight import END_TURN, Raw
from games.engines.interop.box import CARDS, RESEARCH
from games.engines.interop.cards import Card
from games.engines.interop.view import InteropView

# What the kits led to, measured (rules 20.2), in hundredths of a share.
_KITS = {"ftp": 111, "h323": 109, "irc": 105, "smtp": 100, "http": 98, "nntp": 95, "rtmp": 92}
_PAIR = 2.0  # for an application that a kit and a protocol of somebody else make possible,
_LESS = 0.25  # less so much for each unit of its fee
_GROWTH = 8  # links come faster than the planner thinks


def house(view: InteropView, chance: Randomness) -> Raw | None:
    """As the planner, but for the kit and licences; these are looked at again before a turn ends,
    when it is known what was bought.
    """
    if view.kind == "founder":
        kit = max(view.kits, key=lambda name: _promise(view, CARDS[name]))
        return {"action": "founder", "kit": kit, **_licensing(view, CARDS[kit], chance)}
    raw = planned(view, chance, _licensing, _GROWTH)
    return relaxed(view, Outlook(view, _GROWTH)) or raw if raw == END_TURN else raw


def _licensing(view: InteropView, card: Card, chance: Randomness) -> Raw:
    return licence(view, card, Outlook(view, _GROWTH))


def _promise(view: InteropView, protocol: Card) -> float:
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

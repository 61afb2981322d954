"""Which licence a protocol of one's own should have, by who could use it and what that brings.

A fee brings money and keeps some from adopting, users that adopt bring income to both sides. So a
fee is best while money can still be invested; none, where what others bring is worth more than they
can pay; and closed, where nobody would pay, as that can still become any other licence, or where
the others would win more by the protocol than its deployer.
"""

from __future__ import annotations

from games.engine.base import Randomness
from games.interop.bots.outlook import Apps, Outlook
from games.interop.bots.sight import Raw
from games.interop.bots.stakes import Rivals, uses
from games.interop.rules.box import CARDS, FEE_MOST, KITS
from games.interop.rules.cards import Card
from games.interop.rules.view import InteropView

_WORTHWHILE = 0.5  # below it a protocol stays closed
_AS_GOOD = 0.95  # of the best payoff
_BETTER = 3.0  # by which another licence has to be better, as there is no way back
_OPEN = 0  # as a fee


def licence(view: InteropView, card: Card, outlook: Outlook) -> Raw:
    """For a protocol that is about to be deployed."""
    return _licensed(_best(view, card, outlook)[0])


def first_licence(view: InteropView, card: Card, outlook: Outlook, chance: Randomness) -> Raw:
    """For a founder's: any of those that do about as well, since no position is there yet that
    would tell them apart, and nobody is to know it beforehand.
    """
    equals = _best(view, card, outlook)
    return _licensed(equals[chance.below(len(equals))])


def _best(view: InteropView, card: Card, outlook: Outlook) -> list[int | None]:
    """The fees that pay most, best first and then those as good; None: to keep it closed."""
    payoffs = _payoffs(Rivals(view, outlook), card, _planned(view, card, outlook.apps))
    order = sorted(payoffs, key=lambda fee: -payoffs[fee])
    most = payoffs[order[0]]
    if most <= _WORTHWHILE:
        return [None]
    return [fee for fee in order if payoffs[fee] >= _AS_GOOD * most]


def relaxed(view: InteropView, outlook: Outlook) -> Raw | None:
    """The first own protocol that would now do clearly more under a less restrictive licence."""
    able = [one for one in view.protocols if one.relax_code == ""]
    rivals = Rivals(view, outlook) if able else None
    for one in able:
        assert rivals is not None
        payoffs = _payoffs(rivals, CARDS[one.card], outlook.apps)
        closed = one.licence == "closed"
        fee = max(payoffs, key=lambda fee: payoffs[fee]) if closed else _OPEN
        if payoffs[fee] > (0.0 if closed else payoffs[one.fee]) + _BETTER:
            return {"action": "relicense", "protocol": one.card, **_licensed(fee)}
    return None


def _payoffs(rivals: Rivals, card: Card, apps: Apps) -> dict[int, float]:
    """Of every fee, none included."""
    stakes = rivals.stakes(card, apps)
    return {
        fee: sum(one.payoff(fee, rivals.money) for one in stakes)
        for fee in range(_OPEN, FEE_MOST + 1)
    }


def _licensed(fee: int | None) -> Raw:
    if fee is None:
        return {"licence": "closed"}
    return {"licence": "open"} if fee == _OPEN else {"licence": "rand", "fee": fee}


def _planned(view: InteropView, card: Card, apps: Apps) -> Apps:
    """Nobody deploys a service for nothing: with an application that will run on it."""
    if card.deck != "SERVICE" or any(uses(app, card) for app, _ in apps):
        return apps
    kit = [one.application for one in KITS if view.kind == "founder" and one.protocol == card.id]
    face_up = (one.card for row in view.rows if row.deck == "APP" for one in row.cards)
    wanted = [*kit, *(app for app in face_up if uses(app, card))]
    return (*apps, (wanted[0], 0)) if wanted else apps

"""The choice of a licence, by the value of a protocol to the other players.

A fee brings money and keeps some players from adopting; users of adopters bring income to both
sides. So a fee is best while money can still be invested. Open is best if the income through others
is worth more than the fees they can pay. Closed is best if nobody would pay, since it can still
become any other licence, or if the others would gain more by the protocol than its deployer.
"""

from __future__ import annotations

from math import exp, log1p

from games.engine.base import Randomness, Value
from games.interop.bots.outlook import Apps, Outlook
from games.interop.bots.sight import Raw
from games.interop.rules.box import CARDS, FEE_MOST, KITS
from games.interop.rules.cards import Card
from games.interop.rules.view import InteropView, PlayerView

# --- Value of a protocol to the other players


_EARLY = 7.0  # the final value of a unit of money invested at the start
_NEVER = -9.0  # in log odds


class Stake(Value):
    """Another player's interest in a protocol that they do not have."""

    leaning: float  # the log odds that they ever adopt it
    shy: float  # how much each unit of a fee lowers `leaning`
    gains: float  # their income through it to the end of the game
    cost: float  # what it costs them apart from the fee
    brings: float  # what they would then add to the deployer's income
    weight: float  # how much their gain hurts the deployer

    def payoff(self, fee: int, money: float) -> float:
        """Return the deployer's gain minus the weighted gain of the other player.

        `money` is the final value of a unit of money spent now.
        """
        leaning = self.leaning - self.shy * fee
        chance = 1 / (1 + exp(-leaning))
        known = chance * (self.gains - money * (self.cost + fee))
        # The keener a player is to adopt the protocol, the more it is worth to them.
        theirs = max(known, money / self.shy * log1p(exp(leaning)))
        return chance * (self.brings + money * fee) - self.weight * theirs


class Rivals:
    """The other players, as rivals for the use of a protocol."""

    def __init__(self, view: InteropView, outlook: Outlook) -> None:
        self._view, self._outlook = view, outlook
        self._ahead = {
            player.seat: Outlook(view, seat=player.seat)
            for player in view.players
            if player.seat != view.seat
        }
        self._total = sum(ahead.now + ahead.money for ahead in self._ahead.values())
        left = (view.rounds - view.round) / view.rounds
        self.money, self._left = _EARLY**left, left

    def stakes(self, card: Card, apps: Apps) -> list[Stake]:
        """Return the stakes of all players who lack this protocol.

        `apps` are the deployer's own applications, with those about to be bought.
        """
        own = tuple(users for app, users in apps if uses(app, card))
        lacking = (player for player in self._view.players if player.seat in self._ahead)
        return [
            self._stake(player, card, apps, own)
            for player in lacking
            if card.id not in player.protocols
        ]

    def _stake(self, player: PlayerView, card: Card, apps: Apps, own: tuple[int, ...]) -> Stake:
        ahead = self._ahead[player.seat]
        theirs = tuple(app.users for app in player.apps if uses(app.app, card))
        possible = _made_possible(self._view, player, card)
        brings = self._brings(card, apps, theirs) if own else 0.0
        leaning, shy = _leaning(self._view, player, card, running=len(theirs), more=bool(possible))
        return Stake(
            leaning=leaning,
            shy=shy,
            gains=max(brings, _gains(card, ahead.meeting(card.id, own), possible)),
            cost=card.cost,
            brings=brings,
            weight=(ahead.now + ahead.money) / max(1.0, self._total),
        )

    def _brings(self, card: Card, apps: Apps, theirs: tuple[int, ...]) -> float:
        """Return the income through their applications on this protocol."""
        mine = self._outlook
        protocols = tuple(dict.fromkeys((*mine.protocols, card.id)))
        # Without such an application, assume one that is yet to come.
        met = mine.meeting(card.id, theirs or (0,))
        more = met.value(apps, protocols, mine.free) - mine.value(apps, protocols, mine.free)
        return more if theirs else more * self._left


def uses(app: str, card: Card) -> bool:
    """Return True if the application would run on this protocol (rules 7)."""
    return card.deck == "SERVICE" and not set(card.provides).isdisjoint(CARDS[app].needs)


def _gains(card: Card, outlook: Outlook, possible: list[Card]) -> float:
    """Return the income through a protocol, alone or with an application it allows."""
    apps, protocols = outlook.apps, (*outlook.protocols, card.id)
    values = [outlook.value(apps, protocols, outlook.free)]
    for app in possible:
        value = outlook.value((*apps, (app.id, 0)), protocols, outlook.free)
        values.append(value - outlook.price * app.cost)
    return max(values) - outlook.now


def _made_possible(view: InteropView, player: PlayerView, card: Card) -> list[Card]:
    """Return the face-up applications that lack only what the protocol provides."""
    has = set(player.features)
    able, owned = has | set(card.provides), {app.app for app in player.apps}
    face_up = {shown.card: CARDS[shown.card] for row in view.rows for shown in row.cards}
    return [
        app
        for app in face_up.values()
        if app.kind == "application"
        and app.id not in owned
        and set(app.needs) <= able
        and not set(app.needs) <= has
    ]


def _leaning(
    view: InteropView, player: PlayerView, card: Card, *, running: int, more: bool
) -> tuple[float, float]:
    """Return the log odds of an adoption, and how much a unit of a fee lowers them.

    `running` is the number of applications that would run on the protocol. `more` is True if it
    makes another one possible.
    """
    # The numbers are fitted to matches of planners of every size, with random licences and fees.
    features = set(player.features)
    has, missing = set(card.provides) <= features, len(set(card.needs) - features)
    if card.deck == "CORE":
        return (_NEVER if has else -0.1 - 1.7 * missing), 0.56
    early = 2.6 - 4.2 * view.round / view.rounds - 0.34 * len(view.players)
    return early + 0.9 * has + 0.6 * running + 0.3 * more - 0.5 * missing, 0.45


_WORTHWHILE = 0.5  # the least payoff of any other licence than closed
_AS_GOOD = 0.95  # the share of the best payoff that counts as equal
_BETTER = 3.0  # how much better another licence has to be, as there is no way back
_OPEN = 0  # the fee of an open licence


def licence(view: InteropView, card: Card, outlook: Outlook) -> Raw:
    """Return the licence for a protocol that is about to be deployed."""
    return _licensed(_best(view, card, outlook)[0])


def first_licence(view: InteropView, card: Card, outlook: Outlook, chance: Randomness) -> Raw:
    """Return one of the best licences, at random, for the protocol of a founder kit."""
    # No position can tell the good ones apart yet, and nobody should foresee the choice.
    equals = _best(view, card, outlook)
    return _licensed(equals[chance.below(len(equals))])


def _best(view: InteropView, card: Card, outlook: Outlook) -> list[int | None]:
    """Return the fees with the highest payoffs, best first, or [None] for closed."""
    payoffs = _payoffs(Rivals(view, outlook), card, _planned(view, card, outlook.apps))
    order = sorted(payoffs, key=lambda fee: -payoffs[fee])
    most = payoffs[order[0]]
    if most <= _WORTHWHILE:
        return [None]
    return [fee for fee in order if payoffs[fee] >= _AS_GOOD * most]


def relaxed(view: InteropView, outlook: Outlook) -> Raw | None:
    """Return the action that relaxes one of the bot's own protocols, or None.

    It picks the first one that would clearly gain by it.
    """
    able = [protocol for protocol in view.protocols if protocol.relax_code == ""]
    rivals = Rivals(view, outlook) if able else None
    for protocol in able:
        assert rivals is not None
        payoffs = _payoffs(rivals, CARDS[protocol.card], outlook.apps)
        closed = protocol.licence == "closed"
        fee = max(payoffs, key=lambda fee: payoffs[fee]) if closed else _OPEN
        if payoffs[fee] > (0.0 if closed else payoffs[protocol.fee]) + _BETTER:
            return {"action": "relicense", "protocol": protocol.card, **_licensed(fee)}
    return None


def _payoffs(rivals: Rivals, card: Card, apps: Apps) -> dict[int, float]:
    """Return the payoff of every fee, 0 included."""
    stakes = rivals.stakes(card, apps)
    return {
        fee: sum(stake.payoff(fee, rivals.money) for stake in stakes)
        for fee in range(_OPEN, FEE_MOST + 1)
    }


def _licensed(fee: int | None) -> Raw:
    if fee is None:
        return {"licence": "closed"}
    return {"licence": "open"} if fee == _OPEN else {"licence": "rand", "fee": fee}


def _planned(view: InteropView, card: Card, apps: Apps) -> Apps:
    """Return the applications with one that will run on this protocol."""
    # Nobody deploys a service without an application for it in mind.
    if card.deck != "SERVICE" or any(uses(app, card) for app, _ in apps):
        return apps
    kit = [kit.application for kit in KITS if view.kind == "founder" and kit.protocol == card.id]
    face_up = (shown.card for row in view.rows if row.deck == "APP" for shown in row.cards)
    wanted = [*kit, *(app for app in face_up if uses(app, card))]
    return (*apps, (wanted[0], 0)) if wanted else apps

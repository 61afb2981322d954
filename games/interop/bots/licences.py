"""Which licence a protocol should have, by what it would be to the others.

A fee brings money and keeps some from adopting, users that adopt bring income to both sides. So a
fee is best while money can still be invested; none, where what others bring is worth more than they
can pay; and closed, where nobody would pay, as that can still become any other licence, or where
the others would win more by the protocol than its deployer.
"""

from __future__ import annotations

from math import exp, log1p

from games.engine.base import Randomness, Value
from games.interop.bots.outlook import Apps, Outlook
from games.interop.bots.sight import Raw
from games.interop.rules.box import CARDS, FEE_MOST, KITS
from games.interop.rules.cards import Card
from games.interop.rules.view import InteropView, PlayerView

# --- What a protocol of one's own would be to the others, and what their use of it would bring.


_EARLY = 7.0  # what money at the start has become at the end, where it is invested
_NEVER = -9.0  # log odds


class Stake(Value):
    """One other player who does not have the protocol.

    `leaning`: log odds that they ever adopt it, less by `shy` for each unit of a fee. `gains`: what
    they would earn through it to the end of the game, `cost` what it costs them beside the fee,
    `brings` what they would then add to one's own income. `weight`: how much it hurts that they
    earn.
    """

    leaning: float
    shy: float
    gains: float
    cost: float
    brings: float
    weight: float

    def payoff(self, fee: int, money: float) -> float:
        """One's own gain less theirs under this fee, where a unit of money is worth so much."""
        leaning = self.leaning - self.shy * fee
        chance = 1 / (1 + exp(-leaning))
        known = chance * (self.gains - money * (self.cost + fee))
        # Who adopts has reasons: by how much they lean to it, it is worth so much to them.
        theirs = max(known, money / self.shy * log1p(exp(leaning)))
        return chance * (self.brings + money * fee) - self.weight * theirs


class Rivals:
    """The other players, as they stand."""

    def __init__(self, view: InteropView, outlook: Outlook) -> None:
        self._view, self._outlook = view, outlook
        self._ahead = {
            player.seat: Outlook(view, seat=player.seat)
            for player in view.players
            if player.seat != view.seat
        }
        self._total = sum(one.now + one.money for one in self._ahead.values())
        left = (view.rounds - view.round) / view.rounds
        self.money, self._left = _EARLY**left, left

    def stakes(self, card: Card, apps: Apps) -> list[Stake]:
        """Of all who lack this protocol. `apps`: one's own, with those about to be had."""
        own = tuple(users for app, users in apps if uses(app, card))
        lacking = (one for one in self._view.players if one.seat in self._ahead)
        return [
            self._stake(player, card, apps, own)
            for player in lacking
            if card.id not in player.protocols
        ]

    def _stake(self, player: PlayerView, card: Card, apps: Apps, own: tuple[int, ...]) -> Stake:
        ahead = self._ahead[player.seat]
        theirs = tuple(one.users for one in player.apps if uses(one.app, card))
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
        """Through their applications; without one, through one that is yet to come."""
        mine = self._outlook
        protocols = tuple(dict.fromkeys((*mine.protocols, card.id)))
        met = mine.meeting(card.id, theirs or (0,))
        more = met.value(apps, protocols, mine.free) - mine.value(apps, protocols, mine.free)
        return more if theirs else more * self._left


def uses(app: str, card: Card) -> bool:
    """Whether the application would run on this protocol (rules 7)."""
    return card.deck == "SERVICE" and not set(card.provides).isdisjoint(CARDS[app].needs)


def _gains(card: Card, outlook: Outlook, possible: list[Card]) -> float:
    """By the protocol alone, or with one of the applications that it makes possible."""
    apps, protocols = outlook.apps, (*outlook.protocols, card.id)
    values = [outlook.value(apps, protocols, outlook.free)]
    for app in possible:
        value = outlook.value((*apps, (app.id, 0)), protocols, outlook.free)
        values.append(value - outlook.price * app.cost)
    return max(values) - outlook.now


def _made_possible(view: InteropView, player: PlayerView, card: Card) -> list[Card]:
    """Face-up applications that lack nothing but what the protocol provides."""
    has = set(player.features)
    able, owned = has | set(card.provides), {one.app for one in player.apps}
    face_up = {one.card: CARDS[one.card] for row in view.rows for one in row.cards}
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
    """As measured of planners in games of every size, with licences and fees at random.

    `running`: applications that would run on the protocol, `more`: it makes one possible.
    """
    features = set(player.features)
    has, missing = set(card.provides) <= features, len(set(card.needs) - features)
    if card.deck == "CORE":
        return (_NEVER if has else -0.1 - 1.7 * missing), 0.56
    early = 2.6 - 4.2 * view.round / view.rounds - 0.34 * len(view.players)
    return early + 0.9 * has + 0.6 * running + 0.3 * more - 0.5 * missing, 0.45


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

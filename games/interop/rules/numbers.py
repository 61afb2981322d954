"""What a match of Interop came to: what earned money, on whose protocols, and who paid whom.

Made of what everybody was told (rules 18): sums of Revenue Phases and fees.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from games.engine import codec
from games.engine.base import Event, Value
from games.engine.record import Replayed
from games.interop.rules.deployment import runs_on
from games.interop.rules.state import Revenue, State

SEVERAL = None  # in the place of one owner: protocols of more than one


class Earned(Value):
    """What an application earned in a whole game.

    `own`: for its own users, `shared`: through applications of others.
    """

    seat: int
    app: str
    own: int
    shared: int

    @property
    def money(self) -> int:
        return self.own + self.shared


class Owned(Value):
    """Income of `seat` on protocols of `owner`, `SEVERAL` where those of more were needed."""

    seat: int
    owner: int | None
    money: int


class Fee(Value):
    """What one player paid another for adopting protocols."""

    payer: int
    owner: int
    money: int


class Numbers(Value):
    """What the pages of a match that is over show."""

    apps: tuple[Earned, ...]
    owned: tuple[Owned, ...]
    fees: tuple[Fee, ...]


def numbers(replayed: Sequence[Replayed]) -> Numbers:
    """Of a match carried out again."""
    events = [event for one in replayed for event in one.step.events]
    return Numbers(apps=by_app(events), owned=by_owner(replayed), fees=fees(events))


def by_app(events: Iterable[Event]) -> tuple[Earned, ...]:
    """Whatever earned something, the most first; of equal ones by seat, then as they came."""
    own: Counter[tuple[int, str]] = Counter()
    shared: Counter[tuple[int, str]] = Counter()
    for event in events:
        for one in _sums(event):
            key, mine = (event.facts["seat"], one.app), one.bandwidth * one.users
            own[key] += mine
            shared[key] += one.money - mine
    found = [
        Earned(seat=seat, app=app, own=money, shared=shared[seat, app])
        for (seat, app), money in own.items()
    ]
    return tuple(
        sorted((one for one in found if one.money), key=lambda one: (-one.money, one.seat))
    )


def by_owner(replayed: Sequence[Replayed]) -> tuple[Owned, ...]:
    """By who earned it, then by owner.

    Money for own users is owed to the protocols that the application runs on, money through a
    partner to those on which the two meet.
    """
    final: State = replayed[-1].step.state
    owner_of = {licence.protocol: licence.deployer for licence in final.licences}
    money: defaultdict[tuple[int, int | None], int] = defaultdict(int)
    for one in replayed:
        for event in one.step.events:
            for revenue in _sums(event):
                seat = event.facts["seat"]
                protocols = one.step.state.players[seat].protocols
                runs = runs_on(revenue.app, protocols)
                money[seat, _owner(runs, owner_of)] += revenue.bandwidth * revenue.users
                for partner in revenue.partners:
                    owner = _owner(partner.protocols, owner_of)
                    money[seat, owner] += revenue.bandwidth * partner.counts
    order = sorted(money, key=lambda key: (key[0], key[1] is SEVERAL, key[1] or 0))
    return tuple(
        Owned(seat=seat, owner=owner, money=money[seat, owner])
        for seat, owner in order
        if money[seat, owner]
    )


def fees(events: Iterable[Event]) -> tuple[Fee, ...]:
    """By payer, then by owner."""
    money: Counter[tuple[int, int]] = Counter()
    for event in events:
        if event.kind == "adopted_fee":
            money[event.facts["seat"], event.facts["to"]] += event.facts["fee"]
    return tuple(
        Fee(payer=payer, owner=owner, money=money[payer, owner]) for payer, owner in sorted(money)
    )


def _owner(protocols: Iterable[str], owner_of: dict[str, int]) -> int | None:
    owners = {owner_of[one] for one in protocols}
    return owners.pop() if len(owners) == 1 else SEVERAL


def _sums(event: Event) -> tuple[Revenue, ...]:
    if event.kind != "revenue":
        return ()
    return codec.build(event.facts["sums"], tuple[Revenue, ...])

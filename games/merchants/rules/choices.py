"""The legal actions of a seat, as data. `legality.py` refuses everything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.base import Bound, Choice, Field, Pick
from games.merchants.rules import cards, legality, market
from games.merchants.rules.market import Offer
from games.merchants.rules.state import Phase, Player, State, decision_id, owing

_LOW = -1000  # no lower bound


def choices(state: State, seat: int | None) -> tuple[Choice, ...]:
    """Return every legal answer of this seat to the open decision (rules 15)."""
    if seat is None or seat not in owing(state):
        return ()
    return tuple(_of(state, state.players[seat]))


def _of(state: State, player: Player) -> Iterator[Choice]:  # noqa: C901  (a case a phase)
    match state.phase:
        case Phase.MARKET:
            yield from _market(state, player)
        case Phase.SEIZE:
            yield from _some(state, "bid", legality.usable(state, player))
        case Phase.DUEL:
            yield from _some(state, "commit", legality.usable(state, player))
        case Phase.REROLL:
            yield _plain(state, "reroll")
            yield _plain(state, "keep")
        case Phase.CALLBACK_TAKE:
            yield _plain(state, "take_back")
            yield _plain(state, "leave_there")
        case Phase.STACK:
            yield from _stack(state, player)
        case Phase.PICK_EMBLEM | Phase.PICK_STACK_CARD | Phase.PICK_BLACK_MARKET_CARD:
            yield _choice(state, state.phase.value, _one("card", legality.targets(state)))
        case Phase.PICK_BLACK_MARKET:
            yield _choice(state, "pick_black_market", _one("market", legality.targets(state)))
        case Phase.PICK_STOCK:
            yield _choice(state, "pick_stock", _one("suit", legality.targets(state)))
        case Phase.GIVE:
            yield _choice(state, "give", _one("card", player.hand))
        case Phase.CUTPURSE:
            yield from _cutpurse(state, player)
        case Phase.OVER:
            return


def _choice(state: State, action: str, *fields: Field, bound: Bound | None = None) -> Choice:
    given: dict[str, str | int] = {"decision": decision_id(state)}
    return Choice(action=action, given=given, fields=fields, bound=bound)


def _plain(state: State, action: str) -> Choice:
    return _choice(state, action)


def _one(name: str, of: Iterable[str]) -> Pick:
    return Pick(name=name, of=tuple(of), least=1, most=1, single=True)


def _some(state: State, action: str, usable: tuple[str, ...]) -> Iterator[Choice]:
    if usable:
        yield _choice(state, action, Pick(name="cards", of=usable, least=1, most=len(usable)))
    yield _plain(state, "pass")


def _market(state: State, player: Player) -> Iterator[Choice]:
    if state.actions:
        for offer in market.offers(state, player.seat):
            yield _buy(state, offer)
        yield from _play(state, player)
        if player.front:
            yield _choice(state, "callback", _one("card", player.front))
        yield _plain(state, "substitute")
    if state.minor:
        barred = state.event is not None and player.seat in state.event.no_visiting
        if state.markets and not barred:
            numbers = (str(one.number) for one in state.markets)
            yield _choice(state, "visit", _one("market", numbers))
        yield _plain(state, "do_nothing")
    yield _plain(state, "end_turn")


def _buy(state: State, offer: Offer) -> Choice:
    """Return the choice of a purchase from one offer."""
    values = tuple(-cards.value(card) for card in offer.commit)
    return _choice(
        state,
        "buy",
        Pick(name="cards", of=offer.cards, least=1, most=len(offer.cards)),
        Pick(name="commit", of=offer.commit, least=0, most=len(offer.commit)),
        bound=Bound(
            # Prices minus committed values may not exceed the limit plus the bonus.
            weights={"cards": offer.prices, "commit": values},
            least=_LOW,
            most=market.LIMIT + offer.bonus,
        ),
    )


def _play(state: State, player: Player) -> Iterator[Choice]:
    if state.event is not None and player.seat in state.event.no_playing:
        return
    for mode in ("power", "emblem"):
        playable = [card for card in player.hand if mode in cards.modes(card)]
        if playable:
            given: dict[str, str | int] = {"decision": decision_id(state), "mode": mode}
            yield Choice(action="play", given=given, fields=(_one("card", playable),))


def _stack(state: State, player: Player) -> Iterator[Choice]:
    playable = tuple(card for card in player.hand if cards.modes(card))
    if playable:
        pick = Pick(
            name="cards",
            of=playable,
            least=1,
            most=len(playable),
            ordered=True,
            modes=("power", "emblem"),
            modes_of=tuple(cards.modes(card) for card in playable),
        )
        yield _choice(state, "go", pick)
    yield _plain(state, "pass")


def _cutpurse(state: State, player: Player) -> Iterator[Choice]:
    others = [one for one in state.players if one.seat != player.seat and not one.out]
    rich = [str(other.seat) for other in others if other.hand]
    if rich:
        yield _choice(state, "steal", _one("target", rich))
    if player.hand:
        everybody = (str(other.seat) for other in others)
        yield _choice(state, "slip", _one("target", everybody), _one("card", player.hand))

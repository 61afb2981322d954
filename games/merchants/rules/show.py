"""Building what a viewer may see (rules 14): made anew from what they may know, never stripped."""

from __future__ import annotations

from games.engine.base import Choice, Outcome
from games.merchants.rules import cards, choices, market, odds, scoring, table
from games.merchants.rules.checks import targets, usable
from games.merchants.rules.game import TypedSetup
from games.merchants.rules.state import Phase, Player, State, decision_id, owing
from games.merchants.rules.view import (
    BlackMarketView,
    GoodView,
    MarketsView,
    MerchantsView,
    MineView,
    OfferView,
    OpenedView,
    PilesView,
    StockView,
)
from games.merchants.rules.worth import worth_for

SEALED = (Phase.SEIZE, Phase.GIVE)
SECONDS: dict[Phase, int] = {
    Phase.MARKET: 90,
    Phase.SEIZE: 30,
    Phase.DUEL: 30,
    Phase.REROLL: 15,
    Phase.CALLBACK_TAKE: 15,
    Phase.STACK: 20,
    Phase.PICK_EMBLEM: 30,
    Phase.PICK_STACK_CARD: 20,
    Phase.PICK_BLACK_MARKET: 20,
    Phase.PICK_BLACK_MARKET_CARD: 30,
    Phase.GIVE: 30,
    Phase.PICK_STOCK: 20,
    Phase.CUTPURSE: 30,
    Phase.OVER: 0,
}


def view(game: TypedSetup, state: State, seat: int | None) -> MerchantsView:
    """What this seat sees. Any seat that is nobody's sees what a spectator does."""
    number = seat if seat is not None and 0 <= seat < len(state.players) else None
    me = None if number is None else state.players[number]
    sealed = state.phase in SEALED
    owed, result = owing(state), scoring.outcome(state)
    offered = choices.choices(state, number)
    open_now = result is not None and state.cause != "aborted"
    return MerchantsView(
        seat=seat,
        phase=state.phase.value,
        decision=decision_id(state),
        awaited=() if sealed else owed,
        mine=number in owed,
        choices=offered,
        mode=game.options.mode,
        stage=state.stage,
        round=state.round,
        seconds=SECONDS[state.phase],
        parallel=sealed,
        dealer=state.dealer,
        active=state.active,
        budget=(state.actions, state.minor),
        event=table.event_view(game, state, number),
        players=table.players(game, state, opened=open_now),
        markets=_markets(state, me),
        piles=_piles(state),
        purchase=table.purchase_view(state),
        roll=table.roll_view(state),
        stack=table.stack_view(state),
        own=None if me is None else _own(state, me, offered),
        odds=odds.table(),
        scores=scoring.scores(state),
        opened=_opened(state, result) if open_now else None,
        outcome=result,
    )


def _markets(state: State, me: Player | None) -> MarketsView:
    asked = me is not None and state.phase is Phase.MARKET and me.seat in owing(state)
    return MarketsView(
        stocks=tuple(_stock(state, suit) for suit in cards.SUITS),
        black=tuple(
            BlackMarketView(number=one.number, count=len(one.cards)) for one in state.markets
        ),
        offers=_offers(state, me.seat) if asked and me is not None and state.actions else (),
    )


def _stock(state: State, suit: str) -> StockView:
    goods = tuple(
        GoodView(card=card, value=cards.value(card), price=market.price(state.event, card))
        for card in state.stocks
        if card[0] == suit
    )
    return StockView(
        suit=suit, goods=goods, primary=cards.primary(suit), secondary=cards.secondary(suit)
    )


def _offers(state: State, seat: int) -> tuple[OfferView, ...]:
    return tuple(
        OfferView(
            origin=offer.origin,
            suit=offer.suit,
            cards=offer.cards,
            prices=offer.prices,
            bonus=offer.bonus,
            commit=offer.commit,
            limit=market.LIMIT,
            owner=offer.owner,
        )
        for offer in market.offers(state, seat)
    )


def _piles(state: State) -> PilesView:
    return PilesView(
        deck=len(state.deck),
        discard=len(state.discard),
        discard_top=state.discard[-1] if state.discard else None,
        nest=len(state.nest),
        exile=len(state.exile) + len(state.exiled_kings),
    )


def _own(state: State, me: Player, offered: tuple[Choice, ...]) -> MineView:
    given = next((one.cards for one in state.answers if one.seat == me.seat), None)
    searching = state.phase is Phase.PICK_BLACK_MARKET_CARD and me.seat in state.asked
    worth = worth_for(me.king, me.hand, me.front)
    return MineView(
        king=me.king,
        hand=me.hand,
        usable=_usable(state, me, offered),
        answer=given,
        found=targets(state) if searching else (),
        worth={card: worth(card) for card in me.hand},
    )


def _usable(state: State, me: Player, offered: tuple[Choice, ...]) -> tuple[str, ...]:
    """The cards of the hand that some choice of the viewer holds."""
    if me.seat not in owing(state):
        return ()
    if state.phase in (Phase.SEIZE, Phase.DUEL):
        return usable(state, me)
    if state.phase is Phase.MARKET:
        held = {
            item
            for choice in offered
            for field in choice.fields
            for item in getattr(field, "of", ())
        }
        return tuple(card for card in me.hand if card in held)
    if state.phase is Phase.STACK:
        return tuple(card for card in me.hand if cards.modes(card))
    return me.hand if state.phase in (Phase.GIVE, Phase.CUTPURSE) else ()


def _opened(state: State, result: Outcome | None) -> OpenedView:
    return OpenedView(
        deck=state.deck,
        discard=state.discard,
        nest=state.nest,
        black=tuple(one.cards for one in state.markets),
        exile=state.exile,
        kings=state.exiled_kings,
    )

"""Views (rules 14), built only from what a viewer may know."""

from __future__ import annotations

from games.engine.base import Choice, Outcome
from games.merchants.rules import buying, cards, choices, market, rolls, scoring
from games.merchants.rules.defaults import worth_for
from games.merchants.rules.legality import targets, usable
from games.merchants.rules.options import TypedSetup
from games.merchants.rules.state import (
    EventInForce,
    Phase,
    Played,
    Player,
    Roll,
    State,
    decision_id,
    owing,
)
from games.merchants.rules.view import (
    BidView,
    BlackMarketView,
    EmblemView,
    EventView,
    GoodView,
    MarketsView,
    MerchantsView,
    MineView,
    OfferView,
    OpenedView,
    PilesView,
    PlayedView,
    PlayerView,
    PurchaseView,
    RollView,
    StackView,
    StockView,
)

# --- Public parts of a view


_LEAST, _MOST = 2, 10  # values of Commodities


def event_view(game: TypedSetup, state: State, seat: int | None) -> EventView | None:
    """Return the Event in force and its effect on the viewer (rules 4)."""
    event = state.event
    if event is None:
        return None
    return EventView(
        type=event.type,
        card=state.event_card or None,
        value=event.value,
        hit=event.hit,
        me=seat in event.hit,
        extra=0 if event.value or game.options.quick else 1,
        prices=_prices(event),
        commit=_commit(event),
        guild_for_sale=market.guild_for_sale(state),
    )


def _prices(event: EventInForce) -> tuple[int, int, int] | None:
    if event.type == "lean_season":
        return (_LEAST, event.value, market.CHANGE)
    if event.type == "open_ledgers":
        return (event.value, _MOST, -market.CHANGE)
    return None


def _commit(event: EventInForce) -> tuple[int, int] | None:
    if event.type == "short_measures":
        return (_LEAST, event.value)
    if event.type == "court_mourning":
        return (event.value, _MOST)
    return None


def players(game: TypedSetup, state: State, *, opened: bool) -> tuple[PlayerView, ...]:
    """Return what everybody may know of each player.

    If `opened`, that includes hands and Kings: the match is over (rules 14).
    """
    return tuple(_player(game, state, player, opened) for player in state.players)


def _player(game: TypedSetup, state: State, player: Player, opened: bool) -> PlayerView:
    event, seat = state.event, player.seat
    suits = [card[0] for card in player.front]
    return PlayerView(
        seat=seat,
        bot=game.seats[seat].bot,
        dealer=seat == state.dealer,
        active=seat == state.active and state.stage == "turn" and state.phase is not Phase.OVER,
        out=bool(player.out),
        hand=len(player.hand),
        front=tuple(_emblem(card) for card in player.front),
        shields=suits.count("S"),
        permissions=suits.count("H"),
        no_seizing=event is not None and seat in event.no_seizing,
        no_playing=event is not None and seat in event.no_playing,
        no_visiting=event is not None and seat in event.no_visiting,
        has_king=bool(player.king),
        king=player.king if opened and player.king else None,
        cards=player.hand if opened else None,
    )


def _emblem(card: str) -> EmblemView:
    return EmblemView(card=card, suit=card[0], bonus=cards.buying_bonus(card))


def purchase_view(state: State) -> PurchaseView | None:
    """Return the Declaration and all cards committed to it (rules 7)."""
    purchase = state.purchase
    if purchase is None:
        return None
    value = buying.value_of(purchase)
    return PurchaseView(
        buyer=state.active,
        origin=purchase.origin,
        suit=purchase.suit,
        cards=purchase.cards,
        base=purchase.base,
        bonus=purchase.bonus,
        owner=purchase.owner,
        primary=purchase.primary,
        secondary=purchase.secondary,
        seizer=purchase.seizer,
        counter=purchase.counter,
        duelist=purchase.duelist,
        bids=tuple(
            BidView(seat=bid.seat, cards=bid.cards, total=cards.total(bid.cards))
            for bid in purchase.bids
        ),
        value=value,
        gain=rolls.per_mille(value),
        primary_suit=cards.primary(purchase.suit),
        secondary_suit=cards.secondary(purchase.suit),
    )


def roll_view(state: State) -> RollView | None:
    """Return the last roll and its target (rules 2.3)."""
    roll: Roll | None = state.roll
    if roll is None:
        return None
    return RollView(
        what=roll.what,
        seat=roll.seat,
        target=roll.target,
        dice=roll.dice,
        success=roll.success,
        number=roll.number,
        chance=rolls.per_mille(roll.target),
        open=state.phase is Phase.REROLL,
    )


def stack_view(state: State) -> StackView | None:
    """Return the cards on the Stack, bottom first (rules 8)."""
    stack = state.stack
    if stack is None:
        return None
    return StackView(
        cards=tuple(_played(played) for played in stack.cards),
        queue=stack.queue,
        closed=stack.closed,
        resolving=None if stack.resolving is None else _played(stack.resolving),
    )


def _played(played: Played) -> PlayedView:
    return PlayedView(card=played.card, mode=played.mode, seat=played.seat)


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
    """Return the view of a seat; any number that is no seat gets a spectator's view."""
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
        event=event_view(game, state, number),
        players=players(game, state, opened=open_now),
        markets=_markets(state, me),
        piles=_piles(state),
        purchase=purchase_view(state),
        roll=roll_view(state),
        stack=stack_view(state),
        own=None if me is None else _own(state, me, offered),
        odds=rolls.table(),
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
    given = next((answer.cards for answer in state.answers if answer.seat == me.seat), None)
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
    """Return the cards of the hand that some choice of the viewer offers."""
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

"""What lies open on the table, as views: Event, players, Declaration, dice, Stack."""

from __future__ import annotations

from games.merchants.rules import buying, cards, market, odds
from games.merchants.rules.game import TypedSetup
from games.merchants.rules.state import EventInForce, Phase, Played, Player, Roll, State
from games.merchants.rules.view import (
    BidView,
    EmblemView,
    EventView,
    PlayedView,
    PlayerView,
    PurchaseView,
    RollView,
    StackView,
)

_LEAST, _MOST = 2, 10  # values of Commodities


def event_view(game: TypedSetup, state: State, seat: int | None) -> EventView | None:
    """The Event in force, and what it does to the viewer on this seat (rules 4)."""
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
    """What everybody may know of each; `opened`: hands too, after the end (rules 14)."""
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
    """The Declaration and all that was committed to it (rules 7)."""
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
            BidView(seat=one.seat, cards=one.cards, total=cards.total(one.cards))
            for one in purchase.bids
        ),
        value=value,
        gain=odds.per_mille(value),
        primary_suit=cards.primary(purchase.suit),
        secondary_suit=cards.secondary(purchase.suit),
    )


def roll_view(state: State) -> RollView | None:
    """The last roll, and what it was against (rules 2.3)."""
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
        chance=odds.per_mille(roll.target),
        open=state.phase is Phase.REROLL,
    )


def stack_view(state: State) -> StackView | None:
    """The cards on the Stack from the bottom up (rules 8)."""
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

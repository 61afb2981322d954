"""Other states of a match that a viewer cannot tell from the true one.

The secrecy tests depend on it. A scramble respects what a view shows now, not what a player may
remember of earlier rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from games.engine.base import Chance
from games.merchants.rules import cards, legality
from games.merchants.rules.draft import monopoly
from games.merchants.rules.state import Answer, BlackMarket, Phase, Player, State, owing

_TRIES = 20


def scramble(state: State, seat: int | None, chance: Chance) -> State:
    """Return a state with everything hidden from this viewer dealt again (rules 14).

    That covers hands, piles and sealed answers.
    """
    if state.phase is Phase.OVER and state.cause != "aborted":
        return state
    viewer = seat if seat is not None and 0 <= seat < len(state.players) else None
    other = _other_kings(state, viewer, chance)
    for _ in range(_TRIES):
        dealt = _other_cards(other, viewer, chance)
        if not any(_has_won(player) for player in dealt.players):
            return _other_answers(dealt, viewer, chance)
    return _other_answers(other, viewer, chance)


def _has_won(player: Player) -> bool:
    hand = set(player.hand)
    return monopoly(hand) != "" or hand.issuperset(cards.EGGS)


def _other_kings(state: State, viewer: int | None, chance: Chance) -> State:
    hidden = [p.king for p in state.players if p.seat != viewer and p.king]
    left = list(chance.shuffle("kings", cards.in_order((*hidden, *state.exiled_kings))))
    players = tuple(
        p if p.seat == viewer or not p.king else replace(p, king=left.pop()) for p in state.players
    )
    return replace(state, players=players, exiled_kings=cards.in_order(left))


def _other_cards(state: State, viewer: int | None, chance: Chance) -> State:
    """Deal all cards that are face down for the viewer to the same places again.

    Eggs go only where they can be. Cards of a hand that a bid has just shown stay there.
    """
    open_market = _searched(state, viewer)
    bids = {bid.seat: bid.cards for bid in state.purchase.bids} if state.purchase else {}
    shown = {
        player.seat: tuple(card for card in bids.get(player.seat, ()) if card in player.hand)
        for player in state.players
    }
    hands = [p for p in state.players if p.seat != viewer]
    markets = [market for market in state.markets if market.number != open_market]
    loose = [card for p in hands for card in p.hand if card not in shown[p.seat]]
    loose += [card for market in markets for card in market.cards]
    plain = [*state.deck, *state.discard[:-1], *state.exile]
    take = _dealing((*loose, *plain, *state.nest), len(state.nest), len(plain), chance)
    nest = take("egg", len(state.nest))
    deck = take("plain", len(state.deck))
    pile = take("plain", max(0, len(state.discard) - 1))
    exile = take("plain", len(state.exile))
    players = tuple(
        p
        if p.seat == viewer
        else replace(
            p,
            hand=cards.in_order((*shown[p.seat], *take("loose", len(p.hand) - len(shown[p.seat])))),
        )
        for p in state.players
    )
    held = tuple(
        market
        if market.number == open_market
        else BlackMarket(
            number=market.number, cards=cards.in_order(take("loose", len(market.cards)))
        )
        for market in state.markets
    )
    return replace(
        state,
        nest=cards.in_order(nest),
        deck=cards.in_order(deck),
        discard=(*pile, *state.discard[-1:]),
        exile=cards.in_order(exile),
        players=players,
        markets=held,
    )


def _searched(state: State, viewer: int | None) -> int:
    """Return the number of the Black Market the viewer looks through, or 0."""
    searching = state.phase is Phase.PICK_BLACK_MARKET_CARD and viewer in state.asked
    return state.stack.market if searching and state.stack else 0


def _dealing(
    hidden: Iterable[str], eggs_home: int, plain: int, chance: Chance
) -> Callable[[str, int], Sequence[str]]:
    """Return a function that hands out hidden cards of a kind.

    "egg" is from the eggs of the Nest, "plain" has no eggs, "loose" is all the rest.
    """
    mixed = chance.shuffle("cards", cards.in_order(hidden))
    eggs = [card for card in mixed if cards.is_egg(card)]
    others = [card for card in mixed if not cards.is_egg(card)]
    rest = chance.shuffle("loose", (*others[plain:], *eggs[eggs_home:]))
    pools = {"egg": eggs[:eggs_home], "plain": others[:plain], "loose": list(rest)}

    def take(kind: str, count: int) -> Sequence[str]:
        taken, pools[kind] = pools[kind][:count], pools[kind][count:]
        return taken

    return take


def _other_answers(state: State, viewer: int | None, chance: Chance) -> State:
    """Replace the sealed answers of others, and the seats that have given one.

    At least one seat still owes an answer.
    """
    if state.phase not in (Phase.SEIZE, Phase.GIVE):
        return state
    others = [seat for seat in state.asked if seat != viewer]
    done = [seat for seat in others if chance.roll("answered", 1, 2) == (1,)]
    if len(done) == len(others) and viewer not in owing(state):
        done = done[1:]
    own = tuple(answer for answer in state.answers if answer.seat == viewer)
    new = tuple(_answer(state, seat, chance) for seat in done)
    answers = tuple(sorted((*own, *new), key=lambda one: one.seat))
    return replace(state, answers=answers)


def _answer(state: State, seat: int, chance: Chance) -> Answer:
    player = state.players[seat]
    if state.phase is Phase.GIVE:
        return Answer(seat=seat, cards=chance.draw("gift", player.hand))
    usable = legality.usable(state, player)
    count = chance.roll("bid", 1, len(usable) + 1)[0] - 1
    return Answer(seat=seat, cards=cards.in_order(chance.draw("bid-card", usable, count)))

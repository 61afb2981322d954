"""A mutable position, changed by one transition and frozen into the next state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from games.merchants.rules import cards, events
from games.merchants.rules.options import Turn
from games.merchants.rules.state import Answer, BlackMarket, Cause, Phase, Player, State


class Ended(Exception):
    """Raised when the match is over, to stop everything that would still resolve."""


class Sitter:
    """A mutable player."""

    def __init__(self, player: Player) -> None:
        self.seat = player.seat
        self.king = player.king
        self.hand = list(player.hand)
        self.front = list(player.front)
        self.out = player.out

    def emblems(self, suit: str) -> int:
        """Return the number of Emblems of this suit in Front."""
        return sum(card[0] == suit for card in self.front)

    def frozen(self) -> Player:
        """Return the player as stored in the state, cards in canonical order."""
        return Player(
            seat=self.seat,
            king=self.king,
            hand=cards.in_order(self.hand),
            front=cards.in_order(self.front),
            out=self.out,
        )


class Draft:
    """The mutable counterpart of `State`, with the same names.

    Card sets are sorted into canonical order only when the state is frozen.
    """

    def __init__(self, turn: Turn, state: State) -> None:
        self.game = turn.game
        self.chance = turn.chance
        self.events = turn.events
        self.open = False  # True while somebody is asked
        self.before = state
        self.phase, self.stage = state.phase, state.stage
        self.round, self.decision = state.round, state.decision
        self.dealer, self.active = state.dealer, state.active
        self.players = [Sitter(player) for player in state.players]
        self.asked, self.answers = state.asked, state.answers
        self.actions, self.minor = state.actions, state.minor
        self.event, self.event_card = state.event, state.event_card
        self.deck = list(state.deck)
        self.discarded = list(state.discard)
        self.nest = list(state.nest)
        self.stocks = list(state.stocks)
        self.markets = {market.number: list(market.cards) for market in state.markets}
        self.next_market = state.next_market
        self.exile = list(state.exile)
        self.exiled_kings = list(state.exiled_kings)
        # Bids stay public until the first decision after their reveal has been answered.
        self.purchase = replace(state.purchase, bids=()) if state.purchase else None
        self.stack = state.stack
        self.roll, self.rolls, self.sieges = state.roll, state.rolls, state.sieges
        self.cause: Cause = state.cause
        self.winners = state.winners

    def frozen(self) -> State:
        """Return the new state, with cards in canonical order."""
        return State(
            phase=self.phase,
            stage=self.stage,
            round=self.round,
            decision=self.decision,
            dealer=self.dealer,
            active=self.active,
            players=tuple(sitter.frozen() for sitter in self.players),
            asked=self.asked,
            answers=self.answers,
            actions=self.actions,
            minor=self.minor,
            event=self.event,
            event_card=self.event_card,
            deck=cards.in_order(self.deck),
            discard=tuple(self.discarded),
            nest=cards.in_order(self.nest),
            stocks=cards.in_order(self.stocks),
            markets=tuple(
                BlackMarket(number=number, cards=cards.in_order(held))
                for number, held in sorted(self.markets.items())
            ),
            next_market=self.next_market,
            exile=cards.in_order(self.exile),
            exiled_kings=cards.in_order(self.exiled_kings),
            box=self.before.box,
            purchase=self.purchase,
            stack=self.stack,
            roll=self.roll,
            rolls=self.rolls,
            sieges=self.sieges,
            cause=self.cause,
            winners=self.winners,
        )

    # --- Events and decisions

    def tell(self, kind: str, **facts: Any) -> None:
        """Record a public event, published when the transition is complete."""
        self.events.append(events.told(kind, **facts))

    def whisper(self, kind: str, to: Sequence[int], **facts: Any) -> None:
        """Record a private event for these seats, public once the match is over."""
        self.events.append(events.whispered(kind, to, **facts))

    def ask(self, phase: Phase, *seats: int) -> None:
        """Open a decision for these seats."""
        self.phase, self.asked, self.answers = phase, tuple(sorted(seats)), ()
        self.decision += 1
        self.open = True

    def seal(self, seat: int, given: Iterable[str]) -> bool:
        """Store a sealed answer; return True when nobody owes one any more."""
        answer = Answer(seat=seat, cards=cards.in_order(given))
        self.answers = tuple(sorted((*self.answers, answer), key=lambda one: one.seat))
        self.open = len(self.answers) < len(self.asked)
        return not self.open

    def finish(self, cause: Literal[Cause], winners: Sequence[int]) -> None:
        """End the match and raise `Ended`."""
        self.phase, self.asked, self.answers = Phase.OVER, (), ()
        self.cause, self.winners = cause, tuple(winners)
        raise Ended

    # --- Seats

    def around(self, first: int) -> list[int]:
        """Return the seats still in the game, counter-clockwise, starting with `first`."""
        count = len(self.players)
        turned = [(first + step) % count for step in range(count)]
        return [seat for seat in turned if not self.players[seat].out]

    def others(self, seat: int) -> list[int]:
        """Return the others still in the game, counter-clockwise from this seat."""
        return [other for other in self.around(seat) if other != seat]

    # --- Cards

    def pick(self, name: str, pool: Iterable[str]) -> str:
        """Pick one card, each equally likely."""
        ordered = cards.in_order(pool)
        # The dealer is asked only if there is something to choose.
        return ordered[0] if len(ordered) == 1 else self.chance.draw(name, ordered)[0]

    def turn_card(self) -> str:
        """Draw the next card of a Deck that has one."""
        card = self.pick("deck", self.deck)
        self.deck.remove(card)
        if not self.deck:
            self.tell("deck_dry")
        return card

    def discard(self, *thrown: str) -> None:
        """Discard cards in this order (2.4).

        Eggs go to the Nest, jokers into the Deck, everything else onto the pile; in a quick start
        there is no pile and they go to Exile.
        """
        for card in thrown:
            if cards.is_egg(card):
                self.nest.append(card)
            elif cards.is_joker(card):
                self.deck.append(card)
            elif self.game.options.quick:
                self.exile.append(card)
            else:
                self.discarded.append(card)

    def lose(self, seat: int, name: str) -> str:
        """Remove one random card from a hand that has one, and return it."""
        hand = self.players[seat].hand
        card = self.pick(name, hand)
        hand.remove(card)
        return card

    def to_hand(self, seat: int, *arriving: str) -> None:
        """Move cards into a hand at once, then check all claims (10.2, 10.3).

        Raise `Ended` if a claim ends the match.
        """
        self.players[seat].hand.extend(arriving)
        for claimant in self.around(self.dealer):
            self._claim(claimant)

    def _claim(self, seat: int) -> None:
        hand = set(self.players[seat].hand)
        suit = monopoly(hand)
        if suit:
            self.tell("monopoly", seat=seat, suit=suit)
            self.finish("monopoly", (seat,))
        if hand.issuperset(cards.EGGS):
            self.tell("four_eggs", seat=seat)
            self.finish("four_eggs", (seat,))


_EIGHT = {suit: frozenset(suit + rank for rank in cards.RANKS[:8]) for suit in cards.SUITS}


def monopoly(hand: set[str]) -> str:
    """Return the suit of which all Commodities 2 to 9 are in this hand, or ""."""
    if len(hand) < 8:
        return ""
    return next((suit for suit, eight in _EIGHT.items() if eight <= hand), "")

"""A position under way: what one transition changes, before it is frozen into the next state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from games.merchants.rules import cards, events
from games.merchants.rules.options import Turn
from games.merchants.rules.state import Answer, BlackMarket, Cause, Phase, Player, State


class Ended(Exception):
    """The match is over; nothing else resolves."""


class Sitter:
    """A player, changeable."""

    def __init__(self, player: Player) -> None:
        self.seat = player.seat
        self.king = player.king
        self.hand = list(player.hand)
        self.front = list(player.front)
        self.out = player.out

    def emblems(self, suit: str) -> int:
        """How many Emblems of this suit lie in Front."""
        return sum(card[0] == suit for card in self.front)

    def frozen(self) -> Player:
        """The player as the state holds them, cards in canonical order."""
        return Player(
            seat=self.seat,
            king=self.king,
            hand=cards.in_order(self.hand),
            front=cards.in_order(self.front),
            out=self.out,
        )


class Draft:
    """The parts of a `State` under their names there; `open`: somebody is asked.

    Sets are kept in canonical order when the state is frozen, not before.
    """

    def __init__(self, turn: Turn, state: State) -> None:
        self.game = turn.game
        self.chance = turn.chance
        self.events = turn.events
        self.open = False
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
        # Bids lie open until the first decision after them has been answered.
        self.purchase = replace(state.purchase, bids=()) if state.purchase else None
        self.stack = state.stack
        self.roll, self.rolls, self.sieges = state.roll, state.rolls, state.sieges
        self.cause: Cause = state.cause
        self.winners = state.winners

    def frozen(self) -> State:
        """The state this has come to, cards in canonical order."""
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

    # --- telling and asking ---------------------------------------------------------------------

    def tell(self, kind: str, **facts: Any) -> None:
        """A public event, told when the transition is complete."""
        self.events.append(events.told(kind, **facts))

    def whisper(self, kind: str, to: Sequence[int], **facts: Any) -> None:
        """An event for these seats alone, until the match is over."""
        self.events.append(events.whispered(kind, to, **facts))

    def ask(self, phase: Phase, *seats: int) -> None:
        """Opens a decision."""
        self.phase, self.asked, self.answers = phase, tuple(sorted(seats)), ()
        self.decision += 1
        self.open = True

    def seal(self, seat: int, given: Iterable[str]) -> bool:
        """Keeps a sealed answer; True when nobody owes one any more."""
        answer = Answer(seat=seat, cards=cards.in_order(given))
        self.answers = tuple(sorted((*self.answers, answer), key=lambda one: one.seat))
        self.open = len(self.answers) < len(self.asked)
        return not self.open

    def finish(self, cause: Literal[Cause], winners: Sequence[int]) -> None:
        """The end. Raises `Ended`: nothing else resolves."""
        self.phase, self.asked, self.answers = Phase.OVER, (), ()
        self.cause, self.winners = cause, tuple(winners)
        raise Ended

    # --- seats ----------------------------------------------------------------------------------

    def around(self, first: int) -> list[int]:
        """The seats still in the game, counter-clockwise, starting with `first`."""
        count = len(self.players)
        turned = [(first + step) % count for step in range(count)]
        return [seat for seat in turned if not self.players[seat].out]

    def others(self, seat: int) -> list[int]:
        """The others still in the game, counter-clockwise from this one."""
        return [other for other in self.around(seat) if other != seat]

    # --- cards ----------------------------------------------------------------------------------

    def pick(self, name: str, pool: Iterable[str]) -> str:
        """One card, each equally likely; chance is asked only where there are two or more."""
        ordered = cards.in_order(pool)
        return ordered[0] if len(ordered) == 1 else self.chance.draw(name, ordered)[0]

    def turn_card(self) -> str:
        """The next card of a Deck that has one."""
        card = self.pick("deck", self.deck)
        self.deck.remove(card)
        if not self.deck:
            self.tell("deck_dry")
        return card

    def discard(self, *thrown: str) -> None:
        """In this order: eggs to the Nest, jokers into the Deck, all else onto the pile (2.4).

        In a quick start there is no pile: Exile.
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
        """Takes one random card out of a hand that has one."""
        hand = self.players[seat].hand
        card = self.pick(name, hand)
        hand.remove(card)
        return card

    def to_hand(self, seat: int, *arriving: str) -> None:
        """One move into a hand, and the claims it makes true (10.2, 10.3). May raise `Ended`."""
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
    """The suit of which all eight Commodities 2 to 9 are here, or ""."""
    if len(hand) < 8:
        return ""
    return next((suit for suit, eight in _EIGHT.items() if eight <= hand), "")

"""The worth of cards to the house bot, and the numbers in which bots like it differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

from games.engine.base import Value
from games.merchants.rules import cards
from games.merchants.rules.scoring import EGG, GUILD_BONUS
from games.merchants.rules.view import MerchantsView, PlayerView

# --- In what bots that play the house's way may differ, in numbers. The defaults are the house's.


EVER, NEVER = -1.0, 99.0  # rounds left


class Style(Value):
    """Worth is in points of the end; "a round" is for each that the Deck still holds out."""

    # Beside what a card counts for. All but the first run out evenly in the last `horizon` rounds.
    emblem: Mapping[str, float] = MappingProxyType({})  # by suit, a round: what can be one
    good: float = 0.0  # a Commodity: it pays for others
    hoarded: float = 0.0  # one of the King's suit: it is not paid with
    buys: float = 0.0  # a share of the value of what buys the King's suit, and of what buys that
    alike: float = 0.0  # a Commodity, for each of its suit in the hand beyond four
    horizon: float = 1.0

    denied: float = 0.5  # a share of what a rival gets that could have been had
    rivals_gain: float = 1.25  # of what is printed: what a rival bids for
    rivals_hold: float = 1.0  # of what may be in their hands: what they are reckoned to bid with

    substitute: float = 1.0  # a purchase that gains less than so many Visits is left for one
    in_a_market: float = 6.0  # a card of a Black Market that is no egg
    visits_first: bool = False  # before it buys

    # In the Power Phase: as Emblems while so many rounds are left; else as Powers, if at all.
    emblems: Mapping[str, float] = MappingProxyType({"SJ": EVER, "D10": 1.0})
    herald: bool = False  # whether Emblems of others are sent home


HOUSE = Style()


WIN = 150.0  # what ends the game for good, in points
ALL_EGGS = 4
MANY = 4  # of one suit: from here on the rest brings a Monopoly nearer
LIFE = 40.0  # hard mode: what being eliminated costs, in points
SIEGE = 0.03  # the chance that a roll ends as a double one
ROLLS_A_SEAT = 2.2  # a round
CARDS_A_SEAT = 1.25  # that leave the Deck in a round, beside the Event
EGG_AT_RISK = 0.8  # of its points, where a Siege takes it and half the hand
CHARACTERS = {"HQ": 13.0, "DQ": 12, "DJ": 8, "HJ": 8, "CQ": 5, "SQ": 5, "CJ": 2, "SJ": 2, "X": 5}


_EGGS = frozenset(cards.EGGS)
_GOODS = {suit: frozenset(f"{suit}{rank}" for rank in range(2, 10)) for suit in cards.SUITS}


class Values:
    """The seat's own cards, and what others are worth beside them."""

    def __init__(self, view: MerchantsView, style: Style = HOUSE) -> None:
        assert view.own is not None and view.seat is not None
        self.view = view
        self.style = style
        self.hand = view.own.hand
        self.me: PlayerView = view.players[view.seat]
        held = (*self.hand, *(emblem.card for emblem in self.me.front))
        self._doubled = view.own.king[:1]
        self._guilds = {card[0] for card in held if cards.is_guild(card)}
        self._goods: dict[str, int] = {
            suit: sum(card[0] == suit and 2 <= cards.value(card) <= 9 for card in self.hand)
            for suit in cards.SUITS
        }
        self._known: dict[str, float] = {}

    @cached_property
    def eggs(self) -> int:
        """In the hand."""
        return sum(cards.is_egg(card) for card in self.hand)

    @cached_property
    def rounds_left(self) -> float:
        """About how many rounds the Deck holds out, after this one."""
        seats = sum(not player.out for player in self.view.players)
        return self.view.piles.deck / (1 + CARDS_A_SEAT * seats)

    @property
    def exposed(self) -> bool:
        """Whether a Siege would hit this seat."""
        return self.eggs > self.me.shields

    def of(self, card: str) -> float:
        """What having this card adds, or losing it takes."""
        if card not in self._known:
            self._known[card] = self._of(card)
        return self._known[card]

    def gain(self, chosen: Iterable[str]) -> float:
        """What having all of these adds: more than their sum where they end the game."""
        got = tuple(chosen)
        return WIN if self.wins_with(got) else sum(map(self.of, got))

    def wins_with(self, got: Iterable[str]) -> bool:
        """Whether these complete a Monopoly or the four eggs (rules 10.2, 10.3)."""
        new = set(got)
        if self.eggs + len(new & _EGGS) == ALL_EGGS:
            return True
        return any(bool(lacking) and lacking <= new for lacking in self._missing.values())

    def missing(self, suit: str) -> frozenset[str]:
        """What a Monopoly in this suit still lacks."""
        return self._missing[suit]

    @cached_property
    def _missing(self) -> dict[str, frozenset[str]]:
        hand = set(self.hand)
        return {suit: goods - hand for suit, goods in _GOODS.items()}

    def _of(self, card: str) -> float:
        if cards.is_egg(card):
            return self._egg(card in self.hand)
        if cards.is_character(card):
            worth = CHARACTERS["X" if cards.is_joker(card) else card] * min(1, self._use_left)
            return worth + self._as_emblem(card)
        points = cards.value(card) * (2 if card[0] == self._doubled else 1)
        if cards.is_guild(card):
            return points + GUILD_BONUS * self._goods[card[0]] + self._as_emblem(card)
        return points + (GUILD_BONUS if card[0] in self._guilds else 0) + self._in_use(card)

    def _as_emblem(self, card: str) -> float:
        """What it can bring until the end, in Front."""
        return self.style.emblem.get(card[0], 0.0) * self.rounds_left

    def _in_use(self, card: str) -> float:
        """What a Commodity can bring that pays for others, or is near to a Monopoly."""
        style, king = self.style, self._doubled
        alike = self._goods[card[0]] - (card in self.hand)
        more = style.good + style.alike * max(0, alike - MANY)
        if card[0] == king:
            more += style.hoarded
        elif king and card[0] in (cards.primary(king), cards.secondary(king)):
            more += style.buys * cards.value(card)
        return more * min(1.0, self.rounds_left / style.horizon)

    @property
    def _use_left(self) -> float:
        """How likely a character can still be played: the last Power Phase ends with the Deck."""
        return 0.5 + self.rounds_left

    def _egg(self, held: bool) -> float:
        """An egg more, or the loss of one that is held."""
        eggs = self.eggs if held else self.eggs + 1
        if eggs <= self.me.shields:
            return EGG
        if self.view.mode != "hard":
            return EGG_AT_RISK * EGG
        seats = sum(not player.out for player in self.view.players)
        spared: float = (1 - SIEGE) ** (ROLLS_A_SEAT * seats * (self.rounds_left + 0.5))
        first = eggs == self.me.shields + 1
        return EGG * spared - (LIFE * (1 - spared) if first else 0)

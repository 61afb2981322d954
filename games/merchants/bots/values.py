"""The worth of cards to the house bot, and the styles of bots like it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

from games.engine.base import Value
from games.merchants.rules import cards
from games.merchants.rules.scoring import EGG, GUILD_BONUS
from games.merchants.rules.view import MerchantsView, PlayerView

# --- Styles of play


EVER, NEVER = -1.0, 99.0  # rounds left


class Style(Value):
    """The numbers in which bots like the house bot differ; the defaults are its own.

    Worth is in points at the end of the game. "A round" means: for each round that the Deck still
    lasts.
    """

    # In addition to the points of a card. All but the first fade out evenly in the last `horizon`
    # rounds.
    emblem: Mapping[str, float] = MappingProxyType({})  # by suit, a round: a possible Emblem
    good: float = 0.0  # a Commodity, since it pays for others
    hoarded: float = 0.0  # a Commodity of the King's suit, since it is not paid with
    buys: float = 0.0  # the share of the Value of what buys the King's suit, and of what buys that
    alike: float = 0.0  # a Commodity, for each of its suit in the hand beyond four
    horizon: float = 1.0

    denied: float = 0.5  # the worth of denying goods to a rival, as a share of their Value
    rivals_gain: float = 1.25  # the worth of goods to a rival, as a share of their Value
    rivals_hold: float = 1.0  # a factor on the chance that a rival holds a card

    substitute: float = 1.0  # a purchase must gain as much as this many Visits
    in_a_market: float = 6.0  # the worth of a card of a Black Market, eggs aside
    visits_first: bool = False  # visit before buying

    # Played as Emblems in the Power Phase while this many rounds are left, else perhaps as Powers.
    emblems: Mapping[str, float] = MappingProxyType({"SJ": EVER, "D10": 1.0})
    herald: bool = False  # send other players' Emblems home


HOUSE = Style()


WIN = 150.0  # in points: to win the game at once
ALL_EGGS = 4
MANY = 4  # of one suit: from here on, the rest brings a Monopoly closer
LIFE = 40.0  # in points: the cost of being eliminated (hard mode)
SIEGE = 0.03  # the chance that a roll ends with a double one
ROLLS_A_SEAT = 2.2  # a round
CARDS_A_SEAT = 1.25  # cards of the Deck per seat and round, besides the Event
EGG_AT_RISK = 0.8  # the share of its points, where a Siege would take it and half the hand
CHARACTERS = {"HQ": 13.0, "DQ": 12, "DJ": 8, "HJ": 8, "CQ": 5, "SQ": 5, "CJ": 2, "SJ": 2, "X": 5}


_EGGS = frozenset(cards.EGGS)
_GOODS = {suit: frozenset(f"{suit}{rank}" for rank in range(2, 10)) for suit in cards.SUITS}


class Values:
    """The worth of cards to one seat, given the cards it holds."""

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
        """The number of eggs in the hand."""
        return sum(cards.is_egg(card) for card in self.hand)

    @cached_property
    def rounds_left(self) -> float:
        """An estimate of the rounds that the Deck lasts, after this one."""
        seats = sum(not player.out for player in self.view.players)
        return self.view.piles.deck / (1 + CARDS_A_SEAT * seats)

    @property
    def exposed(self) -> bool:
        """True if a Siege would hit this seat."""
        return self.eggs > self.me.shields

    def of(self, card: str) -> float:
        """Return the points that having this card adds, or losing it takes."""
        if card not in self._known:
            self._known[card] = self._of(card)
        return self._known[card]

    def gain(self, chosen: Iterable[str]) -> float:
        """Return the points that all of these cards add."""
        got = tuple(chosen)
        # Cards that end the game are worth more than their sum.
        return WIN if self.wins_with(got) else sum(map(self.of, got))

    def wins_with(self, got: Iterable[str]) -> bool:
        """Return True if these complete a Monopoly or the four eggs (rules 10.2, 10.3)."""
        new = set(got)
        if self.eggs + len(new & _EGGS) == ALL_EGGS:
            return True
        return any(bool(lacking) and lacking <= new for lacking in self._missing.values())

    def missing(self, suit: str) -> frozenset[str]:
        """Return the cards that a Monopoly in this suit still lacks."""
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
        """Return the worth of a card in Front until the end."""
        return self.style.emblem.get(card[0], 0.0) * self.rounds_left

    def _in_use(self, card: str) -> float:
        """Return the worth of a Commodity as a payment, or as a step to a Monopoly."""
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
        """The chance that a character can still be played; 1 or more if that is certain."""
        # The last Power Phase comes when the Deck runs out.
        return 0.5 + self.rounds_left

    def _egg(self, held: bool) -> float:
        """Return the points of one more egg, or of losing one that is held."""
        eggs = self.eggs if held else self.eggs + 1
        if eggs <= self.me.shields:
            return EGG
        if self.view.mode != "hard":
            return EGG_AT_RISK * EGG
        seats = sum(not player.out for player in self.view.players)
        spared: float = (1 - SIEGE) ** (ROLLS_A_SEAT * seats * (self.rounds_left + 0.5))
        first = eggs == self.me.shields + 1
        return EGG * spared - (LIFE * (1 - spared) if first else 0)

"""Who is likely to win a position: what a rollout that is cut short is worth.

Each seat's promise is a sum over what it holds: the points it is expected to have at the end, less
what all have in common. The chance to win is its share of the exponentials. The weights were fitted
to matches of the master's policy against three house's bots in which one action in about ten was
drawn at random, so that they say what a card brings, and not who uses to have it.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

from games.engine.promises import promised, shares
from games.merchants.bots.values import CARDS_A_SEAT
from games.merchants.rules import cards
from games.merchants.rules.scoring import EGG, GUILD_BONUS
from games.merchants.rules.state import Player, State

ROUNDS = 6  # a match lasts about so many
LOW = 4
GUILD = 10  # its value
NEARLY = 7  # of the eight of a Monopoly
CHARACTERS = ("HQ", "DQ", "DJ", "HJ", "CQ", "SQ", "CJ", "SJ")

# What a unit adds at the end of a match, and how much more with all rounds to come. `python -m
# tests.bench.prospects` fits them.
WEIGHTS = (
    (0.209, 0.421),  # points / 10
    (-0.225, 0.550),  # cards in the hand / 5
    (-0.089, -0.043),  # commodities up to 4 / 3
    (0.380, 0.138),  # commodities from 2 to 9 / 5
    (0.033, 0.887),  # guilds in the hand
    (-0.052, -0.380),  # commodities of the King's suit / 3
    (-0.063, 0.140),  # the value of those of the other suits / 10
    (0.083, 0.541),  # the guild of the King's suit
    (0.173, 0.309),  # the value of what buys the King's suit / 10
    (0.026, 0.295),  # and of what buys that / 10
    (-0.093, 1.493),  # the longest suit beyond 4, squared / 4
    (0.060, 0.124),  # seven of one suit
    (0.227, -0.200),  # HQ, while there are eggs in the Nest
    (1.164, 1.366),  # DQ
    (0.218, 1.043),  # DJ
    (0.218, 0.267),  # HJ, while there is a Black Market
    (0.102, 0.223),  # CQ
    (0.109, 0.367),  # SQ
    (0.007, -0.240),  # CJ
    (-0.022, 0.921),  # SJ
    (0.163, 0.061),  # jokers
    (0.083, 0.983),  # Emblems in Front: S
    (0.073, 0.443),  # C
    (0.175, 2.148),  # H
    (0.202, 2.272),  # D
    (0.041, 0.627),  # Buying Bonus for the King's suit
    (-0.035, -0.297),  # Buying Bonuses in all
    (-0.197, -1.906),  # eggs that a Siege would take
    (0.072, 0.808),  # two eggs
    (0.093, 2.253),  # three
    (-0.124, 0.296),  # a turn still to come in this round
    (0.165, -0.138),  # barred from Seizing
    (0.137, -0.053),  # with a turn to come: what can be paid / 10
    (-0.116, 1.375),  # the master: it plays better than the others
)


def chance_to_win(state: State, seat: int) -> float:
    """Of this seat, on which the master sits, at the start of somebody's turn."""
    return shares(promises(state, seat)).get(seat, 0.0)


def promises(state: State, master: int) -> dict[int, float]:
    """Of each seat still in the game, in units of what luck may still change."""
    return promised(WEIGHTS, *stake(state, master))


def stake(state: State, master: int) -> tuple[float, float, dict[int, list[float]]]:
    """How much a unit says yet, the share of the match to come, and the features of each seat."""
    left = rounds_left(state)
    found = {
        one.seat: [*_features(state, one), float(one.seat == master)]
        for one in state.players
        if not one.out
    }
    return 1 / sqrt(0.1 + left), left / ROUNDS, found


def rounds_left(state: State) -> float:
    """About how many are still to come, the rest of this one included."""
    living = [player.seat for player in state.players if not player.out]
    turns = sum(_turn_to_come(state, seat) for seat in living)
    return len(state.deck) / (1 + CARDS_A_SEAT * len(living)) + turns / len(living)


def _turn_to_come(state: State, seat: int) -> bool:
    count = len(state.players)
    after = (seat - state.dealer) % count > (state.active - state.dealer) % count
    return state.stage == "turn" and after


def _features(state: State, player: Player) -> list[float]:
    """What this seat holds, in the order of `WEIGHTS`."""
    hand, king = player.hand, player.king[:1]
    values = [cards.value(card) for card in hand]
    goods, sums = Counter[str](), Counter[str]()  # by suit: how many, and their value
    for card, value in zip(hand, values, strict=True):
        if 2 <= value < GUILD:
            goods[card[0]] += 1
            sums[card[0]] += value
    eggs, longest = sum(map(cards.is_egg, hand)), max(goods.values(), default=0)
    front = Counter(card[0] for card in player.front)
    people = [float(card in hand) for card in CHARACTERS]
    people[0] *= bool(state.nest)
    people[3] *= bool(state.markets)
    bonuses = Counter[str]()
    for card in player.front:
        bonuses[card[0]] += cards.buying_bonus(card)
    to_come = _turn_to_come(state, player.seat)
    return [
        (_points(player, goods) + EGG * eggs) / 10,
        len(hand) / 5,
        sum(0 < value <= LOW for value in values) / 3,
        goods.total() / 5,
        float(values.count(GUILD)),
        goods[king] / 3,
        (sums.total() - sums[king]) / 10,
        float(f"{king}10" in (*hand, *player.front)),
        sums[cards.primary(king)] / 10 if king else 0.0,
        sums[cards.secondary(king)] / 10 if king else 0.0,
        max(0, longest - LOW) ** 2 / 4,
        float(longest == NEARLY),
        *people,
        float(sum(map(cards.is_joker, hand))),
        *(float(front[suit]) for suit in cards.SUITS),
        float(bonuses[king]),
        float(bonuses.total()),
        float(max(0, eggs - front["S"])),
        float(eggs >= 2),
        float(eggs >= 3),
        float(to_come),
        float(bool(state.event and player.seat in state.event.no_seizing)),
        to_come * sum(values) / 10,
    ]


def _points(player: Player, goods: Counter[str]) -> int:
    """As counted at the end, eggs aside: `scoring.score_of` says it line by line."""
    own = [*player.hand, *player.front]
    doubled = player.king[:1]
    plain = sum(cards.value(card) * (2 if card[0] == doubled else 1) for card in own)
    guilds = (card[0] for card in own if cards.is_guild(card))
    return plain + GUILD_BONUS * sum(goods[suit] for suit in guilds)

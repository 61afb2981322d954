"""Who is likely to win a position: what a rollout that is cut short is worth.

Each seat's promise is a sum over what it holds: the points it is expected to have at the end, less
what all have in common. The chance to win is its share of the exponentials. The weights were fitted
to 3500 matches of four house's bots of which one action in twelve was drawn at random, so that they
say what a card brings, and not who uses to have it.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

from games.engines.merchants import cards
from games.engines.merchants.bots.values import CARDS_A_SEAT
from games.engines.merchants.scoring import EGG, GUILD_BONUS
from games.engines.merchants.state import Player, State
from games.engines.promises import promised, shares

ROUNDS = 6  # a match lasts about so many
LOW = 4
GUILD = 10  # its value
NEARLY = 7  # of the eight of a Monopoly
CHARACTERS = ("HQ", "DQ", "DJ", "HJ", "CQ", "SQ", "CJ", "SJ")

# What a unit adds at the end of a match, and how much more with all rounds to come. `python -m
# tests.bench.prospects` fits them.
WEIGHTS = (
    (0.147, 0.591),  # points / 10
    (0.155, -0.678),  # cards in the hand / 5
    (-0.248, 0.188),  # commodities up to 4 / 3
    (0.272, 1.357),  # commodities from 2 to 9 / 5
    (0.058, 0.913),  # guilds in the hand
    (0.219, -1.217),  # commodities of the King's suit / 3
    (-0.013, -0.056),  # the value of those of the other suits / 10
    (0.208, 0.825),  # the guild of the King's suit
    (0.117, 0.322),  # the value of what buys the King's suit / 10
    (0.002, 0.471),  # and of what buys that / 10
    (-0.169, 1.298),  # the longest suit beyond 4, squared / 4
    (0.196, 1.111),  # seven of one suit
    (0.232, -0.765),  # HQ, while there are eggs in the Nest
    (1.085, 2.116),  # DQ
    (0.258, 1.008),  # DJ
    (0.195, 0.052),  # HJ, while there is a Black Market
    (0.044, 0.388),  # CQ
    (0.153, 0.634),  # SQ
    (-0.049, -0.063),  # CJ
    (-0.024, 1.553),  # SJ
    (0.183, 0.235),  # jokers
    (0.178, 1.077),  # Emblems in Front: S
    (0.025, 0.562),  # C
    (0.304, 2.532),  # H
    (0.207, 2.357),  # D
    (-0.011, 0.831),  # Buying Bonus for the King's suit
    (-0.008, -0.371),  # Buying Bonuses in all
    (-0.064, -2.186),  # eggs that a Siege would take
    (0.022, 0.984),  # two eggs
    (0.064, 4.005),  # three
    (-0.149, 0.338),  # a turn still to come in this round
    (0.142, -0.052),  # barred from Seizing
    (0.146, -0.111),  # with a turn to come: what can be paid / 10
)


def chance_to_win(state: State, seat: int) -> float:
    """Of this seat, at the start of somebody's turn."""
    return shares(promises(state)).get(seat, 0.0)


def promises(state: State) -> dict[int, float]:
    """Of each seat still in the game, in units of what luck may still change."""
    return promised(WEIGHTS, *stake(state))


def stake(state: State) -> tuple[float, float, dict[int, list[float]]]:
    """How much a unit says yet, the share of the match to come, and the features of each seat."""
    left = rounds_left(state)
    found = {one.seat: _features(state, one) for one in state.players if not one.out}
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

"""Who is likely to win a position: what a rollout that is cut short is worth.

Each seat's promise is a sum over what it holds: the points it is expected to have at the end, less
what all have in common. The chance to win is its share of the exponentials. The weights were fitted
to 600 matches of four house's bots of which one action in twelve was drawn at random, so that they
say what a card brings, and not who uses to have it.
"""

from __future__ import annotations

from collections import Counter
from math import exp, sqrt

from games.engines.merchants import cards
from games.engines.merchants.bots.values import CARDS_A_SEAT
from games.engines.merchants.scoring import EGG, GUILD_BONUS
from games.engines.merchants.state import Player, State

ROUNDS = 6  # a match lasts about so many
LOW = 4
GUILD = 10  # its value
CHARACTERS = ("HQ", "DQ", "DJ", "HJ", "CQ", "SQ", "CJ", "SJ")

# What a unit adds at the end of a match, and how much more with all rounds to come.
WEIGHTS = (
    (0.791, -0.572),  # points / 10
    (0.376, 0.784),  # cards in the hand / 5
    (-0.065, -0.405),  # commodities up to 4 / 3
    (-0.205, 0.387),  # commodities from 2 to 9 / 5
    (0.144, 1.446),  # guilds in the hand
    (0.233, -0.526),  # HQ, while there are eggs in the Nest
    (4.555, -1.984),  # DQ
    (0.806, -0.152),  # DJ
    (1.183, -0.234),  # HJ, while there is a Black Market
    (0.220, 0.030),  # CQ
    (0.245, -0.012),  # SQ
    (-0.180, 0.419),  # CJ
    (0.116, 0.486),  # SJ
    (0.450, -0.561),  # jokers
    (-0.058, 1.565),  # emblems in Front: S
    (0.121, -0.038),  # C
    (1.104, 0.779),  # H
    (0.709, 2.735),  # D
    (-0.856, -0.751),  # eggs that a Siege would take
    (0.275, 0.816),  # the longest suit beyond 4, squared / 4
    (0.632, -0.733),  # a turn still to come in this round
)


def chance_to_win(state: State, seat: int) -> float:
    """Of this seat, at the start of somebody's turn."""
    found = promises(state)
    if seat not in found:
        return 0.0
    most = max(found.values())
    return exp(found[seat] - most) / sum(exp(one - most) for one in found.values())


def promises(state: State) -> dict[int, float]:
    """Of each seat still in the game, in units of what luck may still change."""
    left = rounds_left(state)
    share = left / ROUNDS
    scale = (0.3 + share) / sqrt(0.1 + left)
    weights = [scale * (end + more * share) for end, more in WEIGHTS]
    return {
        player.seat: sum(map(float.__mul__, _features(state, player), weights))
        for player in state.players
        if not player.out
    }


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
    hand = player.hand
    values = [cards.value(card) for card in hand]
    goods = Counter(card[0] for card, value in zip(hand, values, strict=True) if 2 <= value < GUILD)
    front = Counter(card[0] for card in player.front)
    eggs = sum(map(cards.is_egg, hand))
    people = [float(card in hand) for card in CHARACTERS]
    people[0] *= bool(state.nest)
    people[3] *= bool(state.markets)
    return [
        (_points(player, goods) + EGG * eggs) / 10,
        len(hand) / 5,
        sum(0 < value <= LOW for value in values) / 3,
        sum(goods.values()) / 5,
        float(values.count(GUILD)),
        *people,
        float(sum(map(cards.is_joker, hand))),
        *(float(front[suit]) for suit in cards.SUITS),
        float(max(0, eggs - front["S"])),
        max(0, max(goods.values(), default=0) - LOW) ** 2 / 4,
        float(_turn_to_come(state, player.seat)),
    ]


def _points(player: Player, goods: Counter[str]) -> int:
    """As counted at the end, eggs aside: `scoring.score_of` says it line by line."""
    own = [*player.hand, *player.front]
    doubled = player.king[:1]
    plain = sum(cards.value(card) * (2 if card[0] == doubled else 1) for card in own)
    guilds = (card[0] for card in own if cards.is_guild(card))
    return plain + GUILD_BONUS * sum(goods[suit] for suit in guilds)

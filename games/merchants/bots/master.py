"""The master: a bot that searches, in worlds it cannot tell from the true one.

A rollout plays on, with the master's policy for its own seat and the house bot for the others,
until the turn is over or, where others have begun something, until that is settled. The first dice
are weighted by their odds instead of being rolled. The final position is judged by each seat's
chance to win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import exp, sqrt
from typing import Any

from msgspec.structs import replace

from games.engine import codec
from games.engine.base import Choice, Pick
from games.engine.rollout import Imagined, Search, World, best_answer, promised, shares
from games.merchants.bots import buying, powers
from games.merchants.bots.house_bot import POLICY, house, policy
from games.merchants.bots.values import CARDS_A_SEAT, HOUSE, Style, Values
from games.merchants.rules import cards, legality, rolls, scoring
from games.merchants.rules.actions import Action, Pass
from games.merchants.rules.scoring import EGG, GUILD_BONUS
from games.merchants.rules.state import Phase, Player, State, decision_id, owing
from games.merchants.rules.view import MerchantsView

# --- Candidate actions


WAYS = 6  # the number of purchases, bids or additions tried
_NUMBERS = ("market", "target")  # fields whose items are numbers as text


def tries(view: MerchantsView, style: Style = HOUSE) -> Iterator[Raw]:
    """Yield candidate answers to the open decision; some may come twice."""
    values = Values(view, style)
    match view.phase:
        case "market":
            yield from _best(buying.purchases(view, values))
            # A card played here could be played at no cost in the Power Phase.
            yield from _single(view, "visit", "substitute", "end_turn")
        case "seize":
            yield {"action": "pass"}
            yield from _best(buying.bids(view, values))
        case "duel":
            yield from _best(buying.additions(view, values))
        case "stack":
            yield {"action": "pass"}
            yield from _goes(view, powers.stack(view, values).get("cards", []))
        case "reroll" | "callback_take":
            return  # not worth a search
        case _:
            yield from _single(view)


def _best(ways: Sequence[tuple[float, Raw]]) -> Iterator[Raw]:
    ranked = sorted(ways, key=lambda way: -way[0])
    yield from (raw for _, raw in ranked[:WAYS])


def _single(view: MerchantsView, *actions: str) -> Iterator[Raw]:
    """Yield each way to take these actions that picks at most one thing.

    All actions, if none is named.
    """
    for choice in view.choices:
        if not actions or choice.action in actions:
            yield from _filled(choice)


def _filled(choice: Choice) -> Iterator[Raw]:
    answer = {"action": choice.action, **choice.given}
    if not choice.fields:
        yield answer
    elif len(choice.fields) == 1:
        (field,) = choice.fields
        assert isinstance(field, Pick)
        for item in field.of:
            yield {**answer, field.name: int(item) if field.name in _NUMBERS else item}


def _goes(view: MerchantsView, own: Sequence[str]) -> Iterator[Raw]:
    """Yield candidate goes for the Stack.

    They are: each card alone in each mode, all Emblems, and the policy's own go with one card less,
    one card more or one in another mode.
    """
    plays = list(_plays(view))
    yield from (_go([play]) for play in plays)
    yield from (_go([kept for kept in own if kept != play]) for play in own if len(own) > 1)
    for play in plays:
        rest = [kept for kept in own if powers.card_of(kept) != powers.card_of(play)]
        if rest and play not in own:
            yield _go([*rest, play])
    if emblems := [play for play in plays if play.endswith(":emblem")]:
        yield _go(emblems)


def _go(plays: Sequence[str]) -> Raw:
    return {"action": "go", "cards": powers.in_order(plays)}


def _plays(view: MerchantsView) -> Iterator[str]:
    """Yield each playable card in each of its modes."""
    for field in (field for choice in view.choices for field in choice.fields):
        assert isinstance(field, Pick)
        for card, modes in zip(field.of, field.modes_of, strict=True):
            yield from (f"{card}:{mode}" for mode in modes)


# --- Evaluation of a position: each seat's chance to win
#
# A seat's promise is a sum over the cards it holds: the points it is expected to have at the end,
# minus a part that all seats share. Its chance to win is its share of the exponentials. The weights
# are fitted to matches of the master's policy against three house bots in which some actions were
# random, so that they measure the effect of a card and not the skill of its usual owner.


ROUNDS = 6  # the usual length of a match
LOW = 4
GUILD = 10  # the value of a Guild
NEARLY = 7  # one short of the eight of a Monopoly
CHARACTERS = ("HQ", "DQ", "DJ", "HJ", "CQ", "SQ", "CJ", "SJ")

# The weight of a unit at the end of a match, and what is added with all rounds to come. `python -m
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
    """Return the chance of the master's seat to win, at the start of a turn."""
    return shares(promises(state, seat)).get(seat, 0.0)


def promises(state: State, master: int) -> dict[int, float]:
    """Return the promise of each seat still in the game."""
    # The unit is the luck that is still to come.
    return promised(WEIGHTS, *stake(state, master))


def stake(state: State, master: int) -> tuple[float, float, dict[int, list[float]]]:
    """Return the scale, the share of the match to come, and each seat's features."""
    left = rounds_left(state)
    found = {
        player.seat: [*_features(state, player), float(player.seat == master)]
        for player in state.players
        if not player.out
    }
    # The more rounds are left, the less a unit decides.
    return 1 / sqrt(0.1 + left), left / ROUNDS, found


def rounds_left(state: State) -> float:
    """Estimate how many rounds are still to come, including the rest of this one."""
    living = [player.seat for player in state.players if not player.out]
    turns = sum(_turn_to_come(state, seat) for seat in living)
    return len(state.deck) / (1 + CARDS_A_SEAT * len(living)) + turns / len(living)


def _turn_to_come(state: State, seat: int) -> bool:
    count = len(state.players)
    after = (seat - state.dealer) % count > (state.active - state.dealer) % count
    return state.stage == "turn" and after


def _features(state: State, player: Player) -> list[float]:
    """Return the features of a seat, in the order of `WEIGHTS`."""
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
    """Return the points at the end, without eggs; `scoring.score_of` has the lines."""
    own = [*player.hand, *player.front]
    doubled = player.king[:1]
    plain = sum(cards.value(card) * (2 if card[0] == doubled else 1) for card in own)
    guilds = (card[0] for card in own if cards.is_guild(card))
    return plain + GUILD_BONUS * sum(goods[suit] for suit in guilds)


Raw = Mapping[str, Any]
Turn = tuple[int, int, str, bool]  # round, active seat, stage, True if it is asked `market`

DOUBT = 2.0  # standard errors by which a candidate has to beat the policy's answer
MOST_STEPS = 60  # the limit of a rollout
GOOD, BEST, BAD = (6, 5), (6, 6), (1, 2)  # dice that may not be rolled again
BEYOND = 11  # the highest target that `GOOD` reaches
CLOSE = 8  # a lead of this many points in a rollout may still be lost


def master(search: Search) -> Raw | None:
    """Return the best answer for a seat that owes one, or None."""
    view: MerchantsView = search.view
    usual = policy(view, search.chance)
    if usual is None or view.seat is None:
        return None
    others = ({"decision": view.decision, **answer} for answer in tries(view, POLICY))
    rollout = Rollout(search.engine, view.seat)
    return best_answer(search, usual, others, rollout.worth, doubt=DOUBT)


class Rollout:
    """Rollouts to the end of the turn, for one seat."""

    def __init__(self, engine: Any, seat: int) -> None:
        self._engine, self._seat = engine, seat

    def worth(self, action: Any, world: World) -> float:
        """Return the chance to win after this action, in this world."""
        # The sealed answers of others are invented in this world: let them answer as the house bot
        # would.
        state: State = replace(world.state, answers=())
        return self._after(state, self._seat, action, world.chance(), _turn(state))

    def _after(
        self,
        state: State,
        seat: int,
        action: Any,
        chance: Imagined,
        turn: Turn,
        *,
        weigh: bool = True,
    ) -> float:
        """Apply an action and play on; `weigh` is True until dice were rolled."""
        for _ in range(MOST_STEPS):
            before = chance.copy() if weigh else chance
            after: State = self._engine.apply(state, seat, action, chance).state
            if weigh and after.roll is not None and after.rolls > state.rolls:
                return self._weighed(state, seat, action, before, turn, after.roll.target)
            state = after
            if state.phase is Phase.OVER or _is_settled(state, turn):
                break
            seat = owing(state)[0]
            action = self._usual_action(state, seat, chance)
        return self._evaluate(state)

    def _weighed(
        self, state: State, seat: int, action: Any, before: Imagined, turn: Turn, target: int
    ) -> float:
        """Return the average over success and failure of the roll this action leads to."""
        success = rolls.chance(target)
        good, bad = (
            self._after(state, seat, action, before.copy(dice), turn, weigh=False)
            for dice in (GOOD if target <= BEYOND else BEST, BAD)
        )
        return success * good + (1 - success) * bad

    def _usual_action(self, state: State, seat: int, chance: Imagined) -> Any:
        """Return the answer of the policy or the house bot."""
        # Build no view where a pass is the only answer.
        player = state.players[seat]
        contest = state.phase in (Phase.SEIZE, Phase.DUEL)
        if contest and not legality.usable(state, player):
            return Pass(decision=decision_id(state))
        if state.phase is Phase.STACK and not any(map(cards.modes, player.hand)):
            return Pass(decision=decision_id(state))
        bot = policy if seat == self._seat else house
        raw = bot(self._engine.view(state, seat), chance)
        return codec.decode_action(raw or {}, Action)

    def _evaluate(self, state: State) -> float:
        if state.phase is Phase.OVER:
            return _worth_of_end(state, self._seat)
        return chance_to_win(state, self._seat)


def _worth_of_end(state: State, seat: int) -> float:
    """Return the worth of a finished match: half for the win, half for the lead."""
    # The lead counts since others may come closer than they did in this world.
    won = float(seat in scoring.winners(state))
    points = {score.seat: score.total for score in scoring.scores(state)}
    if seat not in points or len(points) == 1:
        return won
    lead = points.pop(seat) - max(points.values())
    return (won + 1 / (1 + exp(-lead / CLOSE))) / 2


def _turn(state: State) -> Turn:
    return state.round, state.active, state.stage, state.phase is Phase.MARKET


def _is_settled(state: State, turn: Turn) -> bool:
    """Return True if a rollout is over.

    Another turn has begun, or an action that others had begun is complete.
    """
    *began, own = turn
    *now, asked = _turn(state)
    return began != now or (asked and not own)

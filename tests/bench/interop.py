"""The worth of purchases in the last two rounds of Interop.

Each turn with purchases is compared with the same turn without them:

    python -m tests.bench.interop late [--games 40] [--players 2 3 4] [--seed 1]

Randomness depends only on the name and number of a draw, so the same users arrive in both cases,
whatever was bought. For the value of bots and licences, see `manage.py simulate interop`.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple
from zlib import crc32

from games.engine import codec
from games.engine.base import Bot, Engine, Item
from games.engine.dealer import Dealer, Seeded
from games.engine.simulate import engine_for
from games.interop.rules import deployment
from games.interop.rules.actions import decision_id
from games.interop.rules.box import CARDS
from games.interop.rules.options import InteropContent
from games.interop.rules.state import State
from games.interop.title import INTEROP

LATE = 2  # rounds


class ByName:
    """Randomness that depends only on the name of a draw and its number so far."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._times: Counter[str] = Counter()

    def __copy__(self) -> ByName:
        other = ByName(self._secret)
        other._times = Counter(self._times)
        return other

    def draw(self, name: str, pool: Sequence[Item], count: int = 1) -> tuple[Item, ...]:
        return self._dealer(name).draw(name, pool, count)

    def shuffle(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        return self._dealer(name).shuffle(name, items)

    def roll(self, name: str, dice: int, sides: int) -> tuple[int, ...]:
        return self._dealer(name).roll(name, dice, sides)

    def token(self, name: str) -> str:
        return self._dealer(name).token(name)

    def _dealer(self, name: str) -> Dealer:
        self._times[name] += 1
        return Dealer(self._secret, crc32(f"{name} {self._times[name]}".encode()))


class Begun(NamedTuple):
    """The state at the beginning of a late turn."""

    state: State
    chance: ByName


class Late:
    """Games of a bot against itself."""

    def __init__(self, bot: Bot, players: int) -> None:
        # Turns with purchases, those that lost money, and the net gain, by the rounds left.
        self.turns: Counter[int] = Counter()
        self.lost: Counter[int] = Counter()
        self.net: Counter[int] = Counter()
        # Links, and those that were idle.
        self.links = self.idle = 0
        self._bot, self._players = bot, players

    def play(self, seed: str) -> None:
        engine = engine_for(
            INTEROP, seats=self._players, options={}, content=InteropContent(), bot=True
        )
        chance = ByName(hashlib.sha256(seed.encode()).hexdigest())
        state, own, begun = engine.begin(chance).state, Seeded(seed), None
        while (decision := engine.pending(state)) is not None:
            seat = decision.asked[0]
            view: Any = engine.view(state, seat)
            if view.kind == "invest" and not view.done and view.round > view.rounds - LATE:
                begun = Begun(state, copy(chance))
            raw = self._bot(view, own)
            if begun is not None and raw is not None and raw["action"] == "end_turn":
                self._judge(engine, seat, begun, Begun(state, copy(chance)))
                begun = None
            state = _applied(engine, state, seat, raw, chance)
        self._count_links(state)

    def _judge(self, engine: Engine, seat: int, begun: Begun, done: Begun) -> None:
        if begun.state.players[seat].money == done.state.players[seat].money:
            return
        ended = {"action": "end_turn", "decision": decision_id(begun.state)}
        spared = _applied(engine, begun.state, seat, ended, begun.chance)
        net = self._end(engine, done, seat) - self._end(engine, Begun(spared, begun.chance), seat)
        left = engine.setup.options.rounds - begun.state.round
        self.turns[left] += 1
        self.lost[left] += net < 0
        self.net[left] += net

    def _end(self, engine: Engine, begun: Begun, seat: int) -> int:
        """Return the money of this seat after playing on to the end."""
        state, own = begun.state, Seeded("on")
        while (decision := engine.pending(state)) is not None:
            raw = self._bot(engine.view(state, decision.asked[0]), own)
            state = _applied(engine, state, decision.asked[0], raw, begun.chance)
        return state.players[seat].money

    def _count_links(self, state: State) -> None:
        for player in state.players:
            idle = deployment.free(player)
            for adds in sorted((CARDS[link].adds for link in player.links), reverse=True):
                self.links += 1
                if adds <= idle:
                    idle -= adds
                    self.idle += 1


def _applied(engine: Engine, state: State, seat: int, raw: Any, chance: ByName) -> State:
    after: State = engine.apply(
        state, seat, codec.decode_action(raw, engine.action_type), chance
    ).state
    return after


def late(players: int, games: int, seed: str, names: Sequence[str] = ("house", "planner")) -> None:
    """Print turns with purchases, those that lost money, and the average gain."""
    for name in names:
        found = Late(INTEROP.bots[name], players)
        for number in range(games):
            found.play(f"late {seed}.{number}")
        for left in sorted(found.turns, reverse=True):
            turns, lost = found.turns[left], found.lost[left]
            when = "last round" if left == 0 else f"{left} round before it"
            share = lost / turns
            error = (share * (1 - share) / turns) ** 0.5
            print(
                f"  {name:<8} {when:<18} {turns} turns with purchases, {lost} lost money "
                f"({100 * share:.0f} +-{100 * error:.0f} %), {found.net[left] / turns:+.1f} each"
            )
        print(f"  {name:<8} {found.links} links bought, {found.idle} never used")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.interop")
    parser.add_argument("table", choices=["late"])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--players", type=int, nargs="+", default=[4])
    parser.add_argument("--seed", default="1")
    wish = parser.parse_args()
    for players in wish.players:
        print(f"late: {players} players, {wish.games} games")
        late(players, wish.games, wish.seed)


if __name__ == "__main__":
    main()

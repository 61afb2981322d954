"""The recorded games of Interop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.base import Abort, Randomness, Timeout
from games.engine.dealer import Seeded
from games.engine.simulate import Run, play_out, random_bot
from games.interop.bots.sight import END_TURN, PASS, buyable, buying, me, naming
from games.interop.rules.events import ABORTED, ROUNDS_OVER
from games.interop.rules.options import InteropContent
from games.interop.rules.view import InteropView
from games.interop.title import INTEROP
from tests.games.engine.recording import Recording, setup_of

_MIXED = ("planner", "random", "greedy", "planner", "random")


def _mixed(run: Run) -> None:
    """Play with all kinds of bots, and let a decision time out now and then."""
    chance = Seeded("recording")
    while (decision := run.engine.pending(run.state)) is not None:
        if chance.below(20) == 0:
            run.act(None, Timeout(decision=decision.id))
            continue
        seat = decision.asked[0]
        raw = INTEROP.bots[_MIXED[seat]](run.engine.view(run.state, seat), chance)
        assert raw is not None
        run.post(seat, raw)


def _asleep(run: Run) -> None:
    while (decision := run.engine.pending(run.state)) is not None:
        run.act(None, Timeout(decision=decision.id))


def _share(run: Run) -> None:
    """Play to a tie: both spend everything and take no users."""
    play_out(run, [_spendthrift] * 2, Seeded("recording"))


@naming
def _spendthrift(view: InteropView, chance: Randomness) -> Mapping[str, Any] | None:
    match view.kind:
        case "founder":
            return random_bot(view, chance)
        case "invest":
            cards = [card for row in view.rows for card in buyable(row)]
            if me(view).money < 4 or not cards:
                return END_TURN
            return buying("buy", cards[0], {"licence": "closed"})
        case "allocate":
            return PASS
        case _:
            return None


def _abort(run: Run) -> None:
    chance = Seeded("recording")
    for _ in range(25):
        decision = run.engine.pending(run.state)
        assert decision is not None
        raw = random_bot(run.engine.view(run.state, decision.asked[0]), chance)
        assert raw is not None
        run.post(decision.asked[0], raw)
    run.act(None, Abort())


CARDS = InteropContent()
GAMES = {
    name: Recording(INTEROP, reason, setup_of(INTEROP, seats, CARDS, rounds=rounds), play)
    for name, reason, seats, rounds, play in [
        ("rounds_over", ROUNDS_OVER, 5, 8, _mixed),
        ("shared_win", ROUNDS_OVER, 2, 6, _share),
        ("asleep", ROUNDS_OVER, 6, 10, _asleep),
        ("aborted", ABORTED, 3, 8, _abort),
    ]
}

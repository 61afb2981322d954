"""The recorded games of Interop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from games.engines.base import Abort, Randomness, SeatSetup, Setup, Timeout
from games.engines.dealer import Seeded
from games.engines.interop.bots.sight import END_TURN, PASS, buyable, buying, me
from games.engines.interop.events import ABORTED, ROUNDS_OVER
from games.engines.interop.options import InteropContent, InteropOptions
from games.engines.interop.title import INTEROP
from games.engines.interop.view import InteropView
from games.engines.simulate import Run, play_out, random_bot
from tests.engines.recording import Recording

_MIXED = ("planner", "random", "greedy", "planner", "random")


def _mixed(run: Run) -> None:
    """All kinds of bots; now and then somebody sleeps for a while."""
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
    """Both spend what they have, take no users, and are filled up to the same in the end."""
    play_out(run, [_spendthrift] * 2, Seeded("recording"))


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


def setup_of(players: int, rounds: Literal[6, 8, 10]) -> Setup:
    return Setup(
        seats=tuple(SeatSetup() for _ in range(players)),
        options=InteropOptions(rounds=rounds),
        content=InteropContent(),
    )


GAMES = {
    "rounds_over": Recording(INTEROP, ROUNDS_OVER, setup_of(5, 8), _mixed),
    "shared_win": Recording(INTEROP, ROUNDS_OVER, setup_of(2, 6), _share),
    "asleep": Recording(INTEROP, ROUNDS_OVER, setup_of(6, 10), _asleep),
    "aborted": Recording(INTEROP, ABORTED, setup_of(3, 8), _abort),
}

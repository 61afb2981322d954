"""The recorded games of Merchant Kings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.base import Abort, Randomness, Timeout
from games.engine.choices import sample
from games.engine.dealer import Seeded
from games.engine.simulate import Player, Run, play_out, random_bot
from games.merchants.bots.formula import merchant
from games.merchants.rules.cards import is_egg
from games.merchants.rules.options import Mode
from games.merchants.title import MERCHANTS
from tests.games.engine.recording import Recording, setup_of

_WHIM = 10  # one answer in so many is random


def _sometimes_random(view: Any, chance: Randomness) -> Mapping[str, Any] | None:
    return random_bot(view, chance) if not chance.below(_WHIM) else merchant(view, chance)


def _egg_hunter(view: Any, chance: Randomness) -> Mapping[str, Any] | None:
    """Visit first, and pay every toll to the first seat with an egg."""
    doing = {choice.action: choice for choice in view.choices}
    if "give" in doing and view.stack.resolving.seat == 0:
        eggs = [card for card in view.own.hand if is_egg(card)]
        return {"action": "give", "decision": view.decision, "card": (eggs or view.own.hand)[0]}
    if "visit" in doing:
        return sample(doing["visit"], chance)
    if "substitute" in doing and view.markets.black and chance.below(2):
        return sample(doing["substitute"], chance)
    return _sometimes_random(view, chance)


def played(number: int, by: Player = _sometimes_random) -> Callable[[Run], None]:
    """Return a function that plays game `number`, found by search for its ending."""

    def play(run: Run) -> None:
        play_out(run, [by] * len(run.engine.setup.seats), Seeded(f"recording {number}"))

    return play


def _broken_off(run: Run) -> None:
    """Play for a while, let all decisions time out for a while, then abort."""
    chance = Seeded("recording")
    for _ in range(30):
        decision = run.engine.pending(run.state)
        assert decision is not None
        for seat in decision.asked:
            answer = _sometimes_random(run.engine.view(run.state, seat), chance)
            assert answer is not None
            run.post(seat, answer)
    for _ in range(12):
        decision = run.engine.pending(run.state)
        assert decision is not None
        run.act(None, Timeout(decision=decision.id))
    run.act(None, Abort())


def _game(reason: str, seats: int, mode: Mode, play: Callable[[Run], None]) -> Recording:
    return Recording(MERCHANTS, reason, setup_of(MERCHANTS, seats, mode=mode), play)


GAMES = {
    "deck": _game("deck", 4, "full", played(9)),
    "deck_quick": _game("deck", 3, "quick", played(5)),
    "nobody": _game("deck", 3, "full", played(213)),
    "monopoly": _game("monopoly", 4, "full", played(45)),
    "four_eggs": _game("four_eggs", 3, "full", played(38, _egg_hunter)),
    "last_standing": _game("last_standing", 4, "hard", played(340)),
    "nobody_standing": _game("last_standing", 3, "hard", played(146)),
    "aborted": _game("aborted", 4, "full", _broken_off),
}

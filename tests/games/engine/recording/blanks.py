"""The recorded games of Blanks."""

from __future__ import annotations

from games.blanks.title import BLANKS, sample_content
from games.engine.base import Abort, Join, Leave, Timeout
from games.engine.dealer import Seeded
from games.engine.simulate import Run, play_out, random_bot
from tests.games.engine.recording import Recording, setup_of


def _with(run: Run, turns: int) -> None:
    """Let random seats make this many moves."""
    chance = Seeded("recording")
    seats = [player.seat for player in run.state.players]
    before = len(run.lines)
    while len(run.lines) < before + turns and run.engine.pending(run.state) is not None:
        seat = seats[chance.below(len(seats))]
        raw = random_bot(run.engine.view(run.state, seat), chance)
        if raw is not None and any(player.seat == seat for player in run.state.players):
            run.post(seat, raw)


def _time_up(run: Run) -> None:
    decision = run.engine.pending(run.state)
    assert decision is not None
    run.act(None, Timeout(decision=decision.id))


def _to_the_end(run: Run) -> None:
    play_out(run, [random_bot] * 8, Seeded("recording"))


def _target(run: Run) -> None:
    _with(run, 9)
    run.act(None, Join())
    run.act(2, Leave())
    _to_the_end(run)


def _asleep(run: Run) -> None:
    _with(run, 20)
    while run.engine.pending(run.state) is not None:
        _time_up(run)


def _coming_back(run: Run) -> None:
    _time_up(run)
    _with(run, 14)
    _time_up(run)
    _to_the_end(run)


def _abort(run: Run) -> None:
    _with(run, 17)
    run.act(1, Leave(how="kicked"))
    run.act(None, Abort())


CARDS = sample_content(blacks=8, whites=50)
GAMES = {
    name: Recording(BLANKS, name, setup_of(BLANKS, 4, CARDS, **options), play)
    for name, options, play in [
        ("target_score", {"target_score": 2}, _target),
        ("round_limit", {"round_limit": 4, "target_score": 0}, _coming_back),
        ("too_few_players", {"away_after": 1}, _asleep),
        ("black_deck_empty", {"target_score": 0, "round_limit": 0}, _to_the_end),
        ("aborted", {}, _abort),
    ]
}

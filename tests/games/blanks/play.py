"""A match of Blanks for rule tests, with a fixed secret."""

from __future__ import annotations

from typing import Any

import pytest

from games.blanks.rules.content import BlackCard, Content, WhiteCard
from games.blanks.rules.engine import BlanksEngine
from games.blanks.rules.options import BlanksOptions
from games.blanks.rules.state import State, shown_plays
from games.blanks.rules.view import BlanksView
from games.engine.base import IllegalAction, SeatSetup, Setup, Step, Timeout
from games.engine.codec import decode_action
from games.engine.dealer import Dealer


def cards(*black: tuple[int, int], whites: int = 120) -> Content:
    """Return content whose black cards have these (pick, draw) numbers."""
    return Content(
        black=tuple(
            BlackCard(id=f"b{n}", text=" ".join(["____"] * pick) + "!", pick=pick, draw=draw)
            for n, (pick, draw) in enumerate(black, 1)
        ),
        white=tuple(WhiteCard(id=f"w{n:03d}", text=f"thing {n}") for n in range(1, whites + 1)),
    )


class Match:
    def __init__(
        self,
        seats: int = 3,
        *,
        content: Content | None = None,
        bots: tuple[int, ...] = (),
        secret: str = "5" * 64,
        **options: Any,
    ) -> None:
        setup = Setup(
            seats=tuple(SeatSetup(bot=seat in bots) for seat in range(seats)),
            options=BlanksOptions(**options),
            content=content or cards(*[(1, 0)] * 8),
        )
        self.secret, self.count = secret, 1
        self.engine = BlanksEngine(setup)
        self.step: Step = self.engine.begin(Dealer(secret, 1))

    @property
    def state(self) -> State:
        state: State = self.step.state
        return state

    def act(self, seat: int | None, action: Any) -> Step:
        self.count += 1
        self.step = self.engine.apply(self.state, seat, action, Dealer(self.secret, self.count))
        return self.step

    def post(self, seat: int, **raw: Any) -> Step:
        return self.act(seat, decode_action(raw, self.engine.action_type))

    def play(self, seat: int) -> Step:
        """Play the first cards of the hand."""
        pick = self.engine.game.content.black(self.state.black or "").pick
        return self.post(seat, action="play", round=self.state.round, cards=self.hand(seat)[:pick])

    def vote(self, seat: int, author: int) -> Step:
        handle = next(laid.handle for laid in shown_plays(self.state) if laid.seat == author)
        return self.post(seat, action="vote", round=self.state.round, handle=handle)

    def round(self, votes: dict[int, int]) -> Step:
        for seat in votes:
            self.play(seat)
        for seat, author in votes.items():
            self.vote(seat, author)
        return self.step

    def time_up(self) -> Step:
        decision = self.engine.pending(self.state)
        assert decision is not None
        return self.act(None, Timeout(decision=decision.id))

    def seconds(self) -> int:
        decision = self.engine.pending(self.state)
        assert decision is not None
        return decision.seconds

    def hand(self, seat: int) -> tuple[str, ...]:
        return next(player.hand for player in self.state.players if player.seat == seat)

    def view(self, seat: int | None) -> BlanksView:
        return self.engine.view(self.state, seat)

    def refused(self, seat: int | None, action: Any) -> str:
        with pytest.raises(IllegalAction) as refusal:
            self.act(seat, action)
        assert refusal.value.message
        return refusal.value.code

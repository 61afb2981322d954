"""Choices of Interop are complete: exactly the listed actions are legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import choices, codec
from games.interop.rules.actions import decision_id
from games.interop.rules.box import CARDS
from games.interop.rules.cards import DECKS
from games.interop.rules.state import State
from tests.games.interop.play import Game, Key, game, in_every_game, refusal

LICENCES: tuple[dict[str, Any], ...] = (
    {},
    {"licence": "open"},
    {"licence": "closed"},
    {"licence": "rand", "fee": 3},
    {"licence": "rand"},
    {"licence": "rand", "fee": 10},
    {"licence": "free"},
)


def every_answer() -> Iterator[dict[str, Any]]:
    """Yield all conceivable answers, legal or not."""
    cards = list(CARDS)
    for given in LICENCES:
        yield from ({"action": "founder", "kit": card, **given} for card in cards)
        yield from ({"action": "buy", "card": card, **given} for card in cards)
        yield from ({"action": "keep", "card": card, **given} for card in cards)
        yield from ({"action": "adopt", "protocol": card, **given} for card in cards)
        yield from ({"action": "relicense", "protocol": card, **given} for card in cards)
        yield {"action": "keep", **given}
    yield from ({"action": "draw", "deck": deck} for deck in (*DECKS, "USER"))
    yield from (
        {"action": "allocate", "app": card, "users": users} for card in cards for users in range(8)
    )
    yield from ({"action": "end_turn"}, {"action": "pass"})


@in_every_game
def test_listed_choices_are_accepted_and_all_others_refused_with_a_code(played: Key) -> None:
    lived = game(*played)
    for state in lived.states[3 :: max(1, len(lived.states) // 6)]:
        offered = lived.engine.choices(state, state.turn)
        before = [codec.encode(state), *views(lived, state)]
        for answer in every_answer():
            raw = {**answer, "decision": decision_id(state)}
            allowed = any(choices.allows(one, raw) for one in offered)
            assert (refusal(lived, state, raw) == "") == allowed, raw
        assert before == [codec.encode(state), *views(lived, state)]


def views(lived: Game, state: State) -> list[bytes]:
    """Return the views of the spectator and of all seats."""
    return [codec.encode(lived.engine.view(state, seat)) for seat in (None, *range(state.seats))]

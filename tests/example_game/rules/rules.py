"""The course of a match, from the deal to the final standings (rules 1-5, 7)."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.base import Decision, Event, Outcome, Standing
from games.engine.transition import Refusals
from tests.example_game.rules.state import DECK, ROUNDS, Player, Put, State, Turn

_REFUSALS = Refusals(
    {
        "over": "The match is over. Nothing has changed.",
        "stale": "That was meant for another round. Look at your cards and choose again.",
        "not_asked": "Your card lies on the table already. Wait for the others.",
        "not_in_hand": "This card is not in your hand. Choose one of yours.",
        "malformed": "Your answer could not be read. Reload the page and try again.",
    }
)
refuse, need = _REFUSALS.refuse, _REFUSALS.need


def decision(state: State, seconds: int) -> Decision | None:
    """Return the decision of all seats that have put no card down.

    They decide at the same time. Return None if the match is over.
    """
    if state.end:
        return None
    asked = tuple(player.seat for player in state.players if not player.down)
    return Decision(id=decision_id(state), kind="put", asked=asked, seconds=seconds)


def decision_id(state: State) -> str:
    """Return the id of the current decision, or "" if the match is over."""
    # It differs in each round, so that the clock starts again.
    return "" if state.end else f"{state.round}.put"


def begin(turn: Turn) -> State:
    """Deal three cards to each seat (rules 1)."""
    seats = range(len(turn.game.seats))
    dealt = turn.chance.draw("hand", DECK, ROUNDS * len(seats))
    players = tuple(
        Player(seat=seat, hand=tuple(sorted(dealt[ROUNDS * seat : ROUNDS * (seat + 1)])))
        for seat in seats
    )
    turn.tell(Event(kind="begun", fades=1))
    return State(round=1, players=players, deck=tuple(c for c in DECK if c not in dealt))


def answer(turn: Turn, state: State, seat: int | None, action: Put) -> State:
    """Put a card down for a seat (rules 2); the last card ends the round (rules 3).

    Raise `IllegalAction` with the first code of rules 7 that applies.
    """
    need(not state.end, "over")
    need(action.decision == decision_id(state), "stale")
    player = next((player for player in state.players if player.seat == seat), None)
    if player is None or player.down:
        raise refuse("not_asked")
    need(action.card in player.hand, "not_in_hand")
    left = tuple(card for card in player.hand if card != action.card)
    state = _put(state, replace(player, hand=left, down=action.card))
    facts = {"seat": player.seat, "card": action.card}
    turn.tell(Event(kind="mine", facts=facts, to=(player.seat,), opens=True))
    return state if any(not other.down for other in state.players) else _turn_up(turn, state)


def abort(turn: Turn, state: State) -> State:
    """End the match without a winner (rules 5)."""
    return _finish(turn, state, "aborted")


def _put(state: State, player: Player) -> State:
    players = tuple(player if other.seat == player.seat else other for other in state.players)
    return replace(state, players=players)


def _turn_up(turn: Turn, state: State) -> State:
    """Reveal the cards and score the round; after the last one, end the match."""
    cards = tuple(player.down for player in state.players)
    best = cards.index(max(cards))
    players = tuple(
        replace(player, down="", score=player.score + (player.seat == best))
        for player in state.players
    )
    turn.tell(Event(kind="shown", facts={"seat": best, "cards": list(cards)}, fades=2))
    state = replace(state, players=players, turned=(*state.turned, cards))
    if state.round == ROUNDS:
        return _finish(turn, state, "rounds")
    return replace(state, round=state.round + 1)


def _finish(turn: Turn, state: State, reason: str) -> State:
    state = replace(state, end=reason)
    result = outcome(state)
    assert result is not None
    seats = [line.seat for line in result.standings if line.winner]
    turn.tell(Event(kind="over", facts={"reason": reason, "seats": seats}))
    return state


def outcome(state: State) -> Outcome | None:
    """Return the final standings, or None while the match runs.

    The best come first, and equal points share a rank (rules 5).
    """
    if not state.end:
        return None
    scores = [player.score for player in state.players]
    standings = tuple(
        Standing(
            seat=player.seat,
            rank=1 + sum(other > player.score for other in scores),
            score=player.score,
            winner=state.end != "aborted" and player.score == max(scores),
        )
        for player in sorted(state.players, key=lambda player: (-player.score, player.seat))
    )
    return Outcome(reason=state.end, standings=standings)

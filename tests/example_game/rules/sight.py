"""The view of each viewer (rules 6), and states that look the same to a viewer."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.base import Chance, Choice, Pick
from tests.example_game.rules import rules
from tests.example_game.rules.state import DECK, ExampleView, Player, PlayerView, State, TypedSetup


def choices(state: State, seat: int | None) -> tuple[Choice, ...]:
    """Return the choice of a card from the hand, if the seat has put none down."""
    player = player_at(state, seat)
    if state.end or player is None or player.down:
        return ()
    pick = Pick(name="card", of=player.hand, least=1, most=1, single=True)
    decision = rules.decision_id(state)
    return (Choice(action="put", given={"decision": decision}, fields=(pick,)),)


def view(game: TypedSetup, state: State, seat: int | None) -> ExampleView:
    """Return what a seat, or a spectator if `seat` is None, may see of the match."""
    # Built field by field from what the viewer may know, so that nothing secret can slip in.
    own, offered = player_at(state, seat), choices(state, seat)
    return ExampleView(
        seat=seat,
        phase="over" if state.end else "put",
        decision=rules.decision_id(state),
        awaited=(),  # seats still awaited would reveal who has put a card down (rules 6)
        mine=bool(offered),
        choices=offered,
        round=state.round,
        players=tuple(_shown(game, state, player) for player in state.players),
        turned=state.turned,
        hand=own.hand if own else (),
        down=own.down if own else "",
    )


def _shown(game: TypedSetup, state: State, player: Player) -> PlayerView:
    result = rules.outcome(state)
    won = {line.seat for line in result.standings if line.winner} if result else set()
    return PlayerView(
        seat=player.seat,
        bot=game.seats[player.seat].bot,
        score=player.score,
        winner=player.seat in won,
    )


def player_at(state: State, seat: int | None) -> Player | None:
    """Return the player on this seat, or None for spectators."""
    return next((player for player in state.players if player.seat == seat), None)


def scramble(state: State, seat: int | None, chance: Chance) -> State:
    """Return a random state that looks the same to this viewer.

    Hands, cards face down, and who has put one down are random. Bots that search play on from such
    states, and tests use them to find secrets that leak.
    """
    own = player_at(state, seat)
    known = {*(card for cards in state.turned for card in cards)}
    known |= {*own.hand, own.down} if own else set()
    left = list(chance.shuffle("cards", [card for card in DECK if card not in known]))
    others = [player for player in state.players if player is not own]
    # While the round runs, at least one player must still owe a card.
    owing = [] if state.end or (own and not own.down) else [chance.roll("owes", 1, len(others))[0]]
    dealt = {own.seat: own} if own else {}
    for number, player in enumerate(others, 1):
        held = tuple(left.pop() for _ in range(len(player.hand) + bool(player.down)))
        hides = held and number not in owing and not state.end and chance.roll("down", 1, 2)[0] == 1
        dealt[player.seat] = _holding(player, held, hides=bool(hides))
    players = tuple(dealt[player.seat] for player in state.players)
    return replace(state, players=players, deck=tuple(sorted(left)))


def _holding(player: Player, cards: tuple[str, ...], *, hides: bool) -> Player:
    down, hand = (cards[0], cards[1:]) if hides else ("", cards)
    return replace(player, hand=tuple(sorted(hand)), down=down)

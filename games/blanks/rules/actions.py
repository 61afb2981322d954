"""The actions of a seat: their types, their refusals in order, and the choices."""

from __future__ import annotations

from collections.abc import Sequence

from games.blanks.rules.content import TypedSetup
from games.blanks.rules.state import (
    Laid,
    Phase,
    Player,
    State,
    Status,
    asked,
    player_at,
    shown_plays,
)
from games.engine.base import Choice, HouseAction, Pick, Value
from games.engine.transition import Refusals


class Play(Value, tag="play", tag_field="action"):
    """Answer the black card of `round` with these cards, in the order of its blanks."""

    round: int
    cards: tuple[str, ...]


class Vote(Value, tag="vote", tag_field="action"):
    """Vote for the play with this handle."""

    round: int
    handle: str


class Discard(Value, tag="discard", tag_field="action"):
    """Discard cards for one point."""

    round: int
    cards: tuple[str, ...]


class Back(Value, tag="back", tag_field="action"):
    """Come back from being away."""


class Pass(Value, tag="pass", tag_field="action"):
    """The clock's action for a seat that did not play in time."""


class Abstain(Value, tag="abstain", tag_field="action"):
    """The clock's action for a seat that did not vote in time."""


Action = Play | Vote | Discard | Back
ClockAction = Pass | Abstain
AnyAction = Action | ClockAction | HouseAction


# --- Refusals (rules 17)


MESSAGES = {
    "not_playing": "This match is not running. Nothing has changed.",
    "not_a_player": "You are not a player of this game.",
    "stale": "That was for an earlier round. Read the new black card and choose again.",
    "wrong_phase": "You can't do that in this phase.",
    "not_allowed": "Discarding is switched off at this table.",
    "not_in_round": "You are not in this round. You play again from the next one.",
    "already_played": "You have already played this round. Answers can't be changed.",
    "wrong_card_count": "This black card needs a different number of cards.",
    "duplicate_card": "You chose the same card twice. Each card can be used once.",
    "card_not_in_hand": "One of these cards is not in your hand. Choose from your hand.",
    "already_voted": "You have already voted this round. Votes can't be changed.",
    "no_such_play": "There is no such answer. Choose one of those shown.",
    "own_play": "This is your own answer. Vote for somebody else's.",
    "play_withdrawn": "This answer was withdrawn because its author left. Choose another one.",
    "not_enough_points": "Discarding costs 1 point, and you have none.",
    "no_cards": "Choose at least one card to discard.",
    "not_away": "You are not away.",
    "malformed": "Your answer could not be read. Reload the page and try again.",
}

_REFUSALS = Refusals(MESSAGES)
refuse, need = _REFUSALS.refuse, _REFUSALS.need


def running(state: State) -> None:
    """Raise `not_playing` if the match is over."""
    need(state.phase is not Phase.OVER, "not_playing")


def member(state: State, seat: int | None) -> Player:
    """Return the player on this seat. Raise `not_playing` or `not_a_player`."""
    running(state)
    player = player_at(state, seat)
    if player is None:
        raise refuse("not_a_player")
    return player


def in_phase(
    state: State, seat: int | None, number: int, phase: Phase, *, allowed: bool = True
) -> Player:
    """Return the participant on this seat if this is the round and phase (rules 17).

    Raise `not_playing`, `not_a_player`, `stale`, `wrong_phase`, `not_allowed` or `not_in_round`.
    """
    player = member(state, seat)
    need(number == state.round, "stale")
    need(state.phase is phase, "wrong_phase")
    need(allowed, "not_allowed")
    need(player.status is Status.IN, "not_in_round")
    return player


def from_hand(player: Player, cards: Sequence[str]) -> None:
    """Check that a player may use these cards.

    Raise `duplicate_card` or `card_not_in_hand`.
    """
    need(len(set(cards)) == len(cards), "duplicate_card")
    need(set(cards) <= set(player.hand), "card_not_in_hand")


# --- Choices of a seat. Everything else is refused.


def choices(game: TypedSetup, state: State, seat: int | None) -> tuple[Choice, ...]:
    """Return the choices of this seat (rules 7.3, 7.4, 8, 12).

    They are to play, vote, discard or come back. Empty for anyone who does not play.
    """
    player = player_at(state, seat)
    if player is None or state.phase is Phase.OVER:
        return ()
    match player.status:
        case Status.AWAY:
            return (Choice(action="back", final=False),)
        case Status.WAITING:
            return ()
        case Status.IN:
            return _in_round(game, state, player)


def votable(state: State, seat: int | None) -> tuple[Laid, ...]:
    """Return the plays that this seat may vote for now, in the order shown."""
    if state.phase is not Phase.VOTE or seat not in asked(state):
        return ()
    return tuple(p for p in shown_plays(state) if not p.withdrawn and p.seat != seat)


def _in_round(game: TypedSetup, state: State, player: Player) -> tuple[Choice, ...]:
    if state.phase is Phase.PLAY:
        return _play(game, state, player)
    if state.phase is Phase.BREAK:
        return ()
    return (*_vote(state, player), *_discard(game, state, player))


def _play(game: TypedSetup, state: State, player: Player) -> tuple[Choice, ...]:
    assert state.black is not None
    pick = game.content.black(state.black).pick
    if player.seat not in asked(state) or len(player.hand) < pick:
        return ()
    cards = Pick(name="cards", of=player.hand, least=pick, most=pick, ordered=True)
    return (Choice(action="play", given={"round": state.round}, fields=(cards,)),)


def _vote(state: State, player: Player) -> tuple[Choice, ...]:
    handles = tuple(laid.handle for laid in votable(state, player.seat))
    if not handles:
        return ()
    handle = Pick(name="handle", of=handles, least=1, most=1, single=True)
    return (Choice(action="vote", given={"round": state.round}, fields=(handle,)),)


def _discard(game: TypedSetup, state: State, player: Player) -> tuple[Choice, ...]:
    if not game.options.discards or player.score < 1 or not player.hand:
        return ()
    cards = Pick(name="cards", of=player.hand, least=1, most=len(player.hand))
    return (Choice(action="discard", given={"round": state.round}, fields=(cards,)),)

"""What a seat may do now, as data. Whatever is not here is refused."""

from __future__ import annotations

from games.blanks.rules.game import TypedSetup
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
from games.engine.base import Choice, Pick


def choices(game: TypedSetup, state: State, seat: int | None) -> tuple[Choice, ...]:
    """What this seat may do now (rules 7.3, 7.4, 8, 12): play, vote, discard, come back."""
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
    """The plays this seat may vote for now, in the order shown."""
    if state.phase is not Phase.VOTE or seat not in asked(state):
        return ()
    return tuple(p for p in shown_plays(state) if not p.withdrawn and p.seat != seat)


def _in_round(game: TypedSetup, state: State, player: Player) -> tuple[Choice, ...]:
    if state.phase is Phase.PLAY:
        return _play(game, state, player)
    return (*_vote(state, player), *_discard(state, player))


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


def _discard(state: State, player: Player) -> tuple[Choice, ...]:
    if player.score < 1 or not player.hand:
        return ()
    cards = Pick(name="cards", of=player.hand, least=1, most=len(player.hand))
    return (Choice(action="discard", given={"round": state.round}, fields=(cards,)),)

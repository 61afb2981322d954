"""Another match this viewer cannot tell from the true one (the secrecy tests live on it).

It goes by what a view shows now; what somebody remembers of earlier rounds is not kept.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.blanks.rules.game import TypedSetup
from games.blanks.rules.scoring import ABORTED
from games.blanks.rules.state import (
    Ballot,
    Laid,
    Phase,
    Player,
    Result,
    State,
    Winning,
    player_at,
    shown_plays,
    vote_of,
)
from games.engine.base import Chance


def scramble(game: TypedSetup, state: State, seat: int | None, chance: Chance) -> State:
    """Deals anew what this viewer may not know (rules 14): cards, authors, votes, misses."""
    viewer = None if state.phase is Phase.OVER or player_at(state, seat) is None else seat
    state = _other_cards(game, state, viewer, chance)
    if state.phase is Phase.VOTE and vote_of(state, viewer) is None:
        state = _other_authors(state, viewer, chance)
    state = _other_ballots(state, viewer, chance)
    if state.phase is Phase.PLAY:
        state = replace(state, plays=_in_other_order(state.plays, chance))
    players = tuple(p if p.seat == viewer else _missing(game, p, chance) for p in state.players)
    return replace(state, players=players, results=_other_winners(game, state, chance))


def _other_cards(game: TypedSetup, state: State, viewer: int | None, chance: Chance) -> State:
    """Everything face down for the viewer, dealt anew to the same places."""
    hidden = [*state.white_deck, *state.white_discard]
    hidden += [card for p in state.players if p.seat != viewer for card in p.hand]
    hidden += [card for laid in state.plays if _unseen(laid, viewer) for card in laid.cards]
    left = list(chance.shuffle("cards", game.content.in_order(hidden)))

    def take(count: int) -> tuple[str, ...]:
        taken = tuple(left[:count])
        del left[:count]
        return taken

    return replace(
        state,
        white_deck=game.content.in_order(take(len(state.white_deck))),
        white_discard=game.content.in_order(take(len(state.white_discard))),
        players=tuple(
            p if p.seat == viewer else replace(p, hand=take(len(p.hand))) for p in state.players
        ),
        plays=tuple(
            replace(laid, cards=take(len(laid.cards))) if _unseen(laid, viewer) else laid
            for laid in state.plays
        ),
    )


def _unseen(laid: Laid, viewer: int | None) -> bool:
    return not laid.handle and laid.seat != viewer


def _other_authors(state: State, viewer: int | None, chance: Chance) -> State:
    """Live plays change authors among themselves, and withdrawn ones: who played is public."""
    plays = list(state.plays)
    for withdrawn in (False, True):
        places = [
            place
            for place, laid in enumerate(plays)
            if laid.handle and laid.seat != viewer and laid.withdrawn is withdrawn
        ]
        authors = chance.shuffle("authors", sorted(plays[place].seat for place in places))
        for place, author in zip(places, authors, strict=True):
            plays[place] = replace(plays[place], seat=author)
    return replace(state, plays=tuple(plays))


def _other_ballots(state: State, viewer: int | None, chance: Chance) -> State:
    """Everybody else voted for any play but their own."""
    return replace(
        state,
        ballots=tuple(
            ballot if ballot.seat == viewer else _other_ballot(state, ballot, chance)
            for ballot in state.ballots
        ),
    )


def _other_ballot(state: State, ballot: Ballot, chance: Chance) -> Ballot:
    pool = sorted(laid.handle for laid in shown_plays(state) if laid.seat != ballot.seat)
    return replace(ballot, handle=chance.draw("ballot", pool)[0])


def _in_other_order(plays: tuple[Laid, ...], chance: Chance) -> tuple[Laid, ...]:
    by_seat = {laid.seat: laid for laid in plays}
    return tuple(by_seat[seat] for seat in chance.shuffle("played", sorted(by_seat)))


def _other_winners(game: TypedSetup, state: State, chance: Chance) -> tuple[Result, ...]:
    """Other cards won earlier rounds, until the end of a match that is not broken off (14.7)."""
    if state.phase is Phase.OVER and state.end_reason != ABORTED:
        return state.results
    pool = list(game.content.whites)

    def other(winning: Winning) -> Winning:
        return replace(winning, cards=tuple(chance.draw("winner", pool, len(winning.cards))))

    return tuple(replace(one, best=tuple(map(other, one.best))) for one in state.results)


def _missing(game: TypedSetup, player: Player, chance: Chance) -> Player:
    """Another number of missed rounds that has not made them away."""
    missed = chance.roll("missed", 1, game.options.away_after)[0] - 1
    return replace(player, missed=missed)

"""Victory Points, winners and places (rules 11)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.base import Outcome, Standing
from games.merchants.rules import cards
from games.merchants.rules.state import Phase, Player, State
from games.merchants.rules.view import ScoreLine, ScoreView

EGG = 20
GUILD_BONUS = 2  # for each other Commodity of its suit
DRAWN, ELIMINATED = "drawn", "eliminated"


def score_of(player: Player) -> ScoreView:
    """Return the score of a player line by line (11.2).

    An eliminated player holds nothing and scores 0.
    """
    own = [*player.hand, *(card for card in player.front if cards.is_guild(card))]
    lines = [_line(player, suit, own) for suit in cards.SUITS]
    eggs = sum(cards.is_egg(card) for card in player.hand)
    return ScoreView(
        seat=player.seat,
        king=player.king,
        lines=tuple(line for line in lines if line.cards),
        eggs=eggs,
        egg_points=EGG * eggs,
        total=sum(line.points for line in lines) + EGG * eggs,
    )


def _line(player: Player, suit: str, own: Sequence[str]) -> ScoreLine:
    goods = cards.in_order(card for card in own if card[0] == suit and cards.is_commodity(card))
    plain = cards.total(goods)
    doubled = bool(player.king) and player.king[0] == suit
    others = sum(not cards.is_guild(card) for card in goods)
    guild = GUILD_BONUS * others if len(goods) > others else 0
    return ScoreLine(
        suit=suit,
        cards=goods,
        sum=plain,
        doubled=doubled,
        guild=guild,
        points=plain * (2 if doubled else 1) + guild,
    )


def scores(state: State) -> tuple[ScoreView, ...]:
    """Return the scores of everybody still in the game.

    Empty unless the Deck ended the match: otherwise nothing is counted.
    """
    if state.cause != "deck":
        return ()
    return tuple(score_of(player) for player in state.players if not player.out)


def winners(state: State) -> tuple[int, ...]:
    """Return the winner: most points, then most eggs; nobody on a full tie (11.3)."""
    if state.cause != "deck":
        return state.winners
    counted = scores(state)
    best = max(((one.total, one.eggs) for one in counted), default=None)
    first = tuple(one.seat for one in counted if (one.total, one.eggs) == best)
    return first if len(first) == 1 else ()


def outcome(state: State) -> Outcome | None:
    """Return the result with places as in 11.4, or None while the match runs.

    An aborted match has no places.
    """
    if state.phase is not Phase.OVER:
        return None
    if state.cause == "aborted":
        standings = tuple(
            Standing(seat=player.seat, rank=None, score=0) for player in state.players
        )
        return Outcome(reason="aborted", standings=standings)
    return Outcome(reason=state.cause, standings=_standings(state))


def _standings(state: State) -> tuple[Standing, ...]:
    totals = {score.seat: score.total for score in scores(state)}
    keys = {player.seat: _key(state, player) for player in state.players}
    won = winners(state)
    order = sorted(keys, key=lambda seat: (keys[seat], -seat), reverse=True)
    ranks = {seat: 1 + sum(other > keys[seat] for other in keys.values()) for seat in order}
    drawn = sum(ranks[seat] == 1 for seat in order) > 1
    return tuple(
        Standing(
            seat=seat,
            rank=ranks[seat],
            score=totals.get(seat, 0),
            winner=seat in won,
            note=_note(state.players[seat], drawn=drawn and ranks[seat] == 1),
        )
        for seat in order
    )


def _key(state: State, player: Player) -> tuple[int, int, int]:
    """Return the ranking key of a player; higher is better.

    Its parts: still in the game, then points or the win, then eggs; for an eliminated player, how
    late they fell.
    """
    if player.out:
        return (0, player.out, 0)
    if state.cause == "deck":
        counted = score_of(player)
        return (1, counted.total, counted.eggs)
    return (1, int(player.seat in state.winners), 0)


def _note(player: Player, *, drawn: bool) -> str:
    if player.out:
        return ELIMINATED
    return DRAWN if drawn else ""

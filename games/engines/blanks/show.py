"""Building what a viewer may see (rules 14): made anew from what he may know, never stripped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from games.engines.blanks import scoring
from games.engines.blanks.choices import choices, votable
from games.engines.blanks.game import Game
from games.engines.blanks.sentence import alone, fill
from games.engines.blanks.state import (
    Laid,
    Phase,
    Player,
    Result,
    State,
    Status,
    asked,
    play_of,
    player_at,
    shown_plays,
    vote_of,
)
from games.engines.blanks.view import (
    BlackView,
    BlanksView,
    CardView,
    CountView,
    OptionsView,
    PilesView,
    PlayerView,
    PlayView,
    ResultView,
)

READING_SECONDS = 8  # for the last result, from round 2 on
CARD_SECONDS = 30
PLAY_SECONDS = 5


def seconds(game: Game, state: State) -> int:
    """The time of the phase (rules 12). It does not move while the phase lasts."""
    match state.phase:
        case Phase.PLAY:
            assert state.black is not None
            more = CARD_SECONDS * (game.black(state.black).pick - 1)
            reading = READING_SECONDS if state.round > 1 else 0
            return game.options.play_seconds + more + reading
        case Phase.VOTE:
            # Plays withdrawn in Vote keep their handle and stay on the table.
            return game.options.vote_seconds + PLAY_SECONDS * len(shown_plays(state))
        case Phase.OVER:
            return 0


def view(game: Game, state: State, seat: int | None) -> BlanksView:
    """What this seat sees. Any seat that is nobody's sees what a spectator does."""
    me = None if state.phase is Phase.OVER else player_at(state, seat)
    number = None if me is None else me.seat
    mine = play_of(state, number)
    waited = asked(state)
    return BlanksView(
        seat=seat,
        phase=state.phase.value,
        decision="" if state.phase is Phase.OVER else f"{state.round}.{state.phase.value}",
        awaited=waited,
        mine=number in waited,
        choices=choices(game, state, number),
        away=tuple(p.seat for p in state.players if p.status is Status.AWAY),
        round=state.round,
        seconds=seconds(game, state),
        black=_black(game, state.black),
        players=tuple(_player(state, player) for player in state.players),
        hand=None if me is None else _cards(game, me.hand),
        my_play=None if mine is None else _cards(game, mine.cards),
        my_vote=vote_of(state, number),
        plays=_plays(game, state, number) if state.phase is Phase.VOTE else None,
        piles=_piles(state),
        results=tuple(_result(game, result) for result in state.results),
        options=_options(game),
        outcome=scoring.outcome(state),
    )


def closing(game: Game, state: State, seat: int) -> BlanksView:
    """The view at the very end of Vote; for who has voted with the number of votes (rules 14.3)."""
    last = replace(view(game, state, seat), choices=(), awaited=(), mine=False)
    plays = tuple(replace(play, votable=False) for play in last.plays or ())
    if last.my_vote is not None:
        votes = Counter(ballot.handle for ballot in state.ballots)
        plays = tuple(
            replace(play, votes=0 if play.withdrawn else votes[play.handle]) for play in plays
        )
    return replace(last, plays=plays)


def _plays(game: Game, state: State, seat: int | None) -> tuple[PlayView, ...]:
    knows = vote_of(state, seat) is not None
    open_to_me = {laid.handle for laid in votable(state, seat)}
    return tuple(
        _play(game, state, laid, mine=laid.seat == seat, knows=knows, open_to_me=open_to_me)
        for laid in shown_plays(state)
    )


def _play(
    game: Game, state: State, laid: Laid, *, mine: bool, knows: bool, open_to_me: set[str]
) -> PlayView:
    assert state.black is not None
    texts = [game.white(card).text for card in laid.cards]
    return PlayView(
        handle=laid.handle,
        cards=_cards(game, laid.cards),
        sentence=fill(game.black(state.black).text, texts),
        mine=mine,
        withdrawn=laid.withdrawn,
        votable=laid.handle in open_to_me,
        author=laid.seat if mine or knows else None,
    )


def _player(state: State, player: Player) -> PlayerView:
    in_vote = state.phase is Phase.VOTE
    return PlayerView(
        seat=player.seat,
        bot=player.bot,
        score=player.score,
        status=player.status.value,
        played=play_of(state, player.seat) is not None,
        voted=vote_of(state, player.seat) is not None if in_vote else None,
    )


def _cards(game: Game, cards: Iterable[str]) -> tuple[CardView, ...]:
    return tuple(CardView(id=card, text=alone(game.white(card).text)) for card in cards)


def _black(game: Game, card: str | None) -> BlackView | None:
    if card is None:
        return None
    black = game.black(card)
    return BlackView(id=black.id, text=black.text, pick=black.pick, draw=black.draw)


def _piles(state: State) -> PilesView:
    return PilesView(
        white_deck=len(state.white_deck),
        white_discard=len(state.white_discard),
        black_deck=len(state.black_deck),
        black_discard=len(state.black_discard),
    )


def _result(game: Game, result: Result) -> ResultView:
    return ResultView(
        round=result.round,
        black=game.black(result.black).text,
        points=result.points,
        votes=tuple(CountView(seat=count.seat, votes=count.votes) for count in result.votes),
        voted=result.voted,
    )


def _options(game: Game) -> OptionsView:
    options = game.options
    return OptionsView(
        target_score=options.target_score,
        round_limit=options.round_limit,
        play_seconds=options.play_seconds,
        vote_seconds=options.vote_seconds,
        away_after=options.away_after,
    )

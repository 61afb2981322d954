"""The views of a match (rules 14).

A view is built from what its viewer may know, never by removing secrets from the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from weakref import ref

from msgspec.structs import replace

from games.blanks.rules import scoring
from games.blanks.rules.actions import choices, votable
from games.blanks.rules.content import TypedSetup
from games.blanks.rules.scoring import ABORTED
from games.blanks.rules.sentence import fill
from games.blanks.rules.state import (
    Ballot,
    Laid,
    Phase,
    Player,
    Result,
    State,
    Status,
    Winning,
    asked,
    play_of,
    player_at,
    shown_plays,
    vote_of,
)
from games.blanks.rules.view import (
    BestPlayView,
    BestRoundView,
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
from games.engine.base import Chance

READING_SECONDS = 8  # to read the last result, from round 2 on
CARD_SECONDS = 30
PLAY_SECONDS = 5


def seconds(game: TypedSetup, state: State) -> int:
    """Return the seconds of the current phase (rules 12), constant while it lasts."""
    match state.phase:
        case Phase.PLAY:
            assert state.black is not None
            more = CARD_SECONDS * (game.content.black(state.black).pick - 1)
            reading = READING_SECONDS if state.round > 1 else 0
            return game.options.play_seconds + more + reading
        case Phase.VOTE:
            # Plays withdrawn in Vote keep their handle and stay on the table.
            return game.options.vote_seconds + PLAY_SECONDS * len(shown_plays(state))
        case Phase.BREAK:
            return game.options.break_seconds
        case Phase.OVER:
            return 0


class Views:
    """The views of one match. Whatever all viewers share is built once per state."""

    def __init__(self, game: TypedSetup) -> None:
        self._game = game
        # States are immutable, so a state's public view can be cached. Weak, so that the cache does
        # not keep the state alive.
        self._last: tuple[ref[State], BlanksView] | None = None

    def of(self, state: State, seat: int | None) -> BlanksView:
        """Return the view of this seat.

        A number that is nobody's seat gets a spectator's view.
        """
        last = self._last
        if last is None or last[0]() is not state:
            last = self._last = (ref(state), _public_view(self._game, state))
        return _seat_view(self._game, state, last[1], seat)


def closing(game: TypedSetup, state: State) -> Iterator[tuple[int, BlanksView]]:
    """Yield each seat with its view at the very end of Vote (rules 14.3)."""
    public = _public_view(game, state)
    votes = Counter(ballot.handle for ballot in state.ballots)
    for player in state.players:
        last = _seat_view(game, state, public, player.seat)
        plays = tuple(replace(play, votable=False) for play in last.plays or ())
        if last.my_vote is not None:  # only voters see the numbers of votes
            plays = tuple(
                replace(play, votes=0 if play.withdrawn else votes[play.handle]) for play in plays
            )
        yield player.seat, replace(last, choices=(), awaited=(), mine=False, plays=plays)


def _public_view(game: TypedSetup, state: State) -> BlanksView:
    """Return the view of a spectator."""
    return BlanksView(
        seat=None,
        phase=state.phase.value,
        decision="" if state.phase is Phase.OVER else f"{state.round}.{state.phase.value}",
        awaited=asked(state),
        mine=False,
        choices=(),
        away=tuple(p.seat for p in state.players if p.status is Status.AWAY),
        round=state.round,
        seconds=seconds(game, state),
        black=_black(game, state.black),
        players=tuple(_player(state, player) for player in state.players),
        hand=None,
        my_play=None,
        my_vote=None,
        plays=_plays(game, state) if state.phase is Phase.VOTE else None,
        piles=_piles(state),
        results=tuple(
            _result(game.content.black(result.black).text, result) for result in state.results
        ),
        options=_options(game),
        best=_best(game, state),
        outcome=scoring.outcome(state),
    )


def _seat_view(game: TypedSetup, state: State, public: BlanksView, seat: int | None) -> BlanksView:
    """Return the view of this seat, based on the spectators' view."""
    me = player_at(state, seat)
    if me is None or state.phase is Phase.OVER:
        return replace(public, seat=seat)
    mine = play_of(state, me.seat)
    return replace(
        public,
        seat=me.seat,
        mine=me.seat in public.awaited,
        choices=choices(game, state, me.seat),
        hand=_cards(game, me.hand),
        my_play=None if mine is None else _cards(game, mine.cards),
        my_vote=vote_of(state, me.seat),
        plays=None if public.plays is None else _plays_for(state, public.plays, me.seat),
    )


def _plays(game: TypedSetup, state: State) -> tuple[PlayView, ...]:
    """Return the plays for a viewer who may not vote and knows no authors."""
    assert state.black is not None
    black = game.content.black(state.black).text
    return tuple(
        PlayView(
            handle=laid.handle,
            cards=_cards(game, laid.cards),
            sentence=_sentence(game, black, laid.cards),
            mine=False,
            withdrawn=laid.withdrawn,
            votable=False,
        )
        for laid in shown_plays(state)
    )


def _plays_for(state: State, plays: Iterable[PlayView], seat: int) -> tuple[PlayView, ...]:
    """Return the plays for a seat: authors are shown to voters, and their own to all."""
    knows = vote_of(state, seat) is not None
    open_to_me = {laid.handle for laid in votable(state, seat)}
    return tuple(
        replace(
            play,
            mine=laid.seat == seat,
            votable=laid.handle in open_to_me,
            author=laid.seat if knows or laid.seat == seat else None,
        )
        for laid, play in zip(shown_plays(state), plays, strict=True)
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
        discarded=player.discarded,
    )


def _cards(game: TypedSetup, cards: Iterable[str]) -> tuple[CardView, ...]:
    return tuple(map(game.content.shown, cards))


def _black(game: TypedSetup, card: str | None) -> BlackView | None:
    if card is None:
        return None
    black = game.content.black(card)
    return BlackView(id=black.id, text=black.text, pick=black.pick, draw=black.draw)


def _piles(state: State) -> PilesView:
    return PilesView(
        white_deck=len(state.white_deck),
        white_discard=len(state.white_discard),
        black_deck=len(state.black_deck),
        black_discard=len(state.black_discard),
    )


@lru_cache(maxsize=1_000)  # views repeat a result at every step of all later rounds
def _result(black: str, result: Result) -> ResultView:
    return ResultView(
        round=result.round,
        black=black,
        points=result.points,
        votes=tuple(CountView(seat=count.seat, votes=count.votes) for count in result.votes),
        voted=result.voted,
    )


def _best(game: TypedSetup, state: State) -> tuple[BestRoundView, ...]:
    """Return the best plays of every round with a vote (rules 14.7), after the end."""
    if state.phase is not Phase.OVER or state.end_reason == scoring.ABORTED:
        return ()
    return tuple(_best_round(game, result) for result in state.results if result.voted)


def _best_round(game: TypedSetup, result: Result) -> BestRoundView:
    black = game.content.black(result.black).text
    votes = {count.seat: count.votes for count in result.votes}
    plays = tuple(
        BestPlayView(
            seat=winning.seat,
            cards=_cards(game, winning.cards),
            sentence=_sentence(game, black, winning.cards),
            votes=votes[winning.seat],
        )
        for winning in result.best
    )
    return BestRoundView(round=result.round, black=black, plays=plays)


def _sentence(game: TypedSetup, black: str, cards: Iterable[str]) -> str:
    return fill(black, [game.content.white(card).text for card in cards])


def _options(game: TypedSetup) -> OptionsView:
    options = game.options
    return OptionsView(
        target_score=options.target_score,
        round_limit=options.round_limit,
        play_seconds=options.play_seconds,
        vote_seconds=options.vote_seconds,
        away_after=options.away_after,
        break_seconds=options.break_seconds,
        hand_size=options.hand_size,
        discards=options.discards,
    )


# --- Scrambling: another state that this viewer cannot tell from the true one
#
# The secrecy tests depend on it. Only the present view stays the same; what a player may remember
# of earlier rounds does not.


def scramble(game: TypedSetup, state: State, seat: int | None, chance: Chance) -> State:
    """Randomise everything that this viewer may not know (rules 14).

    That is cards, authors, votes and counts of missed rounds.
    """
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
    """Redeal all cards that are hidden from the viewer, to the same places."""
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
    """Permute the unknown authors."""
    plays = list(state.plays)
    # Live and withdrawn plays apart, since it is public who played and who left.
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
    """Let everybody else vote for any play but their own."""
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
    """Replace the winning cards of earlier rounds, unless the end opened them."""
    if state.phase is Phase.OVER and state.end_reason != ABORTED:
        return state.results  # rules 14.7
    pool = list(game.content.whites)

    def other(winning: Winning) -> Winning:
        return replace(winning, cards=tuple(chance.draw("winner", pool, len(winning.cards))))

    return tuple(replace(one, best=tuple(map(other, one.best))) for one in state.results)


def _missing(game: TypedSetup, player: Player, chance: Chance) -> Player:
    """Give a player another count of missed rounds, too low to be away."""
    missed = chance.roll("missed", 1, game.options.away_after)[0] - 1
    return replace(player, missed=missed)

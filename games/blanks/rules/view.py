"""What a viewer is shown (rules 14), as types."""

from __future__ import annotations

from games.engine.base import Outcome, Value, View


class CardView(Value):
    """A white card. `text` as it is shown alone, with a capital (rules 19)."""

    id: str
    text: str


class BlackView(Value):
    """The active black card."""

    id: str
    text: str
    pick: int
    draw: int


class PlayerView(Value):
    """One at the table. `status`: in, waiting, away. `voted` is None outside Vote."""

    seat: int
    bot: bool
    score: int
    status: str
    played: bool
    voted: bool | None


class PlayView(Value):
    """A play as shown. `author` None: not shown to this viewer. `votes`: closing view only.

    `sentence`: the black card with these cards in its blanks.
    """

    handle: str
    cards: tuple[CardView, ...]
    sentence: str
    mine: bool
    withdrawn: bool
    votable: bool
    author: int | None = None
    votes: int | None = None


class PilesView(Value):
    """Sizes."""

    white_deck: int
    white_discard: int
    black_deck: int
    black_discard: int


class CountView(Value):
    """The votes an author got in a round."""

    seat: int
    votes: int


class ResultView(Value):
    """A round that is over: who got a point, and the votes of each who is in the game still then.

    `black`: the text of its black card. No white cards.
    """

    round: int
    black: str
    points: tuple[int, ...]
    votes: tuple[CountView, ...]
    voted: bool


class BestPlayView(Value):
    """A winning play as its sentence, with its author and its votes."""

    seat: int
    cards: tuple[CardView, ...]
    sentence: str
    votes: int


class BestRoundView(Value):
    """The best of a round that was voted on (rules 14.7). `plays`: none if nobody got a point."""

    round: int
    black: str
    plays: tuple[BestPlayView, ...]


class OptionsView(Value):
    """The options worth showing beside the board."""

    target_score: int
    round_limit: int
    play_seconds: int
    vote_seconds: int
    away_after: int
    hand_size: int
    discards: bool


class BlanksView(View):
    """What one seat, or a spectator, may see.

    `seconds`: the time of the whole phase. `hand`: None for whoever does not play, and for all
    once the match is over. `my_vote`: a handle. `plays`: None outside Vote, else in the one order
    that all see. `results`: oldest first. `best`: the same rounds with their winning sentences,
    once the match is over and not broken off; until then empty.
    """

    round: int
    seconds: int
    black: BlackView | None
    players: tuple[PlayerView, ...]
    hand: tuple[CardView, ...] | None
    my_play: tuple[CardView, ...] | None
    my_vote: str | None
    plays: tuple[PlayView, ...] | None
    piles: PilesView
    results: tuple[ResultView, ...]
    options: OptionsView
    best: tuple[BestRoundView, ...] = ()
    outcome: Outcome | None = None

"""The types of views and their parts (rules 14), as the API publishes them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.blanks.rules.state import Phase, Status
from games.engine.base import Outcome, Value, View


class CardView(Value):
    """A white card. `text` is capitalised, for display by itself (rules 19)."""

    id: str
    text: str


class BlackView(Value):
    """The active black card.

    `pick`: cards in an answer. `draw`: extra cards in each hand.
    """

    id: str
    text: str
    pick: int
    draw: int


class PlayerView(Value):
    """A player at the table.

    `status`: "in", "waiting" or "away". `voted`: null outside Vote. `discarded`: true if the player
    has discarded in this Vote.
    """

    seat: int
    bot: bool
    score: int
    status: Annotated[str, Meta(extra_json_schema={"enum": [one.value for one in Status]})]
    played: bool
    voted: bool | None
    discarded: bool = False


class PlayView(Value):
    """A play as shown in a vote.

    `sentence`: the black card with these cards in its blanks. `author`: null while this viewer may
    not know it. `votes`: only in a closing view.
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
    """The sizes of the piles."""

    white_deck: int
    white_discard: int
    black_deck: int
    black_discard: int


class CountView(Value):
    """The votes that an author got in a round."""

    seat: int
    votes: int


class ResultView(Value):
    """The result of a round, without white cards.

    `black`: the text of the black card. `points`: the seats that got a point. `votes`: those of
    each author who was still in the match then. `voted`: true if there was a Vote phase.
    """

    round: int
    black: str
    points: tuple[int, ...]
    votes: tuple[CountView, ...]
    voted: bool


class BestPlayView(Value):
    """A winning play as its sentence, with its author and votes."""

    seat: int
    cards: tuple[CardView, ...]
    sentence: str
    votes: int


class BestRoundView(Value):
    """The best plays of a round that was voted on (rules 14.7).

    `plays`: empty if nobody got a point.
    """

    round: int
    black: str
    plays: tuple[BestPlayView, ...]


class OptionsView(Value):
    """The options that are shown beside the board."""

    target_score: int
    round_limit: int
    play_seconds: int
    vote_seconds: int
    away_after: int
    break_seconds: int
    hand_size: int
    discards: bool


class BlanksView(View):
    """A match of Blanks as one seat or a spectator may see it.

    `phase`: "play", "vote", "over", or "break" while the table waits for players to come back.
    `seconds`: the time of the whole phase. `hand`: null for spectators, and for all once the match
    is over. `my_vote`: a handle. `plays`: null outside Vote, else in the same order for all
    viewers. `results`: oldest first. `best`: the same rounds with their winning sentences; empty
    until the match is over, and after an abort.
    """

    phase: Annotated[str, Meta(extra_json_schema={"enum": [one.value for one in Phase]})]
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

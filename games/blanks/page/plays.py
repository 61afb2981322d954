"""Plays as sentences, for the vote and for the closing view."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.blanks.page.wording import filled_html, texts_of
from games.blanks.rules.view import BlanksView, PlayView
from games.page.kit import Who, who
from games.page.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Answer:
    """One play as its viewer may see it. `number`: its place in the order that all see.

    `filled`: the prompt with what was played in it, marked.
    """

    number: int
    handle: str
    filled: SafeString
    sentence: str
    mine: bool
    withdrawn: bool
    votable: bool
    chosen: bool
    author: Who | None
    votes: int | None
    best: bool


def answers(snapshot: MatchSnapshot, view: BlanksView) -> list[Answer]:
    """The plays in the order shown; empty except in Vote."""
    plays = view.plays or ()
    most = max((play.votes or 0 for play in plays), default=0)
    return [_answer(snapshot, view, play, number, most) for number, play in enumerate(plays, 1)]


def _answer(
    snapshot: MatchSnapshot, view: BlanksView, play: PlayView, number: int, most: int
) -> Answer:
    black = view.black.text if view.black else ""
    return Answer(
        number=number,
        handle=play.handle,
        filled=filled_html(black, texts_of(play.cards), play.sentence),
        sentence=play.sentence,
        mine=play.mine,
        withdrawn=play.withdrawn,
        votable=play.votable,
        chosen=play.handle == view.my_vote,
        author=None if play.author is None else who(snapshot, play.author, view.seat),
        votes=play.votes,
        best=bool(most) and play.votes == most,
    )

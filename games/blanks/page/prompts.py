"""Prompts and plays cut into pieces, so that a page can mark the filled blanks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from chat.core.templates import kept
from games.blanks.rules.sentence import MARKER, alone, fill, stop_after
from games.blanks.rules.view import BlanksView, CardView, PlayView
from games.page.presentation import Who, who
from games.page.snapshot import MatchSnapshot

_STOP = "."
_JOINT = " / "


@dataclass(frozen=True)
class Piece:
    """A piece of a sentence."""

    text: str
    filled: bool = False  # it comes from a white card


@dataclass(frozen=True)
class Gap:
    """A blank of a prompt, with the text up to the next blank."""

    number: int
    upper: bool  # a filling begins with a capital here
    stop: str  # the full stop after it, which goes if the filling ends a sentence by itself
    after: str


@dataclass(frozen=True)
class Prompt:
    """A black card to be filled."""

    before: str
    gaps: tuple[Gap, ...]
    question: bool  # it has no blanks, so the answers follow it


def prompt_of(text: str, pick: int) -> Prompt:
    """Cut a black card at its blanks."""
    if MARKER not in text:
        return Prompt(text, tuple(_answer_gap(number, pick) for number in range(1, pick + 1)), True)
    pieces = text.split(MARKER)
    gaps = tuple(_gap(pieces, number) for number in range(1, len(pieces)))
    return Prompt(pieces[0], gaps, False)


def prompt_html(text: str, pick: int) -> SafeString:
    """Render a black card with its blanks."""
    # Cached for all languages, since it has no words of the interface.
    return kept("games/blanks/prompt.jinja", card=prompt_of(text, pick))


def filled_html(black: str, cards: tuple[str, ...], sentence: str) -> SafeString:
    """Render a black card with these cards in its blanks."""
    return kept("games/blanks/sentence.jinja", pieces=pieces_of(black, cards, sentence))


def texts_of(cards: Iterable[CardView]) -> tuple[str, ...]:
    """Return the texts of these cards."""
    return tuple(card.text for card in cards)


def _answer_gap(number: int, pick: int) -> Gap:
    last = number == pick
    return Gap(number, True, _STOP if last else "", "" if last else _JOINT)


def _gap(pieces: Sequence[str], number: int) -> Gap:
    after = pieces[number]
    stop = stop_after(after)
    return Gap(number, _starts(MARKER.join(pieces[:number])), stop, after.removeprefix(stop))


def _starts(before: str) -> bool:
    """Return True if a blank after this text begins a sentence."""
    # The rules decide it: a filling gets a capital there.
    count = before.count(MARKER) + 1
    return fill(before + MARKER, ["a"] * count).endswith("A")


def pieces_of(black: str, cards: Sequence[str], sentence: str) -> tuple[Piece, ...]:
    """Cut a filled sentence into pieces, with its fillings marked.

    A sentence whose fillings cannot be found stays in one piece.
    """
    if MARKER in black:
        between = black.split(MARKER)
    else:
        between = [f"{black} ", *[_JOINT] * (len(cards) - 1), _STOP]
    found = [Piece(between[0])]
    place = len(between[0])
    for card, after in zip(cards, between[1:], strict=False):
        end = place + len(card)
        if alone(sentence[place:end]) != card:
            return (Piece(sentence),)
        rest = after if sentence.startswith(after, end) else after.removeprefix(_STOP)
        found += [Piece(sentence[place:end], filled=True), Piece(rest)]
        place = end + len(rest)
    whole = "".join(piece.text for piece in found) == sentence
    return tuple(piece for piece in found if piece.text) if whole else (Piece(sentence),)


# --- Plays as sentences, for the vote and the closing view


@dataclass(frozen=True)
class Answer:
    """A play as its viewer may see it."""

    number: int  # its position, the same for all viewers
    handle: str
    filled: SafeString  # the prompt with the cards of the play marked in it
    sentence: str
    mine: bool
    withdrawn: bool
    votable: bool
    chosen: bool
    author: Who | None
    votes: int | None
    best: bool


def answers(snapshot: MatchSnapshot, view: BlanksView) -> list[Answer]:
    """Return the plays in the order shown. Empty outside Vote."""
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

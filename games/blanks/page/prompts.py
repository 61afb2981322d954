"""Prompts and plays as pieces of text, so that a page can mark the filled blanks."""

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
    """Text of a sentence. `filled`: it comes from a white card."""

    text: str
    filled: bool = False


@dataclass(frozen=True)
class Gap:
    """A blank of a prompt, and what stands after it up to the next one.

    `upper`: a filling begins with a capital here. `stop`: the full stop right after it, which goes
    when the filling ends a sentence by itself.
    """

    number: int
    upper: bool
    stop: str
    after: str


@dataclass(frozen=True)
class Prompt:
    """A black card to be filled. `question`: it has no blanks, the answers follow it."""

    before: str
    gaps: tuple[Gap, ...]
    question: bool


def prompt_of(text: str, pick: int) -> Prompt:
    """The black card cut at its blanks: the same for all at a table."""
    if MARKER not in text:
        return Prompt(text, tuple(_answer_gap(number, pick) for number in range(1, pick + 1)), True)
    pieces = text.split(MARKER)
    gaps = tuple(_gap(pieces, number) for number in range(1, len(pieces)))
    return Prompt(pieces[0], gaps, False)


def prompt_html(text: str, pick: int) -> SafeString:
    """The black card with its blanks, as a page shows it: in every language the same."""
    return kept("games/blanks/prompt.jinja", card=prompt_of(text, pick))


def filled_html(black: str, cards: tuple[str, ...], sentence: str) -> SafeString:
    """A prompt with these cards in its blanks, as a page shows it: in every language the same."""
    return kept("games/blanks/sentence.jinja", pieces=pieces_of(black, cards, sentence))


def texts_of(cards: Iterable[CardView]) -> tuple[str, ...]:
    """What stands on them."""
    return tuple(card.text for card in cards)


def _answer_gap(number: int, pick: int) -> Gap:
    last = number == pick
    return Gap(number, True, _STOP if last else "", "" if last else _JOINT)


def _gap(pieces: Sequence[str], number: int) -> Gap:
    after = pieces[number]
    stop = stop_after(after)
    return Gap(number, _starts(MARKER.join(pieces[:number])), stop, after.removeprefix(stop))


def _starts(before: str) -> bool:
    """Whether a blank after this text begins a sentence: asked of the rules themselves."""
    count = before.count(MARKER) + 1
    return fill(before + MARKER, ["a"] * count).endswith("A")


def pieces_of(black: str, cards: Sequence[str], sentence: str) -> tuple[Piece, ...]:
    """The filled sentence with its fillings marked; in one piece where they cannot be found."""
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


# --- Plays as sentences, for the vote and for the closing view. ---


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

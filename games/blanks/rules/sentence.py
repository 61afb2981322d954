"""Sentences from prompts and answers (rules 19), as plain text: pages escape it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

MARKER = "____"
_BEGINS = frozenset(".?!…“„«‹‘‚")
_STRAIGHT = frozenset("\"'")
_STOP = "."
_ENDS = (_STOP, "?", "!", "…")  # what ends a sentence


def alone(text: str) -> str:
    """Return a white card's text for display by itself: with a capital.

    Quotes and brackets in front stay as they are.
    """
    for place, letter in enumerate(text):
        if letter.isalpha():
            return text[:place] + letter.title() + text[place + 1 :]
        if letter.isdigit():
            break
    return text


def pieces(text: str, *, is_black: bool) -> tuple[str, ...]:
    """Return the text of a card for display by itself, a black one cut at its blanks."""
    return tuple(text.split(MARKER)) if is_black else (alone(text),)


def blanks(text: str) -> int:
    """Return the number of blanks on a black card."""
    return text.count(MARKER)


def fill(black: str, whites: Sequence[str]) -> str:
    """Fill a black card with these white cards, in order.

    A card without blanks is a question: the answers follow it, joined by " / ".
    """
    if MARKER not in black:
        return _answered(black, whites)
    pieces = black.split(MARKER)
    text = pieces[0]
    for place, piece in enumerate(pieces[1:]):
        card = whites[place] if place < len(whites) else MARKER
        text += alone(card) if _starts(text) else card
        text += piece.removeprefix(stop_after(piece)) if card.endswith(_ENDS) else piece
    return text


def _answered(question: str, whites: Sequence[str]) -> str:
    answers = " / ".join(alone(card) for card in whites)
    stop = "" if answers.endswith(_ENDS) else _STOP
    return f"{question} {answers}{stop}"


def stop_after(piece: str) -> str:
    """Return the full stop right after a blank, or "".

    It goes if the filling ends the sentence by itself. A run of dots is no full stop (rules 19).
    """
    return _STOP if piece.startswith(_STOP) and not piece.startswith(_STOP * 2) else ""


def _starts(before: str) -> bool:
    """Return True if a sentence begins after this text."""
    seen = before.rstrip()
    if not seen or seen[-1] in _BEGINS:
        return True
    return seen[-1] in _STRAIGHT and (len(seen) == 1 or _opens_after(seen[-2]))


def _opens_after(char: str) -> bool:
    """Return True if a straight quote opens after this: a space, a dash, an opening bracket."""
    return char.isspace() or unicodedata.category(char) in ("Pd", "Ps")

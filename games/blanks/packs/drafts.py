"""Drafts of packs: their fields, faults by line, and previews of their cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from chat.core.numbers import whole_number
from chat.messages.validation import blocked_words
from games.blanks.packs.reading.check import BLACK, WHITE
from games.blanks.packs.reading.cleaning import (
    clean_answer,
    clean_prompt,
    escape,
    is_capitalized,
    lowered,
    visible,
)
from games.blanks.packs.reading.lines import Draft, Line, line_of, lines_of, parse_lines, raw_card
from games.blanks.packs.reading.preview import Card, Fault
from games.blanks.packs.reading.texts import fault_text
from games.blanks.packs.reading.values import Pack as PackValue
from games.blanks.rules.sentence import blanks, pieces

MOST_FAULTS = 100
LONGEST_SHOWN = 1000
SHOWN = 60  # cards of a colour in a preview: those around the line being edited


@dataclass(frozen=True)
class ShownFault:
    """A fault with its place in the editor."""

    where: str  # in words, "" for the whole pack
    quote: str
    message: str
    code: str
    field: str = ""  # the id of its field
    line: int = 0  # in that field


@dataclass(frozen=True)
class ShownCard:
    """A card as it will look."""

    line: int
    pieces: tuple[str, ...]  # the text, cut at its blanks
    pick: int = 0
    draw: int = 0
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownCards:
    """The cards of a colour that a preview shows."""

    colour: str
    count: int  # of all cards of the colour
    first: int  # number of the first one shown, from 1
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True)
class Preview:
    """A preview of a pack that is being written."""

    faults: tuple[ShownFault, ...]
    black: ShownCards
    white: ShownCards

    @property
    def is_more_faulty(self) -> bool:
        """True if a field in the folded part of the form has a fault."""
        return any(fault.field not in ("", "name", "black", "white") for fault in self.faults)


def draft_of_post(post: Mapping[str, str]) -> Draft:
    """Read the draft from a posted form."""
    return Draft(
        name=post.get("name", "")[:1000],
        language=post.get("language", "en").strip()[:100],
        age=posted_age(post.get("age", "13")),
        description=post.get("description", "")[:2000],
        author=post.get("author", "")[:1000],
        licence=post.get("licence", "")[:1000],
        black=post.get("black", ""),
        white=post.get("white", ""),
        keep_capitals="keep_capitals" in post,
    )


def posted_age(text: str) -> int | str:
    """Return a posted age; one that is no number as it was typed, for its fault."""
    text = text.strip()[:10]
    age = whole_number(text)
    return text if age is None else age


def draft_of_pack(pack: PackValue) -> Draft:
    """Return the pack as a draft that its author can edit."""
    whites = [card.text for card in pack.white]
    return Draft(
        name=escape(pack.name),
        language=pack.language,
        age=pack.min_age,
        description=escape(pack.description),
        author=escape(pack.author),
        licence=escape(pack.licence),
        black="\n".join(line_of(card) for card in pack.black),
        white="\n".join(line_of(card) for card in pack.white),
        # Capitals that were not set in lower case before are meant.
        keep_capitals=is_capitalized(whites) and list(map(lowered, whites)) != whites,
    )


def preview(draft: Draft, at: Mapping[str, int], *, is_whole: bool = False) -> Preview:
    """Return a preview of the draft.

    `at` is the line being edited, by colour. Unless the draft `is_whole`, missing cards and a
    missing name are no faults.
    """
    found = parse_lines(draft, blocked=blocked_words())
    faults = found.faults
    if not is_whole:
        faults = tuple(one for one in faults if not _is_unbegun(draft, one))
    messages: defaultdict[str, list[str]] = defaultdict(list)
    for fault in faults:
        messages[fault.place].append(fault_text(fault))
    taken = {card.place: card for card in (*found.black, *found.white)}
    lines = list(lines_of(draft))
    black, white = (
        _cards(
            [one for one in lines if one.colour == colour],
            at.get(colour, 0),
            taken,
            messages,
            colour,
        )
        for colour in (BLACK, WHITE)
    )
    return Preview(shown_faults(faults[:MOST_FAULTS]), black, white)


def _is_unbegun(draft: Draft, fault: Fault) -> bool:
    return fault.code == "empty_pack" or (fault.code == "bad_name" and not draft.name)


def _cards(
    lines: Sequence[Line],
    at: int,
    taken: Mapping[str, Card],
    messages: Mapping[str, Sequence[str]],
    colour: str,
) -> ShownCards:
    before = sum(line.number < at for line in lines)
    first = min(before, max(len(lines) - 1, 0)) // SHOWN * SHOWN
    cards = tuple(
        _card(line, taken.get(line.place) or _faulty(line), messages.get(line.place, ()))
        for line in lines[first : first + SHOWN]
    )
    return ShownCards(colour, len(lines), first + 1, cards)


def _faulty(line: Line) -> Card:
    """Return a card that cannot be saved as far as it can be shown."""
    raw = raw_card(line)
    text = raw.text[:LONGEST_SHOWN]
    if line.colour == WHITE:
        return Card(place=line.place, text=clean_answer(text)[0])
    prompt, _changes = clean_prompt(text, raw.pick)
    pick = max(blanks(prompt), 1)
    return Card(place=line.place, text=prompt, pick=pick, draw=pick - 1)


def _card(line: Line, card: Card, faults: Sequence[str]) -> ShownCard:
    shown = pieces(visible(card.text), is_black=line.colour == BLACK)
    return ShownCard(line.number, shown, card.pick, card.draw, tuple(faults))


def shown_faults(faults: Sequence[Fault]) -> tuple[ShownFault, ...]:
    return tuple(map(_shown_fault, faults))


def _shown_fault(fault: Fault) -> ShownFault:
    message, quote = fault_text(fault), fault.found
    fields = {
        "name": _("Name"),
        "language": _("Language"),
        "min_age": _("Minimum age"),
        "description": _("Description"),
        "author": _("Author"),
        "licence": _("Licence"),
    }
    if fault.place in fields:
        field = "age" if fault.place == "min_age" else fault.place
        return ShownFault(fields[fault.place], quote, message, fault.code, field)
    colour, gap, number = fault.place.partition(" line ")
    if not gap:
        return ShownFault(fault.place, quote, message, fault.code)
    words = _("Black card, line %(n)s") if colour == "black" else _("White card, line %(n)s")
    where = words % {"n": number}
    return ShownFault(where, quote, message, fault.code, colour, int(number))

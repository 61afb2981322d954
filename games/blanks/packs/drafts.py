"""Drafts of packs: their fields, faults by line, and previews of their cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from chat.messages.validation import blocked_words
from games.blanks.packs.refusals import quotes_of_draft, visible
from games.blanks.rules.packs import Draft, Fault, PackBlack, parse_lines
from games.blanks.rules.packs.check import Checker
from games.blanks.rules.packs.formats import Line, line_of, lines_of, raw_card, too_big
from games.blanks.rules.packs.model import Pack as PackValue
from games.blanks.rules.sentence import MARKER, alone

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
    # Both without cards if the draft is too large.
    black: ShownCards
    white: ShownCards

    @property
    def is_more_faulty(self) -> bool:
        """True if a field in the folded part of the form has a fault."""
        return any(fault.field not in ("", "name", "black", "white") for fault in self.faults)


def draft_of_post(post: Mapping[str, str]) -> Draft:
    """Read the draft from a posted form."""
    age = post.get("age", "13").strip()[:10]
    return Draft(
        name=post.get("name", "")[:1000],
        language=post.get("language", "en").strip()[:100],
        age=int(age) if age.isascii() and age.isdecimal() else age,
        description=post.get("description", "")[:2000],
        author=post.get("author", "")[:1000],
        licence=post.get("licence", "")[:1000],
        black=post.get("black", ""),
        white=post.get("white", ""),
    )


def draft_of_pack(pack: PackValue) -> Draft:
    """Return the pack as a draft that its author can edit."""
    return Draft(
        name=pack.name,
        language=pack.language,
        age=pack.min_age,
        description=pack.description,
        author=pack.author,
        licence=pack.licence,
        black="\n".join(line_of(card) for card in pack.black),
        white="\n".join(line_of(card) for card in pack.white),
    )


def preview(draft: Draft, at: Mapping[str, int], *, is_whole: bool = False) -> Preview:
    """Return a preview of the draft.

    `at` is the line being edited, by colour. Unless the draft `is_whole`, missing cards and a
    missing name are no faults.
    """
    faults = parse_lines(draft, blocked=blocked_words()).faults
    if not is_whole:
        faults = tuple(one for one in faults if not _is_unbegun(draft, one))
    messages: defaultdict[str, list[str]] = defaultdict(list)
    for fault in faults:
        messages[fault.place].append(_(fault.message))
    lines = [] if too_big(draft) else list(lines_of(draft))
    black, white = (
        _cards(
            colour, [line for line in lines if line.colour == colour], at.get(colour, 0), messages
        )
        for colour in ("black", "white")
    )
    return Preview(shown_faults(faults, quotes_of_draft(draft)), black, white)


def _is_unbegun(draft: Draft, fault: Fault) -> bool:
    return fault.code == "empty_pack" or (fault.code == "bad_name" and not draft.name)


def _cards(
    colour: str, lines: Sequence[Line], at: int, messages: Mapping[str, list[str]]
) -> ShownCards:
    before = sum(line.number < at for line in lines)
    first = min(before, max(len(lines) - 1, 0)) // SHOWN * SHOWN
    cards = tuple(
        _card(line, messages.get(line.place, ())) for line in lines[first : first + SHOWN]
    )
    return ShownCards(colour, len(lines), first + 1, cards)


def _card(line: Line, faults: Sequence[str]) -> ShownCard:
    card = Checker(()).card(raw_card(line))
    if isinstance(card, PackBlack):
        pieces = tuple(visible(card.text).split(MARKER))
        return ShownCard(line.number, pieces, card.pick, card.draw, tuple(faults))
    text = alone(visible(card.text)) if card else ""
    return ShownCard(line.number, (text,), faults=tuple(faults))


def shown_faults(faults: Sequence[Fault], quotes: Mapping[str, str]) -> tuple[ShownFault, ...]:
    return tuple(_shown_fault(fault, quotes.get(fault.place, "")) for fault in faults)


def _shown_fault(fault: Fault, quote: str) -> ShownFault:
    message = _(fault.message)
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

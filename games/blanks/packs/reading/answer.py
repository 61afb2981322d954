"""The preview of a deck file as programs get it: from `manage.py pack` and from the API."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.blanks.packs.reading.preview import Fault, PackChoice, Preview
from games.blanks.packs.reading.texts import fault_text, notice_text
from games.engine.base import Value


class DeckPrompt(Value):
    """A black card that can be taken."""

    text: str
    pick: int
    draw: int


class DeckNotice(Value):
    """A change of a text, which was too long to quote if it ends with "…"."""

    code: str
    place: str
    message: str
    before: str
    after: str


class DeckFault(Value):
    """A card or a field of the pack that cannot be taken. `text`: what was found there."""

    code: str
    place: str
    message: str
    text: str


class DeckPreview(Value):
    """How a file of cards was read, and what it gives, or why it cannot be read.

    `notices` and `faults` are the first ones; `notice_counts` and `fault_counts` count all by code.
    `choices`: the packs in the file, if there are several. `pack`: the slug of the pack that was
    made. `fault`: a code if there is no card to take. If the file cannot be read at all, the rest
    are `line` and `column`, where JSON breaks, `found`, what is there or which keys are at the top,
    and `rows`, the first rows of a table without a known header.
    """

    kind: str | UnsetType = UNSET
    encoding: str | UnsetType = UNSET
    delimiter: str | UnsetType = UNSET
    sample: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    language: str | UnsetType = UNSET
    black: tuple[DeckPrompt, ...] | UnsetType = UNSET
    white: tuple[str, ...] | UnsetType = UNSET
    notices: tuple[DeckNotice, ...] | UnsetType = UNSET
    notice_counts: dict[str, int] | UnsetType = UNSET
    faults: tuple[DeckFault, ...] | UnsetType = UNSET
    fault_counts: dict[str, int] | UnsetType = UNSET
    packs: int | UnsetType = UNSET
    choices: tuple[PackChoice, ...] | UnsetType = UNSET
    pack: str | UnsetType = UNSET
    fault: str | UnsetType = UNSET
    message: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    column: int | UnsetType = UNSET
    found: str | UnsetType = UNSET
    rows: tuple[tuple[str, ...], ...] | UnsetType = UNSET


def answer_of(found: Preview | Fault, pack: str = "") -> DeckPreview:
    """Return what was found in a file. `pack`: the slug of the pack made of it."""
    if isinstance(found, Fault):
        return DeckPreview(
            fault=found.code,
            message=fault_text(found),
            line=found.line or UNSET,
            column=found.column or UNSET,
            found=found.found or UNSET,
            rows=found.rows or UNSET,
        )
    is_empty = not (found.black or found.white) and bool(found.faults)
    return DeckPreview(
        kind=found.kind,
        encoding=found.encoding,
        delimiter=found.delimiter,
        sample=found.sample,
        name=found.name,
        language=found.language,
        black=tuple(DeckPrompt(text=c.text, pick=c.pick, draw=c.draw) for c in found.black),
        white=tuple(card.text for card in found.white),
        notices=tuple(
            DeckNotice(
                code=one.code,
                place=one.place,
                message=notice_text(one.code),
                before=one.before,
                after=one.after,
            )
            for one in found.notices
        ),
        notice_counts=found.notice_counts,
        faults=tuple(
            DeckFault(code=one.code, place=one.place, message=fault_text(one), text=one.found)
            for one in found.faults
        ),
        fault_counts=found.fault_counts,
        packs=found.packs,
        choices=found.choices or UNSET,
        pack=pack or UNSET,
        fault="empty_pack" if is_empty else UNSET,
    )

"""Files of cards that were uploaded and not taken yet, and the choices made at their preview."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, QueryDict

from chat.core.numbers import whole_number
from games.blanks.packs.reading.preview import Card, Columns, Fault, Notice, Preview
from games.blanks.packs.reading.texts import fault_text, notice_text

SECONDS = 3600
CARDS_A_PAGE = 100
PACKS_SHOWN = 400


@dataclass(frozen=True)
class Upload:
    """The file that a person uploaded last."""

    data: bytes
    filename: str  # "" for pasted text


# In the database and not in the session, which every request loads.


def keep(request: HttpRequest, upload: Upload) -> None:
    """Keep a file for an hour, bound to the session, in place of the person's last one."""
    kept = (request.session.session_key, upload.data, upload.filename)
    cache.set(_key(request.user), kept, SECONDS)


def kept(request: HttpRequest) -> Upload | None:
    """Return the file that this session uploaded, or None if it is gone."""
    session, *fields = cache.get(_key(request.user)) or (None,)
    return Upload(*fields) if session == request.session.session_key and fields else None


def forget(user: Any) -> None:
    """Delete the person's file."""
    cache.delete(_key(user))


def _key(user: Any) -> str:
    return f"pack-file.{user.pk}"


# --- Choices at the preview


@dataclass(frozen=True)
class Choices:
    """A person's choices about how a file is read, and which part of the preview is shown."""

    packs: tuple[int, ...] = ()
    columns: Columns | None = None
    turned: frozenset[str] = frozenset()  # places of cards
    turn_all: bool = False
    keep_capitals: bool = False
    page: int = 1  # of the cards to turn round
    pack_words: str = ""  # a search among the packs
    fault_words: str = ""  # the same among the cards that are left out
    fault_code: str = ""


def choices_of(post: QueryDict) -> Choices:
    """Read the choices from a posted form; the defaults, if nothing was posted."""
    return Choices(
        packs=_packs(post),
        columns=_columns(post),
        turned=frozenset([*post.getlist("turn"), *post.get("turned", "").split(",")]) - {""},
        turn_all="turn_all" in post,
        keep_capitals="keep_capitals" in post,
        page=_number(post.get("page"), 1),
        pack_words=post.get("pack_words", "")[:100].strip(),
        fault_words=post.get("fault_words", "")[:100].strip(),
        fault_code=post.get("fault_code", "")[:40],
    )


def _packs(post: QueryDict) -> tuple[int, ...]:
    if "all_packs" in post:
        return tuple(range(_number(post.get("pack_count"), 0)))
    named = [*post.getlist("pack"), *post.get("packs", "").split(",")]
    return tuple(sorted({number for one in named if (number := _number(one, -1)) >= 0}))


def _columns(post: QueryDict) -> Columns | None:
    text, kind = _number(post.get("text_column"), -1), _number(post.get("type_column"), -1)
    if text < 0:
        return None
    return Columns(text=text, type=None if kind < 0 else kind, has_header="has_header" in post)


def _number(text: str | None, default: int) -> int:
    """Return a whole number as posted, or the default."""
    number = whole_number(text or "", 6)
    return default if number is None else number


# --- Parts of the preview


@dataclass(frozen=True)
class ShownPack:
    """A pack to choose from those in a file."""

    position: int
    name: str
    black: int
    white: int
    is_chosen: bool


def shown_packs(preview: Preview, choices: Choices) -> list[ShownPack]:
    """Return the chosen packs and those that the search finds, in the order of the file."""
    words = choices.pack_words.casefold()
    found = [
        ShownPack(at, one.name, one.black, one.white, at in choices.packs)
        for at, one in enumerate(preview.choices)
        if at in choices.packs or words in one.name.casefold()
    ]
    return sorted(found, key=lambda one: not one.is_chosen)[:PACKS_SHOWN]


@dataclass(frozen=True)
class TurnableCard:
    """A card of a file that does not say which cards are black."""

    place: str
    text: str
    colour: str  # "" if it cannot be taken
    is_turned: bool


def turnable_cards(preview: Preview, turned: Collection[str]) -> list[TurnableCard]:
    """Return all cards of a file without colours, in its order."""
    if not preview.is_turnable:
        return []
    # Cards that are left out as well: turned round, they may be taken.
    cards: list[tuple[str, Sequence[Card]]] = [("black", preview.black), ("white", preview.white)]
    found = [
        *((card.place, card.text, colour) for colour, some in cards for card in some),
        *((one.place, one.found, "") for one in preview.faults if one.place.startswith("line ")),
    ]
    found.sort(key=lambda one: int(one[0].removeprefix("line ")))
    return [TurnableCard(*one, is_turned=one[0] in turned) for one in found]


def card_faults(preview: Preview) -> list[Fault]:
    """Return the faults of cards, which are left out; those of the pack come first."""
    return [fault for fault in preview.faults if fault.place and not _is_of_pack(fault)]


def pack_faults(preview: Preview, *, is_first: bool) -> list[Fault]:
    """Return the faults of the pack.

    Those of the fields that the page asks for are in it only if `is_first`: before they are posted.
    """
    asked = () if is_first else ("name", "language", "min_age")
    return [one for one in preview.faults if _is_of_pack(one) and one.place not in asked]


def _is_of_pack(fault: Fault) -> bool:
    return not fault.place or fault.place.isidentifier()


@dataclass(frozen=True)
class FaultLine:
    """A card that is left out, as the page lists it."""

    where: str
    text: str
    message: str
    code: str


def fault_lines(faults: Sequence[Fault]) -> list[FaultLine]:
    return [FaultLine(one.place, one.found, fault_text(one), one.code) for one in faults]


def found_lines(preview: Preview, choices: Choices) -> list[FaultLine]:
    """Return the cards that are left out and match the search, with their reasons."""
    words, code = choices.fault_words.casefold(), choices.fault_code
    return [
        line
        for line in fault_lines(card_faults(preview))
        if code in ("", line.code) and words in f"{line.where} {line.text}".casefold()
    ]


def reasons(preview: Preview) -> list[tuple[str, str, int]]:
    """Return code, sentence and number of each reason for which cards are left out."""
    # The first ones are listed; their codes are all counted.
    first = {fault.code: fault for fault in reversed(card_faults(preview))}
    return [(code, fault_text(one), preview.fault_counts[code]) for code, one in first.items()]


@dataclass(frozen=True)
class Changes:
    """The changes of one kind that the clean-up made."""

    sentence: str
    count: int
    notices: list[Notice]  # the first ones


def changes(preview: Preview) -> list[Changes]:
    """Return the changes of the clean-up by kind, most of them first."""
    listed: defaultdict[str, list[Notice]] = defaultdict(list)
    for notice in preview.notices:
        listed[notice.code].append(notice)
    counts = sorted(preview.notice_counts.items(), key=lambda one: -one[1])
    return [Changes(notice_text(code), count, listed[code]) for code, count in counts]

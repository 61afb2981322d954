"""Refusals of actions on packs, and quotes of the faulty lines and cards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from django.utils.translation import gettext, gettext_lazy as _

from chat.core.refusals import Code
from games.blanks.rules.packs import Draft, Fault, Parsed
from games.blanks.rules.packs.formats import lines_of
from games.blanks.rules.packs.model import has_bad_characters
from games.refusals import RulesRefusal


class PackCode(Code):
    """The codes of refusals. Codes of faults in uploads are in the rules."""

    NO_SUCH_PACK = "no_such_pack", _("There is no such pack, or you can't see it.")
    NOT_AUTHOR = "not_author", _("Only the author of a pack can do that.")
    HOUSE_PACK = "house_pack", _("The House Pack can't be changed.")
    AUTHOR_BARRED = "author_barred", _("A moderator has barred you from making packs: %(reason)s")
    TOO_MANY_PACKS = (
        "too_many_packs",
        _("You have 20 packs, the maximum. Delete one first."),
    )
    WRONG_STATE = "wrong_state", _("You can't do that with a pack that is %(state)s.")
    CHANGED_SINCE = (
        "changed_since",
        _("The pack has changed since you opened this page. Review it again."),
    )
    NO_SUCH_CARD = "no_such_card", _("You can only report a card you can see.")
    NO_FILE = "no_file", _("Choose a file first.")
    TOO_BIG = "too_big", _("The file is larger than 4 MiB, the limit. Split it in two.")
    ALREADY_HIDDEN = "already_hidden", _("This card is already hidden.")
    NOT_HIDDEN = "not_hidden", _("This card is not hidden.")
    ALREADY_BARRED = "already_barred", _("This author is already barred.")
    NOT_BARRED = "not_barred", _("This author is not barred.")
    NO_AUTHOR = "no_author", _("This pack no longer has an author.")


class Faulty(RulesRefusal):
    """A pack with faults, so that nothing was saved."""

    def __init__(self, parsed: Parsed, quotes: Mapping[str, str]) -> None:
        self.faults: tuple[Fault, ...] = parsed.faults  # all of them
        self.quotes = quotes  # the text at a fault, by the fault's place
        self.notices = parsed.notices
        super().__init__(parsed.faults[0].code, gettext(parsed.faults[0].message))


# --- Quotes, so that authors find the place of a fault


Kind = Literal["json", "csv"]
LONGEST = 120
_LINE = re.compile("line ([0-9]+)")
_CARD = re.compile(r"(black|white)\[([0-9]+)\]")
_BREAKS = {"json": re.compile("\n"), "csv": re.compile("\r\n|\r|\n")}


def quotes_of_draft(draft: Draft) -> dict[str, str]:
    return {line.place: _short(line.text) for line in lines_of(draft)}


def quotes_of_file(data: bytes, kind: Kind, faults: Sequence[Fault]) -> dict[str, str]:
    """Return the text at each fault by its place, if there is any."""
    text = data.decode("utf-8-sig", "replace")
    lines = _BREAKS[kind].split(text)
    by_kind: list[tuple[re.Pattern[str], Callable[..., str]]] = [
        (_LINE, lambda number: lines[int(number) - 1]),
        (_CARD, _cards_of(text)),
    ]
    quotes = {}
    for fault in faults:
        for pattern, read in by_kind:
            found = pattern.fullmatch(fault.place)
            if found:
                quotes[fault.place] = _short(read(*found.groups()))
    return quotes


def _cards_of(text: str) -> Callable[[str, str], str]:
    """Return a function that reads a card of a JSON file by its colour and number.

    The file is parsed at the first call.
    """
    read: list[Any] = []

    def card(colour: str, number: str) -> str:
        if not read:
            read.append(json.loads(text))
        found = read[0][colour][int(number)]
        words = found.get("text") if isinstance(found, dict) else None
        return words if isinstance(words, str) else json.dumps(found, ensure_ascii=False)

    return card


def _short(text: str) -> str:
    text = visible(text.strip())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def visible(text: str) -> str:
    """Return the text with forbidden, invisible characters replaced by their codes."""
    return "".join(f"[U+{ord(one):04X}]" if _is_hidden(one) else one for one in text)


def _is_hidden(character: str) -> bool:
    return has_bad_characters(character) and not character.isspace()

"""The forms of a page, parsed as by a browser without scripts, and mutated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

Pairs = list[tuple[str, str]]
IGNORED = {"csrfmiddlewaretoken", "key"}


@dataclass
class Offered:
    """A form of a page."""

    action: str  # its URL
    fixed: Pairs = field(default_factory=list)  # what it sends if untouched
    # Fields with the values to choose from.
    chosen: dict[str, list[str]] = field(default_factory=dict)
    buttons: Pairs = field(default_factory=list)

    def filled(self, chance: random.Random) -> Pairs:
        """Return the form's data after pressing and ticking at random."""
        pairs = [pair for pair in self.fixed if pair[0] not in self.chosen]
        for name, values in self.chosen.items():
            count = min(len(values), chance.choice((1, 1, 1, 2, 3)))
            pairs += [(name, value) for value in chance.sample(values, count)]
        if self.buttons:
            pairs.append(chance.choice(self.buttons))
        return pairs


def spoilt(pairs: Pairs, odd: Sequence[str], chance: random.Random) -> Pairs:
    """Leave out, double or rename a field, or change its value."""
    if not pairs:
        return pairs
    place = chance.randrange(len(pairs))
    name, value = pairs[place]
    other = chance.choice(pairs)[1]
    by = chance.choice(
        (
            [],
            [(name, value), (name, value)],
            [(chance.choice(pairs)[0], value)],
            [(name, chance.choice(odd))],
            [(name, other)],
            [(name, f"-{value}")],
            [(name, value + "0")],
        )
    )
    return [*pairs[:place], *by, *pairs[place + 1 :]]


def forms_in(page: str) -> list[Offered]:
    """Return all forms of the page that post."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Offered] = []
        self._open: Offered | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Offered(has.get("action", ""))
            if has.get("method", "").lower() == "post":
                self.forms.append(self._open)
        elif self._open is not None:
            self._field(self._open, tag, has)

    def _field(self, form: Offered, tag: str, has: dict[str, str]) -> None:
        name, value, kind = has.get("name", ""), has.get("value", ""), has.get("type", "text")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            values = form.chosen.setdefault(self._select, [])
            values.append(value)
            if "selected" in has or len(values) == 1:
                form.fixed = [pair for pair in form.fixed if pair[0] != self._select]
                form.fixed.append((self._select, value))
        elif name in IGNORED or not name:
            return
        elif tag == "button":
            form.buttons.append((name, value))
        elif tag == "input" and kind in {"checkbox", "radio"}:
            form.chosen.setdefault(name, []).append(value or "on")
            if "checked" in has:
                form.fixed.append((name, value or "on"))
        elif tag in {"input", "textarea"} and kind not in {"submit", "file"}:
            form.fixed.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""

"""The parts that stand on the page of every match: add one to `PARTS`, and all games have it.

A part takes a template, `games/parts/<name>.jinja`; a function that gives it its values for one
viewer; and a line in `PARTS`. A game may draw a part itself (`registry.Game.parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from chat.core.templates import render
from chat.live.parts import Attributes, Element, Marks
from games.page.html_cache import cached_html, render_around
from games.page.players import players_values
from games.page.shown_log import ShownLog, log_values, news_of_log, shown_log
from games.page.viewing import Viewing
from games.registry import game_of


@dataclass(frozen=True)
class FramePart:
    """`values`: what its template is given. `label`: what it is called for who cannot see it.

    `place`: in the column of the board, beside it, or below it (`templates/games/match.html`).
    `shared`: viewers with the same key are shown the same, so it is drawn once for all of them.
    `middle`: the one value, safe HTML, that changes at most actions (`render_around`).
    """

    values: Callable[[Viewing], Mapping[str, Any]]
    label: str | Promise = ""
    place: Literal["above", "board", "beside", "below"] = "beside"
    shared: bool = False
    middle: str = ""


def match_values(viewing: Viewing) -> Mapping[str, Any]:
    return {"m": viewing.context}


def moment_values(viewing: Viewing) -> Mapping[str, Any]:
    return {"moments": viewing.context.moments}


# By name: also that of the template; with "m-" before it the id, with "frame-" the class.
PARTS: dict[str, FramePart] = {
    "phase": FramePart(match_values, place="above", shared=True),
    "moment": FramePart(moment_values, _("What has just happened"), place="above", shared=True),
    "board": FramePart(match_values, _("Board"), place="board", shared=True),
    "guide": FramePart(match_values),
    "players": FramePart(players_values, _("Players"), middle="rows"),
    "seat": FramePart(match_values, _("My seat"), place="below"),
    "log": FramePart(log_values, _("Log"), middle="items"),
}


def draw(viewing: Viewing, name: str) -> SafeString:
    """The inside of a part as this viewer may see it now."""
    key = viewing.key(name) if PARTS[name].shared else None
    if key is None:
        return draw_anew(viewing, name)
    return cached_html(key, partial(draw_anew, viewing, name))


def draw_anew(viewing: Viewing, name: str) -> SafeString:
    """By the game, where it hands this part in and has something to show, else by the frame."""
    own = game_of(viewing.match.game).parts.get(name)
    drawn: SafeString | None = None if own is None else own(viewing)
    if drawn is not None:
        return drawn
    part, template = PARTS[name], f"games/parts/{name}.jinja"
    if part.middle:
        return render_around(template, part.middle, part.values(viewing))
    return render(template, **part.values(viewing))


@dataclass(slots=True)
class MatchPart(Element):
    """A part of the frame on the page of one viewer."""

    viewing: Viewing
    name: str

    def inner(self) -> SafeString:
        return draw(self.viewing, self.name)

    def key(self) -> Hashable:
        return self.viewing.key(self.name)

    def marks(self) -> Marks:
        return self.viewing.marks(self.name)

    def revision(self) -> str:
        return self.viewing.stream()


@dataclass(slots=True)
class LogPart(MatchPart):
    """The log as the frame draws it: of one that only goes on, what is new is sent.

    The page must hold what it was last sent, or newer (`static/js/live.js`).
    """

    _shown: ShownLog | None = field(default=None, init=False)

    def changes(self, *, whole: bool = False) -> SafeString:
        before, now = self._shown, shown_log(self.viewing)
        self._shown = now
        news = None if whole or before is None else news_of_log(self.viewing, before, now)
        if news is None:
            return MatchPart.changes(self, whole=whole)
        if news:
            self._sent = ""  # its digest no longer says what the page shows
        return news


def match_part(viewing: Viewing, name: str) -> MatchPart:
    """This part for the page of this viewer."""
    part_id, attributes = _same_for_all(name, PARTS[name].label)
    kind = LogPart if name == "log" and not _has_own(viewing, name) else MatchPart
    return kind(part_id, viewing.heard(name), viewing, name, attributes=attributes)


def _has_own(viewing: Viewing, name: str) -> bool:
    """Whether its game draws this part itself."""
    return name in game_of(viewing.match.game).parts


@cache
def _same_for_all(name: str, label: str | Promise) -> tuple[str, Attributes]:
    """Its id and what stands in its tag: one thing for all pages, which hold it while open."""
    attributes = {"class": f"frame-{name}"} | ({"aria-label": label} if label else {})
    return f"m-{name}", Attributes(attributes)

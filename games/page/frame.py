"""The frame of a match page: its fragments, the players and the log.

A fragment takes a template, `games/parts/<name>.jinja`; a function that gives it its values for one
viewer; and a line in `PARTS`. A game may render a fragment itself (`registry.Game.parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from chat.core.templates import kept, render, safe
from chat.core.translation import language
from chat.live.fragments import Attributes, Element, Marks
from games.page.context import TableContext
from games.page.html_cache import cached_html, render_around
from games.page.presentation import PlayerLine
from games.page.snapshot import Occupant
from games.page.viewer import Viewing
from games.registry import game_of
from games.services.tables import level_of

# --- The list of players beside the board, and what a player may do about the match itself. ---


def players_values(viewing: Viewing) -> Mapping[str, Any]:
    drawn = SafeString("".join(rows(viewing)))
    return {"rows": drawn, "menu": menu(viewing), "bots": bots(viewing.table)}


def rows(viewing: Viewing) -> Iterator[SafeString]:
    """Yield a row for each player who sits here, with the line of the game about them."""
    table, seat = viewing.table, viewing.number
    lines = tuple(viewing.play.player_lines)
    key = ("players", language(), lines, *table.reliability.items())
    players = table.shared(key, lambda: _players(table, lines))
    kicks = viewing.viewer.may_kick
    for player in players:
        me = player.occupant.index == seat
        if me or kicks:
            yield player.row(me=me, kicked_from="" if me else table.match_id)
        else:
            yield player.to_others


@dataclass(frozen=True)
class _Player:
    """`known`: what there is to know of them."""

    occupant: Occupant
    line: PlayerLine | None
    known: Mapping[str, Any]

    @cached_property
    def to_others(self) -> SafeString:
        """Drawn once for all of them."""
        return self.row()

    def row(self, *, me: bool = False, kicked_from: str = "") -> SafeString:
        """An action changes one or two of them. `kicked_from`: where the viewer may kick them."""
        one, line = self.occupant, self.line
        face = kept("games/parts/player_face.jinja", occupant=one, me=me, **self.known)
        return kept(
            "games/parts/player.jinja",
            occupant=one,
            line=line,
            face=face,
            me=me,
            kicked_from=kicked_from,
        )


def _players(table: TableContext, lines: Iterable[PlayerLine]) -> list[_Player]:
    by_seat = {line.index: line for line in lines}
    return [_Player(one, by_seat.get(one.index), _known(table, one)) for one in table.present]


def _known(table: TableContext, one: Occupant) -> Mapping[str, Any]:
    return {
        "owner": one == table.owner,
        "stops": not table.ended and one.index in table.stop_votes,
        "pauses": one.index in table.pause_votes,
        "reliable": table.reliability.get(one.index, ""),
        "level": level_of(table.title, one.bot_name),
    }


def bots(table: TableContext) -> SafeString:
    """Render how the bots that sit here play; empty where there are none."""
    return table.shared(("bots", language()), lambda: _bots(table))


def _bots(table: TableContext) -> SafeString:
    text = table.bots_are
    if not text:
        return SafeString("")
    return kept("games/parts/bots.jinja", text=text)


def menu(viewing: Viewing) -> SafeString:
    """Render the menu of a player of a match under way; empty for anybody else."""
    table, viewer = viewing.table, viewing.viewer
    if not viewer.plays:
        return SafeString("")
    settings = table.settings
    fills = settings.late_join and viewer.owns  # the owner may still invite people and add bots
    values = {
        "match_id": table.match_id,
        "stops": viewer.stops,
        "pause": table.pause,
        "pauses": viewer.pauses,
        "guided": viewer.guided,
        "late_join": settings.late_join,
        "leaver": table.title.leaver,
        "fills": fills,
        "room": fills and table.taken < settings.most,
        "links": tuple(viewer.links) if fills else (),
        "invited": tuple(viewer.invited) if fills else (),
    }
    return kept("games/parts/menu.jinja", **values)


# --- The log as a page shows it: its title, the viewer's lines, and what stands at its end.
#
# An open page takes in new lines at the top of its log, and is sent the whole only where that is
# not enough: a log of ten thousand letters grows by a few hundred an action.


def log_values(viewing: Viewing) -> Mapping[str, Any]:
    items = viewing.play.log_items
    filtered = viewing.number is not None and bool(items)  # whether there is anything to narrow
    title = kept("games/parts/log_head.jinja", filtered=filtered)
    return {"head": title, "items": items, "empty": not items, "end": end_lines(viewing)}


def end_lines(viewing: Viewing) -> SafeString:
    """The end of the log of a match that has begun: its hash, and what the house was bound by."""
    table = viewing.table
    if not table.started:
        return SafeString("")
    return _head_line(table.head) + _seal_line(table)


def _head_line(head: str) -> SafeString:
    """What stands for the log so far."""
    return kept("games/parts/log_chain.jinja", head=head) if head else SafeString("")


def _seal_line(table: TableContext) -> SafeString:
    return table.shared(("log seal", language()), lambda: _drawn_seal(table))


def _drawn_seal(table: TableContext) -> SafeString:
    key = ("log seal", table.match_id, table.chance_terms)
    return cached_html(key, lambda: render("games/parts/log_seal.jinja", chance=table.chance))


@dataclass(frozen=True, slots=True)
class ShownLog:
    """What a page shows of a log. `around`: what its lines stand in, but for their hash, `head`.

    The lines are known by their `size`, in letters, and `hash`: a hundred open pages would hold a
    megabyte of them.
    """

    around: Hashable
    size: int
    hash: int
    head: str

    def added(self, items: SafeString) -> SafeString | None:
        """The lines at the top of `items` that are new to it; None: it is not how they go on."""
        new = len(items) - self.size
        return SafeString(items[:new]) if new >= 0 and hash(items[new:]) == self.hash else None


def shown_log(viewing: Viewing) -> ShownLog:
    """The log as it is drawn for this viewer now."""
    table = viewing.table
    items = safe(viewing.play.log_items)
    began = table.started and (_seal_line(table), bool(table.head))
    around = (language(), viewing.number, bool(items), began)
    return ShownLog(around, len(items), hash(items), table.head)


def news_of_log(viewing: Viewing, before: ShownLog, now: ShownLog) -> SafeString | None:
    """What a page that shows the log as `before` takes in; None: it needs the whole."""
    if now == before:
        return SafeString("")
    lines = before.added(viewing.play.log_items) if now.around == before.around else None
    if lines is None:
        return None
    head = now.head if now.head != before.head else ""
    values = {"lines": lines, "head": head, "revision": viewing.stream()}
    return render("games/parts/log_added.jinja", **values)


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
    """Return the three names by which templates know a match (`games.page.context`)."""
    return {"table": viewing.table, "viewer": viewing.viewer, "play": viewing.play}


def moment_values(viewing: Viewing) -> Mapping[str, Any]:
    return {"moments": viewing.play.moments}


def guide_values(viewing: Viewing) -> Mapping[str, Any]:
    table, play = viewing.table, viewing.play
    return {
        "guide": play.guide,
        "goal": play.goal,
        "begins": play.begins,
        "slug": table.slug,
        "match_id": table.match_id,
    }


# By name: also that of the template; with "m-" before it the id, with "frame-" the class.
PARTS: dict[str, FramePart] = {
    "phase": FramePart(match_values, place="above", shared=True),
    "moment": FramePart(moment_values, _("What has just happened"), place="above", shared=True),
    "board": FramePart(match_values, _("Board"), place="board", shared=True),
    "guide": FramePart(guide_values),
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

    The page must hold what it was last sent, or newer (`static/js/part-swaps.js`).
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

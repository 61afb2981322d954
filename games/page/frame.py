"""The frame of a match page: its fragments, the players and the log.

A fragment needs a template, `games/parts/<name>.jinja`; a function that returns the template's
values for one viewer; and a line in `PARTS`. A game may render a fragment itself
(`registry.Game.parts`).
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

# --- List of players and menu of the match


def players_values(viewing: Viewing) -> Mapping[str, Any]:
    html = SafeString("".join(rows(viewing)))
    return {"rows": html, "menu": menu(viewing), "bots": bots(viewing.table)}


def rows(viewing: Viewing) -> Iterator[SafeString]:
    """Yield a row for each seated player, with the game's line about them."""
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
    """A row of the list of players."""

    occupant: Occupant
    line: PlayerLine | None
    known: Mapping[str, Any]  # facts that the row shows as badges

    @cached_property
    def to_others(self) -> SafeString:
        """The row for all viewers without rights over this player, rendered once."""
        return self.row()

    def row(self, *, me: bool = False, kicked_from: str = "") -> SafeString:
        """Render the row, with a kick button if the viewer may kick from `kicked_from`."""
        # Rendered from cached pieces: an action changes only one or two rows.
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
    """Render a note on how the seated bots play, or nothing if there are none."""
    return table.shared(("bots", language()), lambda: _bots(table))


def _bots(table: TableContext) -> SafeString:
    text = table.bots_are
    if not text:
        return SafeString("")
    return kept("games/parts/bots.jinja", text=text)


def menu(viewing: Viewing) -> SafeString:
    """Render the match menu for a player of a match under way; empty for anyone else."""
    table, viewer = viewing.table, viewing.viewer
    if not viewer.plays:
        return SafeString("")
    settings = table.settings
    fills = settings.late_join and viewer.owns  # the owner may still invite people and add bots
    values = {
        "match_id": table.match_id,
        "stops": viewer.stops,
        "pause": table.pause,
        "owns": viewer.owns,
        "heirs": tuple(viewer.heirs),
        "guided": viewer.guided,
        "late_join": settings.late_join,
        "leaver": table.title.leaver,
        "fills": fills,
        "room": fills and table.taken < settings.most,
        "links": tuple(viewer.links) if fills else (),
        "invited": tuple(viewer.invited) if fills else (),
    }
    return kept("games/parts/menu.jinja", **values)


# --- Log fragment
#
# An open page is sent only the new lines, which it inserts at the top of its log. It is sent the
# whole log only if anything else changed: an action adds little to a long log.


def log_values(viewing: Viewing) -> Mapping[str, Any]:
    items = viewing.play.log_items
    filtered = viewing.number is not None and bool(items)  # there are lines to filter
    title = kept("games/parts/log_head.jinja", filtered=filtered)
    return {"head": title, "items": items, "empty": not items, "end": end_lines(viewing)}


def end_lines(viewing: Viewing) -> SafeString:
    """Render the end of a started match's log: its hash, and the seal of the match."""
    table = viewing.table
    if not table.started:
        return SafeString("")
    return _head_line(table.head) + _seal_line(table)


def _head_line(head: str) -> SafeString:
    return kept("games/parts/log_chain.jinja", head=head) if head else SafeString("")


def _seal_line(table: TableContext) -> SafeString:
    return table.shared(("log seal", language()), lambda: _render_seal(table))


def _render_seal(table: TableContext) -> SafeString:
    key = ("log seal", table.match_id, table.chance_terms)
    return cached_html(key, lambda: render("games/parts/log_seal.jinja", chance=table.chance))


@dataclass(frozen=True, slots=True)
class ShownLog:
    """The state of the log as a page shows it."""

    # Size and hash stand for the lines, so that many open pages do not each hold a whole log.
    around: Hashable  # all that the HTML around the lines depends on, except `head`
    size: int  # of the lines, in characters
    hash: int  # of the lines
    head: str  # the log's own hash, as the page shows it

    def added(self, items: SafeString) -> SafeString | None:
        """Return the new lines at the top of `items`, or None if the rest differs."""
        new = len(items) - self.size
        return SafeString(items[:new]) if new >= 0 and hash(items[new:]) == self.hash else None


def shown_log(viewing: Viewing) -> ShownLog:
    """Return the state of the log as it is rendered for this viewer now."""
    table = viewing.table
    items = safe(viewing.play.log_items)
    began = table.started and (_seal_line(table), bool(table.head))
    around = (language(), viewing.number, bool(items), began)
    return ShownLog(around, len(items), hash(items), table.head)


def news_of_log(viewing: Viewing, before: ShownLog, now: ShownLog) -> SafeString | None:
    """Render the update of a page that shows the log as `before`.

    Returns "" if nothing changed, and None if the page needs the whole log.
    """
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
    """A fragment of the frame, as listed in `PARTS`."""

    values: Callable[[Viewing], Mapping[str, Any]]  # returns the values of the template
    label: str | Promise = ""  # its name for screen readers
    # Its place relative to the board (`templates/games/match.html`).
    place: Literal["above", "board", "beside", "below"] = "beside"
    shared: bool = False  # rendered once for all viewers with the same key
    middle: str = ""  # the one value, safe HTML, that most actions change (`render_around`)


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


# By name. The template has the same name, the element the id "m-<name>" and class "frame-<name>".
PARTS: dict[str, FramePart] = {
    "phase": FramePart(match_values, place="above", shared=True),
    "moment": FramePart(moment_values, _("Latest highlight"), place="above", shared=True),
    "board": FramePart(match_values, _("Board"), place="board", shared=True),
    "guide": FramePart(guide_values),
    "players": FramePart(players_values, _("Players"), middle="rows"),
    "seat": FramePart(match_values, _("My seat"), place="below"),
    "log": FramePart(log_values, _("Log"), middle="items"),
}


def render_part(viewing: Viewing, name: str) -> SafeString:
    """Render the inside of a fragment as this viewer may see it now."""
    key = viewing.key(name) if PARTS[name].shared else None
    if key is None:
        return render_part_uncached(viewing, name)
    # With this version of the match only: a board may be large, and most actions change it.
    html = partial(render_part_uncached, viewing, name)
    return viewing.table.shared((language(), key), html)


def render_part_uncached(viewing: Viewing, name: str) -> SafeString:
    """Render a fragment without the cache.

    The game renders it if it provides this fragment and has something to show, else the frame does.
    """
    own = game_of(viewing.match.game).parts.get(name)
    html: SafeString | None = None if own is None else own(viewing)
    if html is not None:
        return html
    part, template = PARTS[name], f"games/parts/{name}.jinja"
    if part.middle:
        return render_around(template, part.middle, part.values(viewing))
    return render(template, **part.values(viewing))


@dataclass(slots=True)
class MatchPart(Element):
    """A fragment of the frame on the page of one viewer."""

    viewing: Viewing
    name: str

    def inner(self) -> SafeString:
        return render_part(self.viewing, self.name)

    def key(self) -> Hashable:
        return self.viewing.key(self.name)

    def marks(self) -> Marks:
        return self.viewing.marks(self.name)

    def revision(self) -> str:
        return self.viewing.stream()


@dataclass(slots=True)
class LogPart(MatchPart):
    """The log as the frame renders it: a log that only grew is sent as its new lines.

    The page must hold what it was last sent, or newer (`static/js/part-swaps.js`).
    """

    _shown: ShownLog | None = field(default=None, init=False)

    def changes(self, *, whole: bool = False) -> SafeString:
        before, now = self._shown, shown_log(self.viewing)
        self._shown = now
        update = None if whole or before is None else news_of_log(self.viewing, before, now)
        if update is None:
            return MatchPart.changes(self, whole=whole)
        if update:
            self._sent = ""  # the digest of the last whole log does not match the page any more
        return update


def match_part(viewing: Viewing, name: str) -> MatchPart:
    """Return the named fragment for this viewer's page."""
    part_id, attributes = _element_attributes(name, PARTS[name].label)
    kind = LogPart if name == "log" and not _has_own(viewing, name) else MatchPart
    return kind(part_id, viewing.heard(name), viewing, name, attributes=attributes)


def _has_own(viewing: Viewing, name: str) -> bool:
    """Return True if the game renders this fragment itself."""
    return name in game_of(viewing.match.game).parts


@cache
def _element_attributes(name: str, label: str | Promise) -> tuple[str, Attributes]:
    """Return the element's id and attributes."""
    # Cached, since every open page holds them: all pages share one object.
    attributes = {"class": f"frame-{name}"} | ({"aria-label": label} if label else {})
    return f"m-{name}", Attributes(attributes)

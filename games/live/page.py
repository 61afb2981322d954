"""The page of a match: its parts, each drawn for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from chat.live.parts import NO_MARKS, Attributes, Denied, Element, Marks, Page, Part
from chat.messages.parts import chat_window, who_is_here
from games import topics
from games.live import plain
from games.live.access import check_access
from games.live.context import MatchContext, context_for
from games.live.drawing import draw_template, has_jinja
from games.live.html_cache import cached_html
from games.live.log import once_for
from games.live.presenting import pages_of
from games.live.snapshot import MatchSnapshot, snapshot_of
from games.models import Match
from games.refusals import Refusal
from games.registry import game_of

MY_TURN, NOT_MY_TURN = {"data-my-turn": "true"}, {"data-my-turn": "false"}
# By name, the id and the attributes of each part.
PARTS: dict[str, tuple[str, Attributes]] = {
    "phase": ("m-phase", {"class": "frame-phase"}),
    "board": ("m-board", {"class": "frame-board", "aria-label": _("Board")}),
    "players": ("m-players", {"class": "frame-players", "aria-label": _("Players")}),
    "seat": ("m-seat", {"class": "frame-seat", "aria-label": _("My seat")}),
    "log": ("m-log", {"class": "frame-log", "aria-label": _("Log")}),
}

# Parts handed in by config: what stands on every page of the house (the bell, my matches).
extra_parts: list[Callable[[Any], list[Part]]] = []


def part_html(name: str, context: dict[str, Any]) -> str:
    """The inside of a part of the page of a match: "phase", "board", "players", "seat", "log"."""
    shown: MatchContext = context["m"]
    drawn = plain.PLAIN[name](shown) if name in plain.PLAIN else None
    if drawn is not None:
        return drawn
    if name == "seat" and shown.running and shown.seat is not None:
        return _seat(shown, context)
    if name == "board" and shown.table["status"] == Match.Status.OPEN and shown.moved("summary"):
        context = {**context, "summary": shown.drawn("summary")}
    return render_to_string(f"games/parts/{name}.html", context)


def _seat(shown: MatchContext, context: dict[str, Any]) -> str:
    """A player's own part of a running match."""
    parts: list[str] = []
    if shown.played_for:
        parts.append(render_to_string("games/parts/played_for.html", context))
    if shown.guide is not None:
        parts.append(render_to_string("games/parts/guide.html", context))
    draw = shown.pages.seat_html
    if shown.moved("seat"):
        parts.append(shown.drawn("seat"))
    elif draw is None:
        parts.append(render_to_string(context["seat_template"], context))
    else:
        parts.append(draw(shown.own, shown.match_id, context["asks_twice"]))
    return "".join(parts)


@dataclass(slots=True)
class Viewing:
    """One viewer of one match: finds the present snapshot and who the viewer is in it."""

    public_id: str
    user: Any
    since: int = 0  # the viewer's revision up to which the page knows what is told once
    _snapshot: MatchSnapshot | None = None
    _context: dict[str, Any] | None = None

    def snapshot(self) -> MatchSnapshot:
        """The match as it was at the last `check`. Raises `Denied` when there is none."""
        if self._snapshot is None:
            self._snapshot = snapshot_of(self.public_id)
        if self._snapshot is None:
            raise Denied("/")
        return self._snapshot

    def check(self) -> None:
        """Looks anew. Raises `Denied` when this viewer may not look (any more)."""
        self._snapshot = self._context = None
        try:
            check_access(self.snapshot(), self.user)
        except Refusal as refusal:
            raise Denied(f"/m/{self.public_id}/", refusal.message) from refusal

    def rest(self) -> None:
        """Between news an open page holds nothing but what it was last sent."""
        self._snapshot = self._context = None

    def context(self) -> dict[str, Any]:
        if self._context is None:
            self._context = context_for(self.snapshot(), self.user)
        return self._context

    def draw(self, name: str) -> str:
        """This part; the board is the same for all who see it, and drawn once for all of them."""
        key = self.key(name) if name == "board" else None
        return self.render(name) if key is None else cached_html(key, partial(self.render, name))

    def render(self, name: str) -> str:
        """This part, drawn anew."""
        return part_html(name, self.context())

    def key(self, name: str) -> Hashable:
        """What a part of a running match is made of; None: draw it anew each time."""
        snapshot = self.snapshot()
        if snapshot.match.status != Match.Status.RUNNING:
            return None
        pages, seat = pages_of(snapshot.match.game), snapshot.seat_of(self.user)
        shown: MatchContext = self.context()["m"]
        if name == "phase":
            return (name, shown.phase, shown.deadline, shown.total_seconds)
        if name == "board":
            board = snapshot.shared("board key", partial(pages.board_key, snapshot))
            return (self.public_id, name, snapshot.seats, board)
        if name == "seat" and seat is not None:
            own = (shown.auto, shown.guide, pages.seat_key(snapshot, seat))
            return (self.public_id, name, seat, snapshot.seats, own)
        return None

    def marks(self) -> Marks:
        """Whether it is this viewer's move: the page's title and edge say so."""
        shown: MatchContext = self.context()["m"]
        return MY_TURN if shown.mine else NOT_MY_TURN

    def stream(self) -> str:
        snapshot = self.snapshot()
        return snapshot.stream(snapshot.seat_of(self.user))


@dataclass(slots=True)
class MatchPart(Element):
    """A part that a match of any game has, as this viewer sees it."""

    viewing: Viewing
    name: str

    def inner(self) -> str:
        return self.viewing.draw(self.name)

    def key(self) -> Hashable:
        return self.viewing.key(self.name)

    def marks(self) -> Marks:
        return self.viewing.marks() if self.name == "seat" else NO_MARKS

    def revision(self) -> str:
        return self.viewing.stream()


@dataclass(slots=True)
class Once:
    """What is told once to a page: drawn into a part that is never redrawn empty."""

    viewing: Viewing
    topics: Collection[str]
    id: str = "m-once"

    def html(self) -> SafeString:
        """As the page begins: empty, or what its reader missed when he acted without script."""
        return self.changes() or SafeString('<div id="m-once" class="once"></div>')

    def changes(self, *, whole: bool = False) -> SafeString:
        snapshot = self.viewing.snapshot()
        seat = snapshot.seat_of(self.viewing.user)
        told = once_for(snapshot, seat, self.viewing.since)
        if not told or seat is None:
            return SafeString("")
        newest = told[-1]
        self.viewing.since = newest.streams[str(seat)]
        pages = pages_of(snapshot.match.game)
        context = {**pages.once(snapshot, seat, newest.event), "since": self.viewing.since}
        stem = f"games/{snapshot.match.game}/once"
        if has_jinja(stem):
            return format_html(
                '<div id="m-once" class="once has-view" hx-swap-oob="true">{}</div>',
                draw_template(stem, context),
            )
        return SafeString(
            render_to_string(
                f"games/{snapshot.match.game}/once.html", context | {"snapshot": snapshot}
            )
        )


def open_match(user: Any, public_id: str, query: dict[str, str]) -> Page:
    """The live page of a match, as its game makes it. Raises `Denied`."""
    games = Match.objects.filter(public_id=public_id).values_list("game", flat=True)
    game = games.first()
    if game is None:
        raise Denied("/")
    page: Page = game_of(game).live_page(user, public_id, query)
    return page


def match_page(user: Any, public_id: str, query: dict[str, str]) -> Page:
    """The page of a match for this viewer. Raises `Denied`."""
    viewing = Viewing(public_id, user, since_of(query.get("since", "")))
    viewing.check()
    return Page(
        parts=[*match_parts(viewing), *around_parts(viewing)],
        check=viewing.check,
        rest=viewing.rest,
        room=f"table-{public_id}",
    )


def match_parts(viewing: Viewing) -> list[Part]:
    """The parts that a command may change: they also make up its answer."""
    snapshot = viewing.snapshot()
    mine = topics.of_seat(viewing.public_id, snapshot.seat_of(viewing.user))
    heard = (topics.of_match(viewing.public_id), mine)
    parts: list[Part] = [
        MatchPart(part_id, heard, viewing, name, attributes=attributes)
        for name, (part_id, attributes) in PARTS.items()
    ]
    return [*parts, Once(viewing, heard)]


def around_parts(viewing: Viewing) -> list[Part]:
    """Chat, who is here, and what the house puts on every page."""
    snapshot = viewing.snapshot()
    seated = snapshot.seat_of(viewing.user) is not None
    room = f"{'table' if seated else 'watch'}-{viewing.public_id}"
    parts: list[Part] = [
        *chat_window(viewing.user, room, label=snapshot.match.name),
        who_is_here(viewing.user, f"table-{viewing.public_id}"),
    ]
    for more in extra_parts:
        parts.extend(more(viewing.user))
    return parts


def since_of(text: str) -> int:
    """The number in "stream:number"; a very large one for what cannot be read: nothing is new."""
    number = text.rpartition(":")[2]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 10**10

"""One viewer of one match: what they may see and which fragments they are shown."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Protocol

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.live.batch import join_batch
from chat.live.fragments import NO_MARKS, Denied, Marks
from chat.people import PERSON
from games import topics
from games.models import Match
from games.page.access import check_access
from games.page.context import PlayContext, TableContext, ViewerContext
from games.page.presentation import pages_of
from games.page.snapshot import LoggedEvent, MatchSnapshot, snapshot_of
from games.refusals import Refusal
from games.registry import game_of

# --- What is told once to a page, and never again: a closing view beside what comes next. ---


def told_once(snapshot: MatchSnapshot, seat: int | None, since: int) -> tuple[SafeString, int]:
    """The newest that this seat's page, which has seen all up to `since`, has not been told.

    Empty for nothing. And up to where the page has then been told.
    """
    told = once_for(snapshot, seat, since)
    if not told or seat is None:
        return SafeString(""), since
    newest, game = told[-1], snapshot.match.game
    since = newest.streams[str(seat)]
    values = pages_of(game).once(snapshot, seat, newest.event)
    inner = render(f"games/{game}/closing_view.jinja", **{**values, "since": since})
    return format_html(
        '<div id="m-once" class="once has-view" hx-swap-oob="true">{}</div>', inner
    ), since


def once_for(snapshot: MatchSnapshot, seat: int | None, since: int) -> list[LoggedEvent]:
    """What is told once to this seat's pages and this page, opened at `since`, has not had yet.

    Until the phase after it has ended, and only to pages that were open before it.
    """
    if seat is None:
        return []
    name = str(seat)
    return [
        told
        for told in snapshot.told_once
        if seat in (told.event.to or ()) and told.streams.get(name, 0) > since
    ]


MY_TURN, NOT_MY_TURN = {"data-my-turn": "true"}, {"data-my-turn": "false"}


class Viewing(Protocol):
    """One viewer of one match. Between `rest` and the next `check` it holds no more than that.

    `TableViewing` serves every game that has an engine; a game may bring its own.
    """

    public_id: str
    user: Any

    @property
    def match(self) -> Match:
        """The row as it was at the last `check`. Raises `Denied` when there is none."""
        ...

    @property
    def number(self) -> int | None:
        """The viewer's seat."""
        ...

    @property
    def table(self) -> TableContext:
        """The table as everybody may know it."""
        ...

    @property
    def viewer(self) -> ViewerContext:
        """This viewer at the table."""
        ...

    @property
    def play(self) -> PlayContext:
        """The match as this viewer may see it."""
        ...

    def check(self) -> None:
        """Looks anew. Raises `Denied` when this viewer may not look (any more)."""
        ...

    def look_anew(self) -> None:
        """As `check`; raises the `Refusal` itself."""
        ...

    def join_batch(self) -> None:
        """Says who will look, before any page of a batch is drawn."""
        ...

    def rest(self) -> None:
        """Lets go of what drawing needed."""
        ...

    def heard(self, name: str) -> Collection[str]:
        """The topics at which this part of the frame may change."""
        ...

    def key(self, name: str) -> Hashable:
        """What this part is made of; None: it is drawn anew each time."""
        ...

    def marks(self, name: str) -> Marks:
        """Attributes of this part that change with what is drawn."""
        ...

    def stream(self) -> str:
        """The viewer's place in its own stream, "seat:revision" (`Match.stream_of`)."""
        ...

    def told_once(self) -> SafeString:
        """What this page is told once and has not had yet; empty for nothing."""
        ...

    def address(self, since: str = "") -> str:
        """Where a browser without script finds this page. `since`: what it had seen of it."""
        ...

    def page_values(self) -> Mapping[str, Any]:
        """What the template of the whole page is given besides."""
        ...


@dataclass(slots=True)
class TableViewing:
    """A viewer of a match that an engine plays: finds the present snapshot.

    `since`: the viewer's revision up to which the page knows what is told once.
    """

    public_id: str
    user: Any
    since: int = 10**10
    _snapshot: MatchSnapshot | None = None
    _table: TableContext | None = None
    _viewer: ViewerContext | None = None
    _play: PlayContext | None = None
    _keys: dict[str, Hashable] = field(default_factory=dict)
    _stream: str = ""

    @property
    def snapshot(self) -> MatchSnapshot:
        """The match as it was at the last `check`. Raises `Denied` when there is none."""
        if self._snapshot is None:
            self._snapshot = snapshot_of(self.public_id)
        if self._snapshot is None:
            raise Denied("/")
        return self._snapshot

    @property
    def match(self) -> Match:
        return self.snapshot.match

    @property
    def number(self) -> int | None:
        return self.viewer.seat

    @property
    def table(self) -> TableContext:
        if self._table is None:
            self._table = TableContext(self.snapshot)
        return self._table

    @property
    def viewer(self) -> ViewerContext:
        if self._viewer is None:
            self._viewer = ViewerContext(self.snapshot, self.user)
        return self._viewer

    @property
    def play(self) -> PlayContext:
        if self._play is None:
            self._play = PlayContext(self.snapshot, self.table, self.viewer)
        return self._play

    def check(self) -> None:
        try:
            self.look_anew()
        except Refusal as refusal:
            raise Denied(self.address(), refusal.message) from refusal

    def look_anew(self) -> None:
        self.rest()
        check_access(self.snapshot, self.user)

    def join_batch(self) -> None:
        """The match is read for all who look on at once, by the snapshot."""
        if self.user.pk is not None:
            join_batch(PERSON, self.user.pk)

    def rest(self) -> None:
        self._snapshot = self._table = self._viewer = self._play = None
        self._keys, self._stream = {}, ""

    def heard(self, name: str) -> Collection[str]:
        return heard_at(self.public_id, self.number)

    def key(self, name: str) -> Hashable:
        """Found out once between two looks: it is asked for before a part is drawn and after."""
        if name not in self._keys:
            self._keys[name] = self._key(name)
        return self._keys[name]

    def _key(self, name: str) -> Hashable:
        """Of the parts of a running match that stay the same for longer than an action."""
        snapshot = self.snapshot
        if snapshot.match.status != Match.Status.RUNNING:
            return None
        pages, table, play = pages_of(snapshot.match.game), self.table, self.play
        seat = self.number
        if name == "phase":
            return (name, play.phase, table.paused, table.clock)
        if name == "moment":
            told = tuple(moment.name for moment in play.moments)
            return (self.public_id, name, snapshot.seats, told)
        if name == "board":
            board = snapshot.shared("board key", partial(pages.board_key, snapshot))
            return (self.public_id, name, snapshot.seats, board)
        if name == "seat" and seat is not None:
            own = (self.viewer.auto, self.viewer.absence, pages.seat_key(snapshot, seat))
            return (self.public_id, name, seat, snapshot.seats, own)
        if name == "guide":
            return (self.public_id, name, seat, play.guide, play.begins)
        return None

    def marks(self, name: str) -> Marks:
        """Whether it is this viewer's move: the page's title and edge say so."""
        if name != "seat":
            return NO_MARKS
        return MY_TURN if self.play.mine else NOT_MY_TURN

    def stream(self) -> str:
        if not self._stream:
            self._stream = self.snapshot.stream(self.number)
        return self._stream

    def told_once(self) -> SafeString:
        html, self.since = told_once(self.snapshot, self.number, self.since)
        return html

    def address(self, since: str = "") -> str:
        here = reverse("games:match", args=[self.public_id])
        return f"{here}?since={since}" if since else here

    def page_values(self) -> Mapping[str, Any]:
        return {"since": self.stream()}


@lru_cache(maxsize=4096)
def heard_at(public_id: str, *seats: int | None) -> tuple[str, ...]:
    """What concerns all at a match, and what concerns these seats alone (None: who watches).

    One thing for all parts of a page: it stays as long as the page is open.
    """
    return (topics.of_match(public_id), *(topics.of_seat(public_id, seat) for seat in seats))


def _game_named(public_id: str) -> str:
    """Return what is played there. Raises `Match.DoesNotExist`."""
    return Match.objects.values_list("game", flat=True).get(public_id=public_id)


def viewing_of(user: Any, public_id: str, query: Mapping[str, str]) -> Viewing:
    """This user at this match, as its game looks. `query`: of the page's address.

    Raises `Denied` when there is no such match.
    """
    try:
        game = game_of(_game_named(public_id))
    except Match.DoesNotExist as missing:
        raise Denied("/") from missing
    viewing: Viewing = game.viewing(user, public_id, query)
    return viewing


def since_of(text: str) -> int:
    """The number in "stream:number"; a very large one for what cannot be read: nothing is new."""
    number = text.rpartition(":")[2]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 10**10

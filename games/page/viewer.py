"""A viewer of a match: their access, and the fragments of their page."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Protocol

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.core.numbers import whole_number
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

# --- One-time messages, such as the closing view of a vote


def told_once(snapshot: MatchSnapshot, seat: int | None, since: int) -> tuple[SafeString, int]:
    """Render the newest one-time message that this page has not shown yet.

    `since` is the viewer's revision up to which the page knows such messages. Returns the HTML,
    empty if nothing is new, and the new revision.
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
    """Return the one-time messages for this seat that a page opened at `since` lacks.

    They last until the phase after them has ended, and go only to pages that were open before.
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
    """A match as one viewer sees it.

    Between `rest` and the next `check` it holds only the viewer and the id. `TableViewing` serves
    every game that has an engine; a game may bring its own.
    """

    public_id: str
    user: Any

    @property
    def match(self) -> Match:
        """The row as of the last `check`. Raise `Denied` if there is none."""
        ...

    @property
    def number(self) -> int | None:
        """The viewer's seat."""
        ...

    @property
    def table(self) -> TableContext:
        """The table as everybody may know it, for templates."""
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
        """Read the match again. Raise `Denied` if this viewer may not see it now."""
        ...

    def recheck(self) -> None:
        """Check access like `check`, but raise the `Refusal` itself."""
        ...

    def join_batch(self) -> None:
        """Announce this viewer to the batch, before it renders any page."""
        ...

    def rest(self) -> None:
        """Release everything that was read for rendering."""
        ...

    def heard(self, name: str) -> Collection[str]:
        """Return the topics at which this fragment of the frame may change."""
        ...

    def key(self, name: str) -> Hashable:
        """Return a key of all this fragment is rendered from, or None to never cache it."""
        ...

    def marks(self, name: str) -> Marks:
        """Return attributes of this fragment that change with its contents."""
        ...

    def stream(self) -> str:
        """Return the viewer's place in their stream, "seat:revision" (`Match.stream_of`)."""
        ...

    def told_once(self) -> SafeString:
        """Render the one-time message that this page has not shown yet, or nothing."""
        ...

    def address(self, since: str = "") -> str:
        """Return the URL of this page for a browser without script.

        `since` is the stream's place up to which the browser has seen the page.
        """
        ...

    def page_values(self) -> Mapping[str, Any]:
        """Return further values for the template of the whole page."""
        ...


@dataclass(slots=True)
class TableViewing:
    """A viewer of a match that an engine plays, based on its current snapshot."""

    public_id: str
    user: Any
    since: int = 10**10  # the viewer's revision up to which the page knows one-time messages
    _snapshot: MatchSnapshot | None = None
    _table: TableContext | None = None
    _viewer: ViewerContext | None = None
    _play: PlayContext | None = None
    _keys: dict[str, Hashable] = field(default_factory=dict)
    _stream: str = ""

    @property
    def snapshot(self) -> MatchSnapshot:
        """The match as of the last `check`. Raise `Denied` if there is none."""
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
            self.recheck()
        except Refusal as refusal:
            raise Denied(self.address(), refusal.message) from refusal

    def recheck(self) -> None:
        self.rest()
        check_access(self.snapshot, self.user)

    def join_batch(self) -> None:
        # The match itself needs no batch: all its viewers share the snapshot.
        if self.user.pk is not None:
            join_batch(PERSON, self.user.pk)

    def rest(self) -> None:
        self._snapshot = self._table = self._viewer = self._play = None
        self._keys, self._stream = {}, ""

    def heard(self, name: str) -> Collection[str]:
        return heard_at(self.public_id, self.number)

    def key(self, name: str) -> Hashable:
        # Cached until the next check: it is needed both before and after rendering.
        if name not in self._keys:
            self._keys[name] = self._key(name)
        return self._keys[name]

    def _key(self, name: str) -> Hashable:
        """Return the key of a fragment, or None if it is not worth caching.

        Only fragments that outlast most actions of a running match are.
        """
        snapshot = self.snapshot
        if snapshot.match.status != Match.Status.RUNNING:
            return None
        pages, table, play = pages_of(snapshot.match.game), self.table, self.play
        seat = self.number
        if name == "phase":
            return (name, play.phase, table.paused, table.clock)
        if name == "moment":
            told = tuple(moment.name for moment in play.moments)
            return (self.public_id, name, seat, snapshot.seats, told)
        if name == "board":
            board = snapshot.shared("board key", partial(pages.board_key, snapshot))
            return (self.public_id, name, snapshot.seats, board)
        if name == "seat" and seat is not None:
            own = (
                self.viewer.auto,
                self.viewer.absence,
                table.pause,
                pages.seat_key(snapshot, seat),
            )
            return (self.public_id, name, seat, snapshot.seats, own)
        if name == "guide":
            return (self.public_id, name, seat, play.guide, play.begins)
        return None

    def marks(self, name: str) -> Marks:
        """Return the mark of the viewer's turn, for the page's title and edge."""
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
    """Return the topics for all viewers of a match and for these seats alone.

    A seat of None stands for spectators.
    """
    # Cached, since every fragment of a page holds it as long as the page is open.
    return (topics.of_match(public_id), *(topics.of_seat(public_id, seat) for seat in seats))


def _game_named(public_id: str) -> str:
    """Return the slug of the match's game, or raise `Match.DoesNotExist`."""
    return Match.objects.values_list("game", flat=True).get(public_id=public_id)


def viewing_of(user: Any, public_id: str, query: Mapping[str, str]) -> Viewing:
    """Return this user's viewing of a match, made by its game.

    `query` is the query string of the page. Raise `Denied` if there is no such match.
    """
    try:
        game = game_of(_game_named(public_id))
    except Match.DoesNotExist as missing:
        raise Denied("/") from missing
    viewing: Viewing = game.viewing(user, public_id, query)
    return viewing


def since_of(text: str) -> int:
    """Return the number in "stream:number".

    Text that cannot be read gives a very large number, so that nothing counts as new.
    """
    number = whole_number(text.rpartition(":")[2])
    return 10**10 if number is None else number

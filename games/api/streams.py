"""API of updates for a seat: what it sees now, and what has happened since."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Protocol, TypeVar

import msgspec
from django.utils.safestring import SafeString
from dmr import Path, Query

from chat.api.base import Door, Problem
from chat.core.refusals import Refusal
from chat.live.fragments import Denied, Page, digest_of
from games.api.seats import Seen, seen_in
from games.api.shapes import Where
from games.api.tables import look, may_look
from games.engine import codec
from games.engine.base import Event, Value
from games.page.log import is_told
from games.page.viewer import Viewing, heard_at
from games.refusals import HouseCode

LONGEST = 25  # seconds that a request waits; many proxies close silent connections after a minute

Number = tuple[int, int]
_CURSOR = re.compile(r"(\d{1,9})\.(\d{1,9})-[\w=+/-]{1,64}", re.ASCII)

Cursor = Annotated[str, msgspec.Meta(max_length=100)]
Waiting = Annotated[int, msgspec.Meta(ge=0, le=LONGEST)]


class Since(Value):
    """`since`: the `cursor` of your last update, "" for everything.

    `wait`: how many seconds to wait for an update at most.
    """

    since: Cursor = ""
    wait: Waiting = LONGEST


class Told(Value):
    """An event, as far as this seat may know it.

    The fields of `facts` depend on its `kind`.
    """

    kind: str
    facts: Mapping[str, Any]


class News(Value):
    """An update: what the seat sees now, and what has happened since `since`.

    `events`: oldest first. `changed`: true if there is anything new; if false, the wait timed out
    and `seen` is null. If `seen.late` has risen, the clock has played for the seat. `cursor`: send
    it as `since` next time.
    """

    cursor: str
    changed: bool
    seen: Seen | None
    events: tuple[Told, ...]


def news_of(viewing: Viewing, since: str) -> News:
    """Return the update since this cursor.

    An invalid cursor, or one of another seat, counts as none.
    """
    seen = seen_in(viewing)
    numbered = [*_numbered_events(viewing)]
    last = numbered[-1][0] if numbered else (0, 0)
    cursor = f"{last[0]}.{last[1]}-{digest_of(codec.encode(seen))}"
    if cursor == since:
        return News(cursor=cursor, changed=False, seen=None, events=())
    found = _CURSOR.fullmatch(since)
    before = (int(found[1]), int(found[2])) if found else (-1, 0)
    events = tuple(event for number, event in numbered if number > before)
    return News(cursor=cursor, changed=True, seen=seen, events=events)


def _numbered_events(viewing: Viewing) -> Iterator[tuple[Number, Told]]:
    """Yield the numbered events that the log of the page shows this viewer.

    A number is the revision of the viewer's own stream, and the place within it.
    """
    snapshot = getattr(viewing, "snapshot", None)
    if snapshot is None or not viewing.match.started:
        return
    seat, counted = viewing.number, Counter[int]()
    name = "" if seat is None else str(seat)
    for one in snapshot.told:
        if not _is_theirs(one.event, seat):
            continue
        revision = one.streams.get(name, one.streams.get("", 0))
        counted[revision] += 1
        if is_told(one, seat, snapshot):
            event = one.event
            yield (revision, counted[revision]), Told(kind=event.kind, facts=event.facts)


def _is_theirs(event: Event, seat: int | None) -> bool:
    return event.to is None or seat in event.to


class StreamDoor(Door):
    """Updates for a seat.

    The same address accepts a WebSocket, which sends the updates one by one.
    """

    tags = ("Seats",)

    def get(self, parsed_path: Path[Where], parsed_query: Query[Since]) -> News:
        """Return the next update: at once if there is one, or else as soon as there is."""
        viewing = look(self.user, parsed_path.public_id)
        news = news_of(viewing, parsed_query.since)
        if not news.changed and parsed_query.wait:
            self.wait(heard_at(parsed_path.public_id, viewing.number), parsed_query.wait)
        return news


class Newest(Protocol):
    """An update in a stream."""

    @property
    def cursor(self) -> str: ...

    @property
    def changed(self) -> bool: ...


V = TypeVar("V", bound=Viewing)


@dataclass(slots=True)
class _Stream(Generic[V]):
    """The only fragment of a stream's page: updates since the last one sent."""

    viewing: V
    seat: int | None
    news: Callable[[V, str], Newest]
    since: str = ""
    id: str = "stream"

    @property
    def topics(self) -> tuple[str, ...]:
        return heard_at(self.viewing.public_id, self.seat)

    def html(self) -> SafeString:
        return self.changes(whole=True)

    def changes(self, *, whole: bool = False) -> SafeString:
        news = self.news(self.viewing, "" if whole else self.since)
        self.since = news.cursor
        return SafeString(codec.encode(news).decode()) if news.changed else SafeString("")

    def check(self) -> None:
        """Raise `Denied` if this viewer lost access, or has another seat by now."""
        try:
            self.viewing.recheck()
            if self.viewing.number != self.seat:
                raise Refusal(HouseCode.OTHER_SEAT)
        except Refusal as refusal:
            raise _ended(refusal) from refusal


def _ended(refusal: Refusal) -> Denied:
    """Return the error that ends a stream, with the reason."""
    problem = Problem(str(refusal.code), refusal.message)
    return Denied("/", refusal.message, msgspec.json.encode(problem).decode())


def stream(find: Callable[[], V], news: Callable[[V, str], Newest]) -> Page:
    """Return a page that streams updates. Raise `Denied` if `find` refuses.

    `find` returns the viewing. `news` returns the update of a viewing since a cursor.
    """
    try:
        viewing = find()
    except Refusal as refusal:
        raise _ended(refusal) from refusal
    part = _Stream(viewing, viewing.number, news)
    return Page([part], check=part.check, rest=viewing.rest, join_batch=viewing.join_batch)


def open_stream(user: Any, public_id: str) -> Page:
    """Return the stream of this user's seat.

    Raise `Denied` if the user may not see the match.
    """

    def find() -> Viewing:
        viewing = look(user, public_id)
        may_look(viewing)  # checked once, since a match keeps its game
        return viewing

    return stream(find, news_of)

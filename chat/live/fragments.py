"""Parts of a page: what they listen to, how they are drawn, and when they have changed.

An `Element` is drawn whole and sent when its digest changes. Parts are made for one viewer of one
page and remember what that page was last sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.shortcuts import resolve_url
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from chat.core.hooks import Registry
from chat.core.templates import CSRF, render, safe
from chat.core.translation import language


def with_token(html: SafeString, request: HttpRequest) -> SafeString:
    """The part as a page holds it: forms in it work without script."""
    field = format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request)
    )
    return SafeString(safe(html).replace(CSRF, field))


def without_token(html: SafeString) -> SafeString:
    """The part as it is sent to a page with script, which sends its token in a header."""
    return SafeString(safe(html).replace(CSRF, ""))


class Denied(Exception):
    """This viewer may not (or no longer) see this page. `where` is where to go instead.

    `last`: what an open page is told as it is closed; empty: that it is closed.
    """

    def __init__(self, where: str = "/", message: str = "", last: str = "") -> None:
        super().__init__(message)
        self.where, self.message, self.last = where, message, last

    def told(self) -> SafeString:
        """What an open page says of it, with the way on."""
        return render("live/closed_page.jinja", where=self.where, text=self.message)


class LoggedOut(Denied):
    """The page is not of this session's user any more: it ended, or is somebody else's by now."""

    def told(self) -> SafeString:
        where = resolve_url(settings.LOGIN_URL)
        return render("live/closed_page.jinja", where=where, text=self.message, log_in=True)


class Part(Protocol):
    """One piece of a page. `topics`: what it listens to."""

    id: str

    @property
    def topics(self) -> Collection[str]: ...

    def html(self) -> SafeString:
        """The whole element, for the page itself. Remembers it as sent."""
        ...

    def changes(self, *, whole: bool = False) -> SafeString:
        """What to send now: nothing, the changed element, or what was added to it.

        `whole`: everything, as after a reconnect.
        """
        ...


_PLAIN = '{opening} data-part="{digest}"{swap}>{inner}</{tag}>'
_REVISED = '{opening} data-part="{digest}" data-revision="{revision}"{swap}>{inner}</{tag}>'
_OUT_OF_BAND = ' hx-swap-oob="true"'

Marks = Mapping[str, str]
NO_MARKS: Marks = {}


@dataclass(frozen=True, eq=False)
class Attributes:
    """What stands in the tag of a part. One object for all pages that have it: its tag is kept."""

    pairs: Mapping[str, str | Promise]


NO_ATTRIBUTES = Attributes({})


@dataclass(slots=True)
class Element:
    """A part that is drawn as a whole; each kind of part overrides the methods that say how.

    An open page holds a dozen of them as long as it is open: what is the same for all pages, like
    `attributes`, should be one thing for all.
    """

    id: str
    topics: Collection[str]
    _: KW_ONLY
    tag: str = "section"
    attributes: Attributes = NO_ATTRIBUTES
    _sent: str = field(default="", init=False)
    _made_of: tuple[Hashable, Marks] | None = field(default=None, init=False)

    def inner(self) -> SafeString:
        """The HTML in it."""
        raise NotImplementedError

    def key(self) -> Hashable:
        """What it is made of, None if unknown.

        While that and the marks are the same, nothing is drawn.
        """
        return None

    def marks(self) -> Marks:
        """Attributes that change with what is drawn."""
        return NO_MARKS

    def revision(self) -> str:
        """Empty, or "stream:number"; within a stream the number never decreases.

        A page drops what is older than it shows, so answers and news may cross.
        """
        return ""

    def html(self) -> SafeString:
        inner, marks = self.inner(), self.marks()
        return self._element(inner, marks, _digest(inner, marks), swap=False)

    def changes(self, *, whole: bool = False) -> SafeString:
        key, marks = self.key(), self.marks()
        if not whole and key is not None and (key, marks) == self._made_of:
            return SafeString("")
        inner = self.inner()
        self._made_of = None if key is None else (key, marks)
        digest = _digest(inner, marks)
        if not whole and digest == self._sent:
            return SafeString("")
        return self._element(inner, marks, digest, swap=True)

    def _element(self, inner: SafeString, marks: Marks, digest: str, *, swap: bool) -> SafeString:
        self._sent = digest
        revision = self.revision()
        opening = _opening(language(), self.tag, self.id, self.attributes, tuple(marks.items()))
        # What is put together here was escaped where it was drawn, or is the house's own digits:
        # to ask each piece again costs three times as much, for each part on each page.
        pieces = {"opening": opening, "digest": digest, "revision": revision, "tag": self.tag}
        inside = without_token(inner) if swap else safe(inner)
        swapped = _OUT_OF_BAND if swap else ""
        form = _REVISED if revision else _PLAIN
        return SafeString(form.format(**pieces, swap=swapped, inner=inside))


@dataclass(slots=True)
class Block(Element):
    """A part that a function draws."""

    draw: Callable[[], SafeString]

    def inner(self) -> SafeString:
        return self.draw()


@lru_cache(maxsize=1024)
def _opening(
    _language: str | None,
    tag: str,
    part_id: str,
    attributes: Attributes,
    marks: tuple[tuple[str, str], ...],
) -> SafeString:
    """The tag as far as it stays. The same few for every page of a kind and language."""
    pairs = {"id": part_id, **attributes.pairs, **dict(marks)}
    return format_html("<{}{}", tag, format_html_join("", ' {}="{}"', pairs.items()))


def _digest(inner: str, marks: Marks) -> str:
    return digest_of(f"{marks}{inner}".encode())


@dataclass(slots=True)
class Page:
    """An open page of one viewer: its parts, and what to do when it is opened and closed.

    `check` raises `Denied` when the viewer may no longer look; it runs before anything is sent.
    `room`: where the viewer counts as present while the page is open. `join_batch` says who will be
    drawn, before any page of a batch is: what belongs to each is then read together.
    """

    parts: Sequence[Part]
    check: Callable[[], None] = lambda: None
    room: str = ""
    rest: Callable[[], None] = lambda: None  # releases what drawing needed
    join_batch: Callable[[], None] = lambda: None

    @property
    def topics(self) -> frozenset[str]:
        return frozenset().union(*(part.topics for part in self.parts))

    def whole(self) -> str:
        self.check()
        html = "".join(part.changes(whole=True) for part in self.parts)
        self.rest()
        return html

    def news(self, topics: frozenset[str]) -> str:
        """What these topics changed for this viewer; empty when nothing did."""
        self.check()
        changed = (part for part in self.parts if not topics.isdisjoint(part.topics))
        html = "".join(part.changes() for part in changed)
        self.rest()
        return html

    def __getitem__(self, part_id: str) -> Part:
        return next(part for part in self.parts if part.id == part_id)


# By the kind of page: opens it for a user, an argument and a query. Raises `Denied`.
Opener = Callable[[Any, str, dict[str, str]], Page]
openers: Registry[Opener] = Registry("chat.live.fragments.openers")


def open_page(name: str, user: Any, argument: str, query: dict[str, str]) -> Page:
    """The page of this viewer. Raises `Denied`, also for a kind of page that does not exist."""
    if name not in openers:
        raise Denied()
    return openers[name](user, argument, query)


def digest_of(data: bytes) -> str:
    """Sixteen hexadecimal digits, the same for the same bytes. Nothing secret hangs on it.

    Processors have instructions for SHA-256: it takes a quarter of the time of BLAKE2.
    """
    return hashlib.sha256(data).hexdigest()[:16]

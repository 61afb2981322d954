"""Fragments of a page: what they follow, how they are rendered, what changed.

An `Element` is rendered whole and sent when its digest changes. Fragments are made for one viewer
of one page and remember what that page was last sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, tzinfo
from functools import lru_cache
from typing import Any, Protocol

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from chat.core.hooks import Registry
from chat.core.templates import CSRF, render, safe
from chat.core.translation import language
from chat.people import zone_of


def with_token(html: SafeString, request: HttpRequest) -> SafeString:
    """Fill in the form token of a fragment, so that its forms work without script."""
    field = format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request)
    )
    return SafeString(safe(html).replace(CSRF, field))


def without_token(html: SafeString) -> SafeString:
    """Leave the form token out of a fragment: pages with script send it in a header."""
    return SafeString(safe(html).replace(CSRF, ""))


class Denied(Exception):
    """Raised if this viewer may not see this page, or not any longer."""

    # `where`: the page to visit instead. `last`: HTML sent to an open page before it is closed; if
    # empty, a notice that it is closed.
    def __init__(self, where: str = "/", message: str = "", last: str = "") -> None:
        super().__init__(message)
        self.where, self.message, self.last = where, message, last

    def told(self) -> SafeString:
        """Return the notice shown on the open page, with a link to where to go instead."""
        return render("live/closed_page.jinja", where=self.where, text=self.message)


class LoggedOut(Denied):
    """Raised if the session no longer belongs to the page's user."""

    def told(self) -> SafeString:
        where = resolve_url(settings.LOGIN_URL)
        return render("live/closed_page.jinja", where=where, text=self.message, log_in=True)


class Part(Protocol):
    """A fragment of a page."""

    id: str

    # What it follows.

    @property
    def topics(self) -> Collection[str]: ...

    def html(self) -> SafeString:
        """Return the whole element for the page itself, and remember it as sent."""
        ...

    def changes(self, *, whole: bool = False) -> SafeString:
        """Return what to send now: nothing, the changed element, or what was added to it.

        `whole`: return everything, as after a reconnect.
        """
        ...


_PLAIN = '{opening} data-part="{digest}"{swap}>{inner}</{tag}>'
_REVISED = '{opening} data-part="{digest}" data-revision="{revision}"{swap}>{inner}</{tag}>'
_OUT_OF_BAND = ' hx-swap-oob="true"'

Marks = Mapping[str, str]
NO_MARKS: Marks = {}


@dataclass(frozen=True, eq=False)
class Attributes:
    """The attributes in a fragment's tag.

    Use one object for all pages that have the fragment, since its rendered tag is cached.
    """

    pairs: Mapping[str, str | Promise]


NO_ATTRIBUTES = Attributes({})


@dataclass(slots=True)
class Element:
    """A fragment that is rendered whole. Subclasses say how by overriding methods."""

    # An open page holds a dozen elements for as long as it is open, so what is the same for all
    # pages, like `attributes`, should be one shared object.

    id: str
    topics: Collection[str]
    _: KW_ONLY
    tag: str = "section"
    attributes: Attributes = NO_ATTRIBUTES
    _sent: str = field(default="", init=False)
    _made_of: tuple[Hashable, Marks] | None = field(default=None, init=False)

    def inner(self) -> SafeString:
        """Return the HTML inside the element."""
        raise NotImplementedError

    def key(self) -> Hashable:
        """Return what the content is derived from, or None if unknown.

        While the key and the marks stay the same, nothing is rendered.
        """
        return None

    def marks(self) -> Marks:
        """Return attributes that change along with the content."""
        return NO_MARKS

    def revision(self) -> str:
        """Return "stream:number", or "" if the element has no revisions.

        Within a stream, the number never decreases. A page drops what is older than what it shows,
        so answers and updates may overtake each other.
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
        # What is put together here was escaped when it was rendered, or consists of the server's
        # own digits. Checking each piece again is expensive, for each fragment of each page.
        pieces = {"opening": opening, "digest": digest, "revision": revision, "tag": self.tag}
        inside = without_token(inner) if swap else safe(inner)
        swapped = _OUT_OF_BAND if swap else ""
        form = _REVISED if revision else _PLAIN
        return SafeString(form.format(**pieces, swap=swapped, inner=inside))


@dataclass(slots=True)
class Block(Element):
    """A fragment that a function renders."""

    render: Callable[[], SafeString]

    def inner(self) -> SafeString:
        return self.render()


@lru_cache(maxsize=1024)
def _opening(
    _language: str | None,
    tag: str,
    part_id: str,
    attributes: Attributes,
    marks: tuple[tuple[str, str], ...],
) -> SafeString:
    """Return the constant start of the tag. Each kind of page has only a few."""
    pairs = {"id": part_id, **attributes.pairs, **dict(marks)}
    return format_html("<{}{}", tag, format_html_join("", ' {}="{}"', pairs.items()))


def _digest(inner: str, marks: Marks) -> str:
    return digest_of(f"{marks}{inner}".encode())


@dataclass(slots=True)
class Page:
    """An open page of one viewer: its fragments, and what to do when it is rendered."""

    parts: Sequence[Part]
    check: Callable[[], None] = lambda: None  # raises `Denied` if the viewer lost access
    room: str = ""  # where the viewer counts as present while the page is open
    rest: Callable[[], None] = lambda: None  # releases what rendering needed
    # Registers the viewer before any page of a batch is rendered, so that what belongs to each
    # viewer is read in one query.
    join_batch: Callable[[], None] = lambda: None
    zone: tzinfo = UTC  # of the viewer; `open_page` sets it

    @property
    def topics(self) -> frozenset[str]:
        return frozenset().union(*(part.topics for part in self.parts))

    def whole(self) -> str:
        self.check()  # before anything is sent
        with timezone.override(self.zone):
            html = "".join(part.changes(whole=True) for part in self.parts)
        self.rest()
        return html

    def news(self, topics: frozenset[str]) -> str:
        """Return what these topics changed for this viewer; empty if nothing did."""
        self.check()
        changed = (part for part in self.parts if not topics.isdisjoint(part.topics))
        with timezone.override(self.zone):
            html = "".join(part.changes() for part in changed)
        self.rest()
        return html

    def __getitem__(self, part_id: str) -> Part:
        return next(part for part in self.parts if part.id == part_id)


# By kind of page: a function that opens it for a user, an argument and a query. Raises `Denied`.
Opener = Callable[[Any, str, dict[str, str]], Page]
openers: Registry[Opener] = Registry("chat.live.fragments.openers")


def open_page(name: str, user: Any, argument: str, query: dict[str, str]) -> Page:
    """Return a page for this viewer.

    Raise `Denied` if the viewer may not see it, or if there is no such kind of page.
    """
    if name not in openers:
        raise Denied()
    page = openers[name](user, argument, query)
    page.zone = zone_of(user)
    return page


def digest_of(data: bytes) -> str:
    """Return sixteen hexadecimal digits that are the same for the same bytes."""
    # For comparisons only: no secret depends on it. Processors have instructions for SHA-256.
    return hashlib.sha256(data).hexdigest()[:16]

"""Live parts of the lobby, of "my matches", and of the header of every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from chat.core.templates import render
from chat.core.translation import gettext as _
from chat.live.parts import Attributes, Block, Denied, Page, Part, with_token
from chat.messages.parts import bell, chat_window, who_is_here
from games import topics
from games.live.html_cache import cached_html
from games.models import Match
from games.selectors import (
    invited_tables,
    my_matches,
    open_tables,
    running_tables,
    waiting_for,
)
from lobby.tables.lists import Filters, filter_links, house_games, rows_of, rows_of_mine

ROOM = "lobby"
MINE_IN_LOBBY = 5
HERE_BY_NAME = 20
_LIST = Attributes({"class": "lobby-list"})


def lobby_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """The lobby for this person, filtered as its address says. Raises `Denied`."""
    check = _member(user)
    check()
    parts = [*lobby_parts(user, Filters.of(query)), *lobby_company(user), *header_parts(user)]
    return Page(parts=parts, check=check, room=ROOM)


def mine_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """The page of this person's own matches. Raises `Denied`."""
    check = _member(user)
    check()
    return Page(parts=[*mine_parts(user), *header_parts(user)], check=check)


def house_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """Any other page: only its header lives. Raises `Denied`."""
    check = _member(user)
    check()
    return Page(parts=header_parts(user), check=check)


def _member(user: Any) -> Callable[[], None]:
    def check() -> None:
        if not (user.is_authenticated and user.is_active):
            raise Denied("/", _("Log in to see this page."))

    return check


# --- the lobby --------------------------------------------------------------------------------


def lobby_parts(user: Any, filters: Filters) -> list[Part]:
    """The lists; also what a command of the lobby is answered with. Anonymous visitors see them."""
    heard = frozenset({topics.LOBBY, *_own_topics(user)})
    wanted: dict[str, Any] = {
        "game": filters.game, "free": filters.free, "pace": filters.pace, "access": filters.access
    }  # fmt: skip

    def shown(template: str, matches: Callable[[], list[Match]]) -> Callable[[], SafeString]:
        base = {"user": user, "filters": filters, "guests_allowed": settings.GUESTS}
        return lambda: render(template, rows=rows_of(matches()), **base)

    def opened() -> list[Match]:
        return open_tables(user, **wanted)

    def running() -> list[Match]:
        # `mine` is told by the query (`games.selectors.lists`).
        return [match for match in running_tables(user, **wanted) if not match.mine]  # type: ignore[attr-defined]

    parts: list[Part] = []
    if user.is_authenticated:
        parts.append(_mine_in_lobby(user, heard))
    return [
        *parts,
        _block("lobby-open", heard, shown("lobby/parts/open.jinja", opened)),
        _block("lobby-running", heard, shown("lobby/parts/running.jinja", running)),
    ]


def lobby_company(user: Any) -> list[Part]:
    """Who is on the site, and the chat of the lobby."""
    here = who_is_here(user, ROOM, part_id="house-present", most=HERE_BY_NAME)
    return [here, *chat_window(user, ROOM, label=_("Lobby"))]


def playable() -> list[Any]:
    """The games somebody may set a table of."""
    return [game for game in house_games() if game.playable]


def filters_context(filters: Filters) -> dict[str, Any]:
    return {"filters": filters, "filter_links": filter_links(filters)}


def _own_topics(user: Any) -> set[str]:
    return {topics.of_person(user.pk), f"user.{user.pk}"} if user.is_authenticated else set()


def _block(name: str, heard: frozenset[str], draw: Callable[[], SafeString]) -> Block:
    return Block(id=name, topics=heard, draw=draw, attributes=_LIST)


def _mine_in_lobby(user: Any, heard: frozenset[str]) -> Block:
    def draw() -> SafeString:
        rows = rows_of_mine(my_matches(user), user)
        shown, more = rows[:MINE_IN_LOBBY], rows[MINE_IN_LOBBY:]
        return render("lobby/parts/mine_short.jinja", rows=shown, more=more)

    return _block("lobby-mine", heard, draw)


# --- my matches -------------------------------------------------------------------------------


def mine_parts(user: Any) -> list[Part]:
    """What this person sits at, what waits first; and what they are invited to."""
    heard = frozenset({topics.LOBBY, *_own_topics(user)})

    def draw() -> SafeString:
        return render(
            "lobby/parts/mine.jinja",
            user=user,
            rows=rows_of_mine(my_matches(user), user),
            invited=rows_of(invited_tables(user)),
            games=playable(),
        )

    return [_block("mine-list", heard, draw)]


# --- the header of every page -----------------------------------------------------------------


def mine_part(user: Any) -> Part:
    """The header's link to my matches, with how many of them wait for me."""

    def draw() -> SafeString:
        count = waiting_for(user)
        return cached_html(
            ("my-matches", count),
            lambda: render("lobby/parts/my_matches.jinja", count=count),
        )

    heard = frozenset(_own_topics(user))
    return Block(id="my-matches", topics=heard, draw=draw, tag="div")


def header_parts(user: Any) -> list[Part]:
    """The live parts of the header; none for visitors."""
    return [mine_part(user), bell(user)] if user.is_authenticated else []


def header_context(request: HttpRequest) -> dict[str, Any]:
    """`my_matches` and `bell` for templates of full pages, drawn when a page shows them."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {
        "my_matches": _drawn(request, lambda: mine_part(user)),
        "bell": _drawn(request, lambda: bell(user)),
    }


def _drawn(request: HttpRequest, part: Callable[[], Part]) -> Any:
    return SimpleLazyObject(lambda: with_token(part().html(), request))

"""Live fragments of the lobby, of "my matches" and of every page's header."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from chat.core.numbers import whole_number
from chat.core.templates import render
from chat.core.translation import gettext as _
from chat.live.batch import join_batch
from chat.live.fragments import Attributes, Block, Denied, Page, Part, with_token
from chat.live.keyed_list import KeyedList, Listing
from chat.messages.fragments import bell, chat_window, who_is_here
from chat.moderation.case import case_status, room_of
from chat.people import PERSON
from chat.rights import MODERATE
from games import topics
from games.page.html_cache import cached_html
from games.selectors import (
    Listed,
    Tables,
    invited_tables,
    my_matches,
    tables_for,
    waiting_for,
)
from lobby.profiles.friends import friends_parts
from lobby.tables.lists import Filters, Row, filter_links, house_games, rows_of, rows_of_mine

ROOM = "lobby"
MINE_IN_LOBBY = 5  # rows of "my matches" in the lobby
LISTS = ("open", "running", "practice")
HERE_BY_NAME = 20  # most people listed by name
# All lists show refusals in the flash area at the top.
_LIST = Attributes({"class": "lobby-list", "hx-target": "#flash", "hx-swap": "innerHTML"})


def lobby_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """Return the live lobby page for this person, with the filters of its URL.

    Raise `Denied` if nobody is logged in.
    """
    check = _member(user)
    check()
    parts = lobby_page_parts(user, Filters.of(query))
    join = partial(join_batch, PERSON, user.pk)
    return Page(parts=parts, check=check, room=ROOM, join_batch=join)


def mine_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """Return the live page of a person's matches. Raise `Denied` for a visitor."""
    return _page_of(user, lambda: [*mine_parts(user), *header_parts(user)])


def friends_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """Return the live page of a person's friends. Raise `Denied` for a visitor."""
    return _page_of(user, lambda: [*friends_parts(user), *header_parts(user)])


def front_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """Return the live front page for this person. Raise `Denied` for a visitor."""
    return _page_of(user, lambda: front_parts(user))


def _page_of(user: Any, parts: Callable[[], list[Part]]) -> Page:
    check = _member(user)
    check()
    return Page(parts=parts(), check=check, join_batch=partial(join_batch, PERSON, user.pk))


def house_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """Return the live page for all others, with only the header as live fragments.

    Raise `Denied` for a visitor.
    """
    check = _member(user)
    check()
    return Page(parts=header_parts(user), check=check)


def case_page(user: Any, argument: str, query: dict[str, str]) -> Page:
    """Return the live page of a report. Raise `Denied` unless this is a moderator."""

    report = whole_number(argument, 15)

    def check() -> None:
        if not (user.is_active and user.has_perm(MODERATE)):
            raise Denied

    check()
    if report is None:
        raise Denied
    parts = [*header_parts(user), case_status(user, report)]
    return Page(parts=parts, check=check, room=room_of(report))


def _member(user: Any) -> Callable[[], None]:
    def check() -> None:
        if not (user.is_authenticated and user.is_active):
            raise Denied("/", _("Log in to see this page."))

    return check


# --- The lobby


def lobby_page_parts(user: Any, filters: Filters) -> list[Part]:
    """Return the lobby's fragments.

    Visitors get only the lists of tables. Others also get their own matches, the people online,
    the chat and the header.
    """
    heard = frozenset({topics.LOBBY, *_own_topics(user)})
    lists = [_tables_fragment(name, user, filters, heard) for name in LISTS]
    if not user.is_authenticated:
        return [*lists]
    mine = partial(_mine, user, filters)
    return [
        _mine_in_lobby(user, mine, heard),
        *lists,
        *lobby_company(user),
        *header_parts(user, lambda: sum(table.waits for table in mine())),
    ]


def _mine(user: Any, filters: Filters) -> list[Listed]:
    return my_matches(tables_for(user, filters))


def _tables_fragment(name: str, user: Any, filters: Filters, heard: frozenset[str]) -> KeyedList:
    return KeyedList(
        f"lobby-{name}",
        heard,
        partial(_listing, name, user, filters),
        attributes=_LIST,
        list_class="set-tables",
    )


def _listing(name: str, user: Any, filters: Filters) -> Listing:
    tables = tables_for(user, filters)
    more = {"open": tables.more_open, "running": tables.more_running}.get(name, False)
    rows = _rows_in(name, tables, user, filters)
    around = {"name": name, "filters": filters, "is_empty": not rows, **_pages(name, filters, more)}
    key = tuple(around.values())
    return Listing(
        entries={f"row-{name}-{row.match.public_id}": _render_row(row, name, user) for row in rows},
        before=cached_html(
            ("above tables", *key), lambda: render("lobby/parts/above_tables.jinja", **around)
        ),
        after=cached_html(
            ("below tables", *key), lambda: render("lobby/parts/below_tables.jinja", **around)
        ),
    )


def _rows_in(name: str, tables: Tables, user: Any, filters: Filters) -> list[Row]:
    """Return the rows of a list. Running matches that can be joined are with the open tables."""
    running = rows_of(tables.running, user)
    practice = rows_of(tables.practice, user)
    if name == "open":
        late = [row for row in (*running, *practice) if row.joinable]
        return [*rows_of(tables.open, user), *(late if filters.open_page == 1 else ())]
    return [row for row in (running if name == "running" else practice) if not row.joinable]


def _pages(name: str, filters: Filters, more: bool) -> dict[str, Any]:
    """Return the number of the list's page and the URLs of its neighbours, or None."""
    page = 1 if name == "practice" else filters.page_of(name)
    return {
        "page": page,
        "newer": filters.turned(name, page - 1).address if page > 1 else None,
        "older": filters.turned(name, page + 1).address if more else None,
    }


def _render_row(row: Row, slot: str, user: Any) -> SafeString:
    """Return a row's HTML, cached for all viewers who see the same."""
    given = {"slot": slot, "viewer": viewer_of(user), "guests_allowed": settings.GUESTS}
    return cached_html(
        ("table", *given.values(), row.facts()),
        lambda: render("lobby/parts/table.jinja", row=row, **given),
    )


def viewer_of(user: Any) -> str:
    """Return "visitor", "guest" or "member".

    A table's row differs only by that in how it is joined.
    """
    if not user.is_authenticated:
        return "visitor"
    return "guest" if user.is_guest else "member"


def lobby_company(user: Any) -> list[Part]:
    """Return the fragments of the people online and of the lobby's chat."""
    here = who_is_here(user, ROOM, part_id="house-present", most=HERE_BY_NAME)
    return [here, *chat_window(user, ROOM, label=_("Lobby"))]


def playable() -> list[Any]:
    """Return the games for which tables can be created."""
    return [game for game in house_games() if game.playable]


def filters_context(filters: Filters) -> dict[str, Any]:
    return {"filters": filters, "filter_links": filter_links(filters)}


def _own_topics(user: Any) -> tuple[str, ...]:
    return (topics.of_person(user.pk), f"user.{user.pk}") if user.is_authenticated else ()


def _block(name: str, heard: frozenset[str], content: Callable[[], SafeString]) -> Block:
    return Block(id=name, topics=heard, render=content, attributes=_LIST)


def _mine_in_lobby(user: Any, mine: Callable[[], list[Listed]], heard: frozenset[str]) -> Block:
    def content() -> SafeString:
        rows = rows_of_mine(mine(), user)
        shown, more = rows[:MINE_IN_LOBBY], rows[MINE_IN_LOBBY:]
        return render("lobby/parts/mine_short.jinja", rows=shown, more=more)

    return _block("lobby-mine", heard, content)


# --- The front page and my matches


def front_parts(user: Any) -> list[Part]:
    """Return the person's matches that wait for them, and the header; none for visitors."""
    if not user.is_authenticated:
        return []

    def waiting() -> list[Listed]:
        return [table for table in my_matches(tables_for(user)) if table.waits]

    def content() -> SafeString:
        found = waiting()
        rows = rows_of_mine(found[:MINE_IN_LOBBY], user)
        return render("lobby/parts/mine_short.jinja", rows=rows, more=found[MINE_IN_LOBBY:])

    block = _block("home-mine", frozenset(_own_topics(user)), content)
    return [block, *header_parts(user, lambda: len(waiting()))]


def mine_parts(user: Any) -> list[Part]:
    """Return the fragment of a person's matches and invitations."""
    heard = frozenset({topics.LOBBY, *_own_topics(user)})

    def content() -> SafeString:
        tables = tables_for(user)
        return render(
            "lobby/parts/mine.jinja",
            viewer=viewer_of(user),
            rows=rows_of_mine(my_matches(tables), user),
            invited=rows_of(invited_tables(tables), user),
            games=playable(),
        )

    return [_block("mine-list", heard, content)]


# --- The header


def mine_part(user: Any, waiting: Callable[[], int] | None = None, *, besides: str = "") -> Part:
    """Return the header's link to "my matches", with the number that wait.

    `waiting` counts them if the page already knows. `besides` is the public id of the match on
    this page, which is not counted because the page shows by itself if it waits.
    """

    def content() -> SafeString:
        count = waiting() if waiting else waiting_for(user, besides)
        given = {"count": count, "elsewhere": bool(besides)}
        return cached_html(
            ("my-matches", *given.values()),
            lambda: render("lobby/parts/my_matches.jinja", **given),
        )

    return Block(id="my-matches", topics=_own_topics(user), render=content, tag="div")


def header_parts(
    user: Any, waiting: Callable[[], int] | None = None, *, besides: str = ""
) -> list[Part]:
    """Return the header's live fragments, or none for visitors.

    The arguments are those of `mine_part`.
    """
    if not user.is_authenticated:
        return []
    return [mine_part(user, waiting, besides=besides), bell(user)]


def header_context(request: HttpRequest) -> dict[str, Any]:
    """Return `my_matches` and `bell` for templates, rendered when they are used."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {
        "my_matches": _lazy_html(request, lambda: mine_part(user)),
        "bell": _lazy_html(request, lambda: bell(user)),
    }


def _lazy_html(request: HttpRequest, part: Callable[[], Part]) -> Any:
    return SimpleLazyObject(lambda: with_token(part().html(), request))

"""The fragments of the match page that Venice renders itself.

Public fragments are rendered once for all viewers, private ones for the owner of a seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from auctions.page.faces import point_list
from auctions.page.goods import goods_html
from auctions.page.guide import GOAL, hint, lesson
from auctions.page.moments import crier, moments_of
from auctions.page.order_desk import Desk, desk_of
from auctions.page.order_form import bid_sheet_html
from auctions.page.own_seat import Own, own_of
from auctions.page.phase import phase_html, phase_of
from auctions.page.players import BESIDE, Crowd, crowd_of
from auctions.page.plots import Plots
from auctions.page.prices import plots_of
from auctions.page.query_params import Look, address
from auctions.page.viewer import LISTED, Viewing
from auctions.page.week import DayShown, Strip, day_of, strip_of
from auctions.page.wishes import lacks
from auctions.page.words import AGENDA
from auctions.rules.schedule import OPENING
from auctions.rules.title import VeniceTitle
from chat.core.templates import render
from chat.live.batch import memoized_in_batch
from games.page.frame import end_lines, match_values
from games.page.html_cache import cached_html

# --- Board: the public view of the week ---


@dataclass(frozen=True)
class Tab:
    label: str
    url: str
    on: bool


@dataclass(frozen=True)
class Board:
    """The board of a week. At most one of `day`, `crowd` and `plots` is set."""

    public_id: str
    stage: str
    strip: Strip
    tabs: tuple[Tab, ...]
    look: Look
    seed: str
    players: int
    day: DayShown | None = None
    crowd: Crowd | None = None
    plots: Plots | None = None
    agenda_means: ClassVar = AGENDA[1]


def board_of(viewing: Viewing) -> Board:
    """Return the board, computed once for all pages of a batch that show the same."""
    look = viewing.shown
    return memoized_in_batch(
        ("board", viewing.public_id, look), lambda: _board_values(viewing, look)
    )


def _board_values(viewing: Viewing, look: Look) -> Board:
    return Board(
        public_id=viewing.public_id,
        stage=viewing.stage,
        strip=strip_of(viewing),
        tabs=_tabs(viewing, look),
        look=look,
        seed=viewing.week.seed,
        players=viewing.week.players,
        day=day_of(viewing) if look.view == "day" else None,
        crowd=crowd_of(viewing, look) if look.view == "players" else None,
        plots=plots_of(viewing) if look.view == "plots" else None,
    )


def _tabs(viewing: Viewing, look: Look) -> tuple[Tab, ...]:
    names = {
        "day": _("Auctions"),
        "players": _("Result") if viewing.over else _("Players"),
        "plots": _("Prices and money"),
    }
    order = ("players", "day", "plots") if viewing.over else ("day", "players", "plots")
    day = look.day if look.view == "day" else None
    return tuple(
        Tab(
            names[view],
            address(viewing.public_id, Look(view=view, day=day if view == "day" else None)),
            view == look.view,
        )
        for view in order
    )


# --- A player's own fragment: rendered for this player alone and never cached ---


def seat_html(own: Own) -> SafeString:
    viewing, desk = own.viewing, desk_of(own)
    match_id, running = viewing.public_id, viewing.stage == "running"
    over = desk.place is not None or viewing.stage == "aborted"
    held = desk.goods.any and (desk.view == "day" or desk.place is not None)
    return render(
        "games/venice/seat.jinja",
        desk=desk,
        match_id=match_id,
        over=over,
        running=running,
        alone=_may_end(own),
        guided=viewing.viewer.guided,
        ended=_ended(viewing, desk) if over else "",
        bid_sheet=_bid_sheet(own, desk),
        goods=goods_html(desk.goods, over=desk.place is not None) if held else "",
    )


def watching_html(viewing: Viewing) -> SafeString:
    """Render the fragment that takes the place of a seat for viewers without one."""
    over = viewing.over or viewing.stage == "aborted"
    return render("games/venice/spectator.jinja", over=over, **match_values(viewing))


def _bid_sheet(own: Own, desk: Desk) -> SafeString | str:
    if desk.sheet is None:
        return ""
    public_id, lacking = own.viewing.public_id, point_list(lacks(own))
    return bid_sheet_html(desk.sheet, public_id, held=desk.goods.agendas, lacks=lacking)


def _may_end(own: Own) -> bool:
    """Return True if this player may end the week: it goes on, and nobody else plays."""
    going_on = own.viewing.stage in ("running", "stalled")
    return going_on and own.alone


def _ended(viewing: Viewing, desk: Desk) -> SafeString:
    """Render the viewer's place, if there is a result, and where to go from here."""
    values = match_values(viewing)
    verify = render("games/parts/verify.jinja", **values)
    after = verify + render("games/parts/match_links.jinja", **values)
    if desk.place is None:
        return after
    place = render("games/venice/place.jinja", place=desk.place, players=desk.players)
    return place + after


def _phase(viewing: Viewing) -> SafeString | None:
    if not viewing.started:
        return None
    return phase_html(phase_of(viewing))


def _board(viewing: Viewing) -> SafeString | None:
    if not viewing.started:
        return None
    board = board_of(viewing)
    key = ("board html", viewing.public_id, viewing.shown)
    return memoized_in_batch(
        key, lambda: _render_once("board", (board, viewing.public_id), {"board": board})
    )


def _players(viewing: Viewing) -> SafeString:
    """Render the list of players; only the first of them, as there may be 100,000."""
    if not viewing.started:
        first = viewing.table.present[:LISTED]
        more = max(0, viewing.table.taken - len(first))
        known = match_values(viewing)
        return render("games/venice/seated.jinja", listed=first, more=more, **known)
    crowd = crowd_of(viewing, Look(), BESIDE)
    # In a large match few viewers are in the list; all the others share one rendering.
    listed = any(row.player.number == viewing.number for row in crowd.rows)
    me, public_id = viewing.number if listed else None, viewing.public_id
    bots_are = VeniceTitle.bots_are if any(row.player.house for row in crowd.rows) else ""
    values = {"crowd": crowd, "me": me, "match_id": public_id, "bots_are": bots_are}
    key = ("players html", public_id, me)
    return memoized_in_batch(key, lambda: _render_once("players", (public_id, me, crowd), values))


def _log(viewing: Viewing) -> SafeString:
    if not viewing.started:
        return render("games/venice/log_before_start.jinja")
    return memoized_in_batch(("log html", viewing.public_id), lambda: _lines(viewing))


def _lines(viewing: Viewing) -> SafeString:
    lines, end = tuple(crier(viewing)), end_lines(viewing)
    return _render_once("log", (viewing.public_id, lines, end), {"lines": lines, "end": end})


def _seat(viewing: Viewing) -> SafeString | None:
    """Render the viewer's own fragment, for them alone and never cached."""
    if not viewing.started:
        return None
    own = own_of(viewing)
    return watching_html(viewing) if own is None else seat_html(own)


def _moment(viewing: Viewing) -> SafeString:
    """Render the highlights."""
    # They come from the results, since a week keeps no log of events.
    return render("games/parts/moment.jinja", moments=moments_of(viewing))


def _guide(viewing: Viewing) -> SafeString:
    """Render the hint, for the viewer alone and never cached: it mentions their bids."""
    own = own_of(viewing) if viewing.viewer.guided else None
    if own is None:
        return SafeString("")
    values: dict[str, Any] = {"guide": lesson(own), "goal": None, "begins": False}
    if not viewing.match.lesson:
        values = {"guide": hint(own), "goal": GOAL, "begins": viewing.week.resolved == OPENING}
    table = viewing.table
    return render("games/parts/guide.jinja", slug=table.slug, match_id=table.match_id, **values)


def _render_once(name: str, key: Hashable, values: dict[str, Any]) -> SafeString:
    """Render a template once in this process for all viewers with the same key."""
    html = partial(render, f"games/venice/{name}.jinja", **values)
    return cached_html(("venice", name, key), html)


PARTS: Mapping[str, Callable[[Viewing], SafeString | None]] = {
    "phase": _phase, "moment": _moment, "board": _board, "guide": _guide, "players": _players,
    "seat": _seat, "log": _log,
}  # fmt: skip

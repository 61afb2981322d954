"""The board: the week and what of it this page shows, as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from auctions.page.day import DayShown, day_of
from auctions.page.look import Look, address
from auctions.page.players import Crowd, crowd_of
from auctions.page.prices import plots_of
from auctions.page.terms import AGENDA
from auctions.page.viewing import Viewing
from auctions.page.week import Strip, strip_of
from auctions.plots import Plots
from chat.live.batch import memoized_in_batch


@dataclass(frozen=True)
class Tab:
    label: str
    url: str
    on: bool


@dataclass(frozen=True)
class Board:
    """One of `day`, `crowd` and `plots` is there."""

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
    """Made once for all pages that are drawn together and show the same."""
    look = viewing.shown
    return memoized_in_batch(("board", viewing.public_id, look), lambda: _board(viewing, look))


def _board(viewing: Viewing, look: Look) -> Board:
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

"""What every part of the page starts from: the view of one viewer, names, cards."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from chat.core.translation import gettext as _
from games.interop.rules.box import CARDS
from games.interop.rules.view import InteropView, PlayerView
from games.page import presentation
from games.page.snapshot import MatchSnapshot


def view_of(snapshot: MatchSnapshot, seat: int | None) -> InteropView:
    return cast(InteropView, snapshot.view(seat))


def mine_in(view: InteropView) -> PlayerView | None:
    """The viewer's own deployment; None for spectators."""
    return None if view.seat is None else view.players[view.seat]


def name_of(card: str) -> str:
    return _(CARDS[card].name)


def key_of(snapshot: MatchSnapshot, seat: int | None) -> str:
    """A key of all that this viewer may see, but for what no part shows: equal keys, equal parts.

    The number and the time of a decision stand in the phase line only.
    """
    return presentation.key_of(replace(view_of(snapshot, seat), decision="", seconds=0))

"""The typed view of a viewer, names, and keys: helpers of all parts of the page."""

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
    """Return the viewer's own deployment, or None for spectators."""
    return None if view.seat is None else view.players[view.seat]


def name_of(card: str) -> str:
    return _(CARDS[card].name)


def key_of(snapshot: MatchSnapshot, seat: int | None) -> str:
    """Return a key of everything a viewer may see, apart from what is not shown.

    Equal keys mean equal fragments.
    """
    # Only the phase line shows the number and the time of a decision.
    return presentation.key_of(replace(view_of(snapshot, seat), decision="", seconds=0))

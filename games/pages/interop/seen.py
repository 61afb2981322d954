"""What every part of the page starts from: the view of one viewer, names, cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from games.engines import codec
from games.engines.interop.box import CARDS
from games.engines.interop.view import InteropView, PlayerView
from games.live.snapshot import MatchSnapshot


@dataclass(frozen=True)
class Who:
    """A name in its colour. `me`: the viewer himself."""

    seat: int
    name: str
    hue: int | None
    me: bool = False
    bot: bool = False

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


def view_of(snapshot: MatchSnapshot, seat: int | None) -> InteropView:
    return cast(InteropView, snapshot.view(seat))


def who(snapshot: MatchSnapshot, index: int, viewer: int | None = None) -> Who:
    occupant = snapshot.occupant(index)
    if occupant is None:
        return Who(index, _("somebody"), None)
    return Who(index, occupant.name, occupant.hue, index == viewer, occupant.bot)


def mine_in(view: InteropView) -> PlayerView | None:
    """The viewer's own deployment; None for spectators."""
    return None if view.seat is None else view.players[view.seat]


def name_of(card: str) -> str:
    return CARDS[card].name


def key_of(snapshot: MatchSnapshot, seat: int | None) -> bytes:
    """All this viewer may see, as bytes, but for what no part shows: equal keys, equal parts.

    The number and the time of a decision stand in the phase line only.
    """
    view = codec.plain(view_of(snapshot, seat))
    hidden = {"decision": "", "seconds": 0}
    return codec.encode({**view, **hidden})

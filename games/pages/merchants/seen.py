"""What every part of the page starts from: the view of one viewer, and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.engines.merchants.view import MerchantsView, PlayerView
from games.live.moment import Moment


@dataclass(frozen=True)
class Who:
    """A name in its colour. `me`: the viewer."""

    seat: int
    name: str
    hue: int | None
    bot: bool = False
    me: bool = False


def view_of(moment: Moment, seat: int | None) -> MerchantsView:
    return cast(MerchantsView, moment.view(seat))


def who(moment: Moment, index: int, viewer: int | None = None) -> Who:
    sitting = moment.sitting(index)
    if sitting is None:
        return Who(index, _("somebody"), None)
    return Who(index, sitting.name, sitting.hue, sitting.bot, index == viewer)


def player_in(view: MerchantsView, seat: int | None) -> PlayerView | None:
    return next((player for player in view.players if player.seat == seat), None)


def named(moment: Moment, seats: Sequence[int], viewer: int | None = None) -> str:
    """Names joined as in the middle of a sentence; the viewer is "you"."""
    names = [_("you") if seat == viewer else who(moment, seat).name for seat in seats]
    return get_text_list(names, _("and"))


def percent(per_mille: int) -> int:
    """Thousandths as whole hundredths. Never 0 or 100: no roll of the game is certain."""
    return min(99, max(1, round(per_mille / 10)))

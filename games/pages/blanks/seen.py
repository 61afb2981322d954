"""What every part of the page starts from: the view of one viewer, and names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import cast

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext, pgettext

from games.engines.blanks.engine import BlanksEngine
from games.engines.blanks.view import BlanksView, PlayerView
from games.live.moment import Moment
from games.live.naming import joined, name_tag


@dataclass(frozen=True)
class Who:
    """A name in its colour. `me`: the viewer himself."""

    name: str
    hue: int | None
    me: bool = False

    @cached_property
    def tag(self) -> SafeString:
        return name_tag(pgettext("a name", "you") if self.me else self.name, self.hue)


def view_of(moment: Moment, seat: int | None) -> BlanksView:
    return cast(BlanksView, moment.view(seat))


def engine_of(moment: Moment) -> BlanksEngine:
    return cast(BlanksEngine, moment.engine)


def who(moment: Moment, index: int, viewer: int | None = None) -> Who:
    sitting = moment.sitting(index)
    if sitting is None:
        return Who(_("somebody"), None)
    return Who(sitting.name, sitting.hue, index == viewer)


def names_html(all_of_them: Sequence[Who]) -> SafeString:
    """Their names joined as in a sentence."""
    return joined([who.tag for who in all_of_them])


def people(moment: Moment, viewer: int | None) -> Callable[[int], Who]:
    """As `who`, for many names of the same few."""
    return cache(lambda index: who(moment, index, viewer))


def player_in(view: BlanksView, seat: int | None) -> PlayerView | None:
    return next((player for player in view.players if player.seat == seat), None)


def some(moment: Moment, seats: Sequence[int]) -> str:
    """The first of these by name, the others as a number."""
    first = who(moment, seats[0]).name
    others = len(seats) - 1
    if others == 0:
        return first
    if others == 1:
        second = who(moment, seats[1]).name
        return _("%(first)s and %(second)s") % {"first": first, "second": second}
    text = ngettext("%(first)s and %(n)d other", "%(first)s and %(n)d others", others)
    return text % {"first": first, "n": others}

"""Typed access to a snapshot of Blanks, and names of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import cast

from chat.core.translation import gettext as _, ngettext
from games.blanks.rules.engine import BlanksEngine
from games.blanks.rules.view import BlanksView, PlayerView
from games.page.presentation import Who, who
from games.page.snapshot import MatchSnapshot


def view_of(snapshot: MatchSnapshot, seat: int | None) -> BlanksView:
    return cast(BlanksView, snapshot.view(seat))


def engine_of(snapshot: MatchSnapshot) -> BlanksEngine:
    return cast(BlanksEngine, snapshot.engine)


def people(snapshot: MatchSnapshot, viewer: int | None) -> Callable[[int], Who]:
    """Return `who` for one viewer, with its results cached."""
    return cache(lambda index: who(snapshot, index, viewer))


def player_in(view: BlanksView, seat: int | None) -> PlayerView | None:
    return next((player for player in view.players if player.seat == seat), None)


def some(snapshot: MatchSnapshot, seats: Sequence[int]) -> str:
    """Return the first player's name, with the others as a name or a number."""
    first = who(snapshot, seats[0]).name
    others = len(seats) - 1
    if others == 0:
        return first
    if others == 1:
        second = who(snapshot, seats[1]).name
        return _("%(first)s and %(second)s") % {"first": first, "second": second}
    text = ngettext("%(first)s and %(n)d other", "%(first)s and %(n)d others", others)
    return text % {"first": first, "n": others}

"""The typed view of a viewer, and names: helpers of all parts of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.utils.text import get_text_list

from chat.core.translation import gettext as _
from games.merchants.rules.view import MerchantsView, PlayerView
from games.page.presentation import who
from games.page.snapshot import MatchSnapshot


def view_of(snapshot: MatchSnapshot, seat: int | None) -> MerchantsView:
    return cast(MerchantsView, snapshot.view(seat))


def player_in(view: MerchantsView, seat: int | None) -> PlayerView | None:
    return next((player for player in view.players if player.seat == seat), None)


def named(snapshot: MatchSnapshot, seats: Sequence[int], viewer: int | None = None) -> str:
    """Join the names of seats as in the middle of a sentence; the viewer is "you"."""
    names = [_("you") if seat == viewer else who(snapshot, seat).name for seat in seats]
    return get_text_list(names, _("and"))


def percent(per_mille: int) -> int:
    """Convert thousandths to per cent, from 1 to 99."""
    # No roll of the game is certain, so neither 0 nor 100 may be shown.
    return min(99, max(1, round(per_mille / 10)))
